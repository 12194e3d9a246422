import { expect, test } from "vitest";
import { startService } from "../../support/service/start-service.ts";

test("when a dashboard is measured in the first second of a minute, then what came in that second is read", async () => {
  const minuteMs = Math.floor(Date.now() / 60_000) * 60_000;
  const service = await startService({ clock: () => minuteMs + 300 });
  const event = { ts: minuteMs / 1000 + 0.2, host: "web-1", message: "hello" };
  await service.call("POST", "/incoming", { body: [event] });
  const widgets = [{ title: "Hosts", type: "TopN", config: { field: "host" } }];
  const { body: made } = await service.call("POST", "/api/dashboards", { body: { title: "Mine", widgets } });
  const run = { body: { dashboard_id: made.id, repeat: 1 } };
  const { body: started } = await service.call("POST", "/api/performance-tests/dashboard", run);
  const record = async () => (await service.call("GET", `/api/async-tasks/${started.id}`)).body;
  while ((await record()).finished_at === null) await Bun.sleep(5);
  expect((await record()).result.dashboards[0].widgets[0]).toMatchObject({ title: "Hosts", rows_read: 1 });
  await service.close();
});
