import { expect, test } from "vitest";
import { takeDocument } from "../../../src/cli/import/json-document.ts";

/** What was read before it was known to be lines, or all of it. */
async function take(chunks: readonly string[]) {
  let read = 0;
  const file = {
    ...{ name: "a.log", sizeBytes: 0, modified: undefined, readBytes: () => 0, holeBytes: () => 0 },
    async *chunks() {
      for (const chunk of chunks) {
        read++;
        yield new TextEncoder().encode(chunk);
      }
    },
  };
  const { entries } = await takeDocument(file);
  return { read, isDocument: entries !== undefined };
}

test.each([
  ["a number", '{"value":21.5,"sensor":"inlet"}\n'],
  ["a pair of numbers", '{"value":[1795650932,"1"],"metric":"up"}\n'],
  ["texts", '{"records": ["a"], "message": "m"}\n'],
  ["a kind of messages", '{"messageType":"order","id":7}\n'],
])(
  "when each line of JSON begins with %s under a name of clouds, then lines are read as they come",
  async (_title, line) => {
    expect(await take([line, line, line])).toEqual({ read: 1, isDocument: false });
  },
);

test.each([
  ["CloudTrail's", '{"Records":[{"eventVersion":"1.08"}', "]}"],
  ["an empty one", '{"value" : [ ', "]}"],
  ["CloudWatch's", '{"messageType":"DATA_MESSAGE","logEvents":[', '{"id":"1","message":"m"}]}'],
])("when a file is a wrapper, such as %s, then it is read to its end", async (_title, ...chunks) => {
  expect(await take(chunks)).toEqual({ read: 2, isDocument: true });
});
