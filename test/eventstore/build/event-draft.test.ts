import { expect, test } from "vitest";
import { EventDraft } from "../../../src/eventstore/build/event-draft.ts";

test("when the events of a draft were handed over, then it holds none of them any more", () => {
  const draft = new EventDraft(true);
  draft.begin(7);
  const row = { host: "h", program: "p", message: "m", severity: 6, facility: 1, type: 2, status: 0 };
  for (let i = 0; i < 3; i++) draft.add({ ...row, times: [i], ciscoMnemonic: "", tags: [], extra: "" });
  const { segments, ...counts } = draft.finish();
  expect(segments.map(({ firstId, rows }) => [firstId, rows])).toEqual([[7, 3]]);
  expect(counts).toEqual({ count: 3, occurrences: 3 });
  expect(draft.finish()).toEqual({ segments: [], count: 0, occurrences: 0 });
});
