import { expect, test } from "vitest";
import { startService } from "../../support/service/start-service.ts";

test("when a widget compares with yesterday shortly after midnight, then it is stored, but not one that never can", async () => {
  // Twenty minutes in which the last hour, which a widget without a range of its own asks about, is partly yesterday's.
  const clock = () => new Date(2026, 10, 28, 0, 20).getTime();
  const service = await startService({ clock });
  const create = (config: object) => {
    const widgets = [{ type: "Changes", title: "Changed", config }];
    return service.call("POST", "/api/dashboards", { body: { title: "Changes", widgets } });
  };
  expect(await create({ by: "program", base: { preset: "yesterday" } })).toMatchObject({ status: 201 });
  const always = { time_range: { preset: "last_48_hours" }, base: { preset: "yesterday" } };
  expect(await create(always)).toMatchObject({
    status: 400,
    body: { "widgets.0.config.base": ["Expected a range that does not overlap time_range."] },
  });
  expect(await create({ base: { preset: "some day" } })).toMatchObject({ status: 400 });
  await service.close();
});
