import fc from "fast-check";
import { expect, test } from "vitest";
import { FramedBody, Frames, framedBodyBytes } from "../../../src/ingest/framing/framed-body.ts";

const message = fc.record({
  content: fc.uint8Array({ maxLength: 40 }),
  source: fc.nat(3),
  isCut: fc.boolean(),
  between: fc.uint8Array({ maxLength: 2 }),
});

test("when messages are put into a body, then they are read out of it as they were, from a copy that lies anywhere, too", () => {
  const memory = new SharedArrayBuffer(framedBodyBytes(2000, 40));
  const body = new FramedBody(memory, 2000, 40);
  fc.assert(
    fc.property(fc.array(message, { maxLength: 40 }), fc.nat(3), (messages, offset) => {
      body.begin();
      for (const { content, source, isCut, between } of messages) {
        const start = body.textBytes;
        body.write(content);
        body.add(start, body.textBytes, source, isCut);
        body.write(between);
      }
      const sealed = body.seal();
      const elsewhere = new Uint8Array(sealed.length + offset).subarray(offset);
      elsewhere.set(sealed);
      for (const frames of [new Frames(sealed), new Frames(elsewhere)]) {
        const read = Array.from({ length: frames.count }, (_, index) => ({
          content: new Uint8Array(frames.text.slice(frames.start(index), frames.end(index))),
          source: frames.source(index),
          isCut: frames.isCut(index),
        }));
        expect(read).toEqual(messages.map(({ content, source, isCut }) => ({ content, source, isCut })));
      }
    }),
  );
});

test("when a body says more than it has, then it is not read", () => {
  const body = new FramedBody(new SharedArrayBuffer(framedBodyBytes(10, 2)), 10, 2);
  body.begin();
  body.write(Uint8Array.of(1, 2, 3));
  body.add(0, 3, 0, false);
  const sealed = body.seal();
  expect(() => new Frames(sealed.subarray(0, sealed.length - 4))).toThrow("cannot have");
});
