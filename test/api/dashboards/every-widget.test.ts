import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService } from "../../support/service/start-service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
  const events = Array.from({ length: 40 }, (_, i) => ({
    host: `web-${i % 3}`,
    program: i % 2 ? "sshd" : "nginx",
    severity: i % 8,
    message: `request ${i} refused`,
    user_tags: { src_ip: `10.0.0.${i % 5}`, user: `u${i % 4}`, bytes: String(i * 100), host: "sent" },
  }));
  await service.call("POST", "/incoming", { body: { events } });
});
afterAll(() => service.close());

/** As people keep dashboards in files: a list of one, types with their ending, fields with `ut_`, no widths. */
const files = {
  "every view of a ranking": `
- title: Rankings
  is_public: true
  config: {style_class: dark, refresh: 60, time_range: {preset: last_24_hours, timezone: Europe/Paris}}
  widgets:
${["pie_chart", "list", "time_chart_bars", "time_chart_splines", "badge"]
  .map(
    (view, row) => `    - type: TopNQuery
      is_public: true
      config: {title: ${view}, col: 0, row: ${row}, field: ut_src_ip, limit: 3, view_type: ${view}, show_other: true,
        subfields: [ut_user, host], subfields_limit: 2,
        filter: [{field: message, op: qp, value: "", ignore_case: true}, {field: program, op: ne, value: [cron, "kern*"]}]}`,
  )
  .join("\n")}
    - {type: LastNQuery, title: Seen, position: 7, config: {field: ut_host, limit: 5, filter: [{field: ut_bytes, op: ge, value: 100}]}}
`,
  "every view of a rate": `
- title: Rates
  config: {}
  widgets:
${["time_chart_bars", "time_chart_splines", "badge"]
  .map(
    (view, col) => `    - type: EventRateQuery
      title: ${view}
      config: {col: ${col * 2}, row: 0, sizeY: 2, view_type: ${view}, show_min: true, show_max: true, show_avg: true,
        show_last: true, time_range: {ts_from: -3600, ts_to: 0, step: 60},
        filter: [{field: severity, op: le, value: 4}, {field: message, op: "=~", value: "refus(ed|al)"}]}`,
  )
  .join("\n")}
    - {type: StatsQuery, title: Bytes, config: {field: ut_bytes, by: [host], functions: [count, avg, p95], limit: 3}}
    - {type: SearchQuery, title: Newest, config: {limit: 5, sort: -counter, columns: [host, ut_user, message], filter: [{field: ut_user, op: "!~", value: "^u3"}]}}
`,
  "what is not about events": `
- title: The rest
  config: {time_range: {preset: today}}
  widgets:
    - {type: TasksQuery, title: Tasks, config: {is_open: true, is_overdue: false, assigned_to: me, sort: -created_at}}
    - {type: NotificationsQuery, title: Told, config: {}}
    - {type: ProcessingStatsQuery, title: Came, config: {}}
    - {type: StorageStatsQuery, title: Stored, config: {}}
    - {type: LossLedger, title: Ledger, config: {}}
    - {type: Patterns, title: Kinds, config: {limit: 5, order: rarest}}
    - {type: Changes, title: Changed, config: {by: program, base: {preset: yesterday}}}
    - {type: Differences, title: Special, config: {selection: [{field: severity, op: le, value: 2}]}}
    - {type: Around, title: Around, config: {id: "1", before: 2, after: 2}}
    - {type: System_CPUQuery, title: CPU, config: {cpu: 0}}
    - {type: System_MemoryQuery, title: Memory, config: {}}
    - {type: System_DFQuery, title: Disks, config: {}}
    - {type: System_IOPSQuery, title: IOPS, config: {}}
    - {type: System_NetworkQuery, title: Network, config: {}}
`,
};

describe("dashboards as they are kept in files", () => {
  test.each(Object.entries(files))("when %s is imported, then each widget is answered", async (_, body) => {
    const headers = { "content-type": "application/yaml" };
    const made = await service.call("POST", "/api/dashboards", { headers, body });
    expect([made.status, made.text]).toEqual([201, expect.anything()]);
    const given = (Bun.YAML.parse(body) as { widgets: object[] }[])[0]!;
    expect(made.body.widgets).toHaveLength(given.widgets.length);
    const exported = await service.call("GET", `/api/dashboards/${made.body.id}?export=true`);
    const again = await service.call("POST", "/api/dashboards", { body: exported.body });
    expect(again.body.widgets.map(({ config }: { config: object }) => config)).toEqual(
      made.body.widgets.map(({ config }: { config: object }) => config),
    );
    const run = { body: { dashboard_id: made.body.id, repeat: 1 } };
    const { dashboards } = await measure(run);
    const outcomes = dashboards[0].widgets.map(({ title, status }: { title: string; status: string }) => [
      title,
      status,
    ]);
    expect(outcomes).toEqual(outcomes.map(([title]: [string]) => [title, "SUCCESS"]));
    expect(outcomes).toHaveLength(given.widgets.length);
  });
});

/** What the service says of its own dashboards when it asks every widget. */
async function measure(run: { body: object }) {
  const { body: started } = await service.call("POST", "/api/performance-tests/dashboard", run);
  for (;;) {
    const { body } = await service.call("GET", `/api/async-tasks/${started.id}`);
    if (body.status === "SUCCESS") return body.result;
    expect(["PENDING", "STARTED"]).toContain(body.status);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
