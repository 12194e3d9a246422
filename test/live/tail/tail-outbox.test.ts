import { expect, test } from "vitest";
import { heartbeatMs, stallMs, waitingBytesMax } from "../../../src/live/tail/limits.ts";
import { TailOutbox } from "../../../src/live/tail/tail-outbox.ts";
import { ManualTime } from "../../api/query/manual-time.ts";

function start() {
  const time = new ManualTime();
  let gone = 0;
  const outbox = new TailOutbox(time, () => gone++);
  const reader = outbox.stream.pipeThrough(new TextDecoderStream()).getReader();
  return { time, outbox, read: async () => (await reader.read()).value, reader, gone: () => gone };
}

test("when nothing comes for a while, then the id says up to where all was looked at, and no message", async () => {
  const { outbox, read } = start();
  outbox.beat(7);
  expect(await read()).toBe("id: 7\n\n");
});

test("when there is no room, then the number of what is left out stands in its place", async () => {
  const time = new ManualTime();
  const outbox = new TailOutbox(time, () => undefined);
  const large = JSON.stringify("x".repeat(waitingBytesMax / 2));
  for (let id = 1; id <= 4; id++) outbox.send("event", id, large);
  const reader = outbox.stream.pipeThrough(new TextDecoderStream()).getReader();
  const first = (await reader.read()).value!;
  outbox.send("event", 5, '"small"');
  const second = (await reader.read()).value!;
  expect(
    [...`${first}${second}`.matchAll(/event: (\w+)\ndata: (.{1,12})/g)].map(([, name, data]) => [name, data]),
  ).toEqual([
    ["event", large.slice(0, 12)],
    ["missed", '{"count":3}'],
    ["event", '"small"'],
  ]);
});

test("when nobody counted what is missing, then the count is null, however many others are", async () => {
  const { outbox, read } = start();
  outbox.miss(undefined);
  expect(await read()).toContain('{"count":null}');
});

test("when a client takes nothing for long though something waits, then it is cut off, and not before", async () => {
  const time = new ManualTime();
  let gone = 0;
  const outbox = new TailOutbox(time, () => gone++);
  outbox.beat(1);
  for (let ms = 0; ms < stallMs; ms += heartbeatMs) {
    expect(gone).toBe(0);
    await time.pass(heartbeatMs);
    outbox.beat(1);
  }
  await time.pass(heartbeatMs);
  outbox.beat(1);
  expect(gone).toBe(1);
});

test("when it ends, then the reason is the last that comes", async () => {
  const { outbox, read, reader } = start();
  outbox.send("event", 1, '"one"');
  outbox.end("over");
  outbox.send("event", 2, '"two"');
  expect(await read()).toBe('id: 1\nevent: event\ndata: "one"\n\nevent: end\ndata: {"reason":"over"}\n\n');
  expect((await reader.read()).done).toBe(true);
});
