import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { templateContent } from "../../src/api/dashboards/schema.ts";
import { shippedTemplates } from "../../src/api/dashboards/shipped-templates.ts";
import { questionOf } from "../../src/board/widget-question.ts";
import { unpackSamples } from "../../src/cli/demo/samples.ts";
import { createClient } from "../../src/cli/http-client.ts";
import { emptyTotals, importFiles } from "../../src/cli/import/import-files.ts";
import { openServiceDestination } from "../../src/cli/import/service-destination.ts";
import { patienceMs } from "../support/patience.ts";
import { type Service, startService } from "../support/service/start-service.ts";

let service: Service;
const folder = mkdtempSync(join(tmpdir(), "vigie-test-"));

beforeAll(async () => {
  service = await startService();
  const client = createClient({ url: service.url, credentials: { authorization: `Token ${service.adminToken}` } });
  const destination = await openServiceDestination(client);
  for (const { path, host, year } of await unpackSamples(folder))
    await importFiles(
      [path],
      { host, program: undefined, tags: [], oneLine: true, line: { timezone: "UTC", year } },
      destination,
      emptyTotals(),
      () => undefined,
    );
  await service.call("POST", "/api/tasks", { body: { title: "to do", due: 1 } });
}, patienceMs);

afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

/** From before the first sample until now. */
const allTime = { ts_from: 1_388_534_400, ts_to: 0 };

/** Widgets about what the samples have nothing of. That each finds lines of its kind is shown beside the dashboards. */
const findNothing: Record<string, readonly string[] | "all"> = {
  "errors/overview": ["Emergencies and alerts"],
  "firewall/overview": ["Configuration changes", "Reasons"],
  "linux/auth": ["Commands as another user"],
  "linux/hosts": ["Kernel and service failures"],
  "mail/overview": "all",
  "network/overview": "all",
  "operations/desk": ["Notifications", "Actionable events", "Last actionable events"],
};

describe("the templates that ship, over the samples", () => {
  test.each([...shippedTemplates.keys()])(
    "when the widgets of %s ask, then all are answered and find something",
    async (path) => {
      const { config, widgets } = templateContent.parse(shippedTemplates.get(path));
      const empty: string[] = [];
      for (const widget of widgets) {
        const { type, params } = questionOf(widget, { ...config, time_range: allTime });
        const { status, body } = await service.call("POST", "/api/query", { body: { type, params } });
        expect([widget.title, status, body.status, body.error]).toEqual([widget.title, 201, "SUCCESS", null]);
        if (isEmpty(body.results)) empty.push(String(widget.title));
      }
      const expected = findNothing[path] ?? [];
      expect(empty).toEqual(expected === "all" ? widgets.map(({ title }) => title) : [...expected]);
    },
  );
});

interface Results {
  totals?: { values?: unknown[]; sum?: number; count?: number; total?: number };
  details?: unknown[];
}

function isEmpty(results: Results | unknown[]): boolean {
  if (Array.isArray(results)) return results.length === 0;
  const { values, sum, count, total } = results.totals!;
  return (values?.length ?? sum ?? count ?? total ?? results.details!.length) === 0;
}
