import { expect, test } from "vitest";
import { AppError } from "../../../src/lib/errors.ts";
import { measureDashboards, type WidgetToMeasure } from "../../../src/performance/measure/measure-dashboards.ts";

const widget = (id: number, ask: () => Promise<{ rowsRead: number }>): WidgetToMeasure => ({
  ...{ id, title: `Widget ${id}`, type: "TopN", ask },
  askCold: async () => ({
    ...{ rangeSeconds: 0, conditions: [], field: undefined, valueCount: 0, bytesRead: 10 },
    rowsRead: (await ask()).rowsRead,
  }),
});
const taking = (ms: number) => async () => {
  for (const endMs = performance.now() + ms; performance.now() < endMs; );
  return { rowsRead: ms };
};
const control = () => ({ isStopped: false, progress: 0 });

test("when one widget is slow, then it and its dashboard are named first", async () => {
  const quick = { id: 1, title: "Quick", widgets: [widget(1, taking(1))] };
  const slow = { id: 2, title: "Slow", widgets: [widget(2, taking(2)), widget(3, taking(100))] };
  const { dashboards } = await measureDashboards([quick, slow], 3, control());
  expect(dashboards.map(({ id }) => id)).toEqual([2, 1]);
  expect(dashboards[0]!.widgets.map(({ id }) => id)).toEqual([3, 2]);
  expect(dashboards[0]!.p50_ms).toBeGreaterThanOrEqual(102);
  expect(dashboards[0]).toMatchObject({ rows_read: 102, bytes_read: 20 });
  expect(dashboards[0]!.cold_ms).toBeGreaterThanOrEqual(102);
});

test("when a widget cannot be answered, then it comes first with its reason, has no times and is asked once", async () => {
  let asked = 0;
  const refused = widget(7, async () => {
    asked++;
    throw new AppError("forbidden", "Not for you.");
  });
  const progress = control();
  const board = { id: 1, title: "Board", widgets: [widget(1, taking(5)), refused] };
  const { dashboards } = await measureDashboards([board], 2, progress);
  expect(asked).toBe(1);
  expect(dashboards[0]!.status).toBe("FAILURE");
  expect(dashboards[0]!.widgets[0]).toMatchObject({ id: 7, status: "FAILURE", error: "Not for you.", p50_ms: null });
  expect(progress.progress).toBe(99);
});

test("when it is told to stop, or something inside is wrong, then the run ends", async () => {
  const progress = control();
  const stops = widget(1, async () => {
    progress.isStopped = true;
    return { rowsRead: 0 };
  });
  await expect(measureDashboards([{ id: 1, title: "", widgets: [stops] }], 2, progress)).rejects.toThrow("stop");
  const broken = widget(1, () => Promise.reject(new Error("broken")));
  await expect(measureDashboards([{ id: 1, title: "", widgets: [broken] }], 1, control())).rejects.toThrow("broken");
});

test("when there is nothing to measure, then nothing is made up", async () => {
  expect(await measureDashboards([], 3, control())).toEqual({ repeat: 3, dashboards: [] });
  const [empty] = (await measureDashboards([{ id: 1, title: "Empty", widgets: [] }], 3, control())).dashboards;
  expect(empty).toMatchObject({ p50_ms: null, rows_read: 0, status: "SUCCESS", widgets: [] });
});
