import { expect, test } from "vitest";
import type { TriggerRow } from "../../../src/db/schema/triggers.ts";
import { defaultTemplates, messageValues } from "../../../src/triggers/actions/message-values.ts";
import { outgoingOf } from "../../../src/triggers/actions/outgoing.ts";
import type { DueAction } from "../../../src/triggers/fired-report.ts";
import type { ServiceName } from "../../../src/triggers/webhook-bodies/webhook-bodies.ts";

const event = { time: 1, host: "web", program: "app", severity: 3, facility: 1, message: "disk failed", tags: [] };

function bodyOf(service: ServiceName, trigger: Partial<TriggerRow>, action: Partial<DueAction> & { id?: string }) {
  const address = { url: "https://example.org/x", method: "POST", content_type: "application/json" };
  const sendWebhook = { ...address, service, routing_key: "k", template: defaultTemplates.service };
  const row = { id: 7, name: "t", sendEmail: null, sendWebhook, isNewPattern: false, ...trigger } as TriggerRow;
  const due = { triggerId: 7, firedCount: 1, event: { ...event, id: action.id ?? "1" }, ...action } as DueAction;
  const [message] = outgoingOf(row, due, messageValues(due, row, ""));
  return JSON.parse((message as { body: string }).body);
}

test("when events of one condition come again and again, then they are one incident; new patterns are one each", () => {
  const keyOf = (isNewPattern: boolean, id: string) => bodyOf("pagerduty", { isNewPattern }, { id }).dedup_key;
  expect(keyOf(false, "1")).toBe(keyOf(false, "2"));
  expect(keyOf(true, "1")).not.toBe(keyOf(true, "2"));
  expect(keyOf(true, "1")).toBe(keyOf(true, "1"));
});

test("when the reported absence of a value is over, then the incident of that value is", () => {
  const keyOf = (about: string, isOver: boolean) => bodyOf("pagerduty", {}, { about, isOver }).dedup_key;
  expect(keyOf("web", true)).toBe(keyOf("web", false));
  expect(keyOf("web", true)).not.toBe(keyOf("db", true));
});

test("when a message lists other new patterns, then no empty line stands behind them", () => {
  const others = [{ host: "db", program: "x", message: "fan failed" }];
  const { text } = bodyOf("mattermost", { isNewPattern: true }, { others });
  expect(text).toContain("disk failed\n\nAlso new:\ndb x: fan failed\n```");
});
