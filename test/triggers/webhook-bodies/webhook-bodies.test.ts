import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ServiceMessage } from "../../../src/triggers/webhook-bodies/service-message.ts";
import { addressProblem, serviceCalls, serviceNames } from "../../../src/triggers/webhook-bodies/webhook-bodies.ts";
import { shownBy } from "./receivers.ts";

const address = { url: "https://chat.example.org/a/topic-1?x=1", chatId: "-100", routingKey: "key" };
const message: ServiceMessage = {
  title: "disk",
  summary: "ERROR, 3 times since the last message",
  text: "2026-01-02T03:04:05.000Z web-1 kernel: disk <sda> & friends failed",
  url: "https://vigie.example.org/search?t=1..601&event=7",
  severity: 3,
  time: 1_767_323_045,
  host: "web-1",
  program: "kernel",
  incident: "vigie-trigger-1",
  isOver: false,
};

/** As evil as lines of logs are. */
const evil = fc
  .array(
    fc.oneof(
      fc.constantFrom("<!channel>", "@all", "```", "````", "</pre>", "&amp;", "&", "<", ">", "*", "\n", '"', "\\", "…"),
      fc.string({ unit: "binary" }),
      fc.constant("é漢😀"),
    ),
    { maxLength: 20 },
  )
  .map((pieces) => `x${pieces.join("")}x`.toWellFormed().replaceAll("\u200b", ""));

describe.each(serviceNames)("%s", (service) => {
  const shown = (given: Partial<ServiceMessage>) => {
    const { body } = serviceCalls[service](address, { ...message, ...given });
    return shownBy[service](JSON.parse(JSON.stringify(body)));
  };

  test("when something fires, then the title and the line are shown as they are", () => {
    const { title, text } = shown({});
    expect(title).toBe(service === "pagerduty" ? `disk: ${message.text}` : "disk");
    expect(text).toBe(message.text);
  });

  test("when texts hold the service's own signs, then they are shown and do nothing", () => {
    fc.assert(
      fc.property(evil, evil, (title, text) => {
        const found = shown({ title: title.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " "), text });
        expect(found.text).toBe(text);
      }),
    );
  });

  test("when texts are far too long, then they are cut, and the body is one that the service takes", () => {
    for (const sign of ["a", "&", "<", "`", "漢", "😀", "\u0001"]) {
      const { text } = shown({ title: sign.repeat(2_000), text: sign.repeat(65_536) });
      expect(text.length).toBeGreaterThan(100);
      expect(text.length).toBeLessThanOrEqual(4_096);
      expect(text.endsWith("…")).toBe(true);
      expect(text.isWellFormed()).toBe(true);
    }
  });

  test("when there is no link and no summary, then the body is one that the service takes", () => {
    expect(() => serviceCalls[service](address, { ...message, url: "", summary: "" })).not.toThrow();
    if (service !== "mattermost" && service !== "ntfy") expect(shown({ url: "", summary: "" }).text).toBe(message.text);
  });
});

test("when what was told is over, then PagerDuty's incident of the same key is resolved", () => {
  const { body } = serviceCalls.pagerduty(address, { ...message, isOver: true });
  expect(body).toEqual({ routing_key: "key", dedup_key: "vigie-trigger-1", event_action: "resolve" });
});

test("when a topic of ntfy is called, then the message goes to the server with the topic inside", () => {
  const { url, body } = serviceCalls.ntfy(address, message);
  expect(url).toBe("https://chat.example.org/a/?x=1");
  expect(body).toMatchObject({ topic: "topic-1", click: message.url });
});

test.each([
  ["telegram", { ...address, url: "https://api.telegram.org/bot1:a/sendMessage", chatId: "" }, "chat_id"],
  ["telegram", { ...address, url: "https://api.telegram.org/bot1:a" }, "url"],
  ["pagerduty", { ...address, routingKey: "" }, "routing_key"],
  ["ntfy", { ...address, url: "https://ntfy.sh/" }, "url"],
] as const)("when %s lacks something, then that is said", (service, given, field) => {
  expect(addressProblem(service, given)?.field).toBe(field);
});

test.each([
  ["telegram", { ...address, url: "https://api.telegram.org/bot1:a/sendMessage" }],
  ["slack", { ...address, chatId: "", routingKey: "" }],
  ["ntfy", address],
  ["pagerduty", address],
] as const)("when %s has all it needs, then nothing is said", (service, given) => {
  expect(addressProblem(service, given)).toBeUndefined();
});
