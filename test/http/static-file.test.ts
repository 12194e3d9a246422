import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createStaticFile } from "../../src/http/static-file.ts";

const text = "body { color: black }\n".repeat(100);
function fileOf() {
  let reads = 0;
  const read = async () => {
    reads += 1;
    return new TextEncoder().encode(text);
  };
  const file = createStaticFile({ contentType: "text/css", read, headers: { "X-More": "1" } });
  const ask = (headers: Record<string, string> = {}) => file.answer(new Request("http://a/", { headers }));
  return { ask, reads: () => reads };
}

test("when gzip is welcome, then the file comes packed, and it is packed once", async () => {
  const { ask, reads } = fileOf();
  for (const accepted of ["gzip", "br, GZIP;q=0.5", "deflate, gzip; q=1"]) {
    const response = await ask({ "accept-encoding": accepted });
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(gunzipSync(await response.bytes()).toString()).toBe(text);
  }
  expect(reads()).toBe(1);
});

test.each(["", "br", "gzip;q=0", "gzip;q=0.0", "x-gzip-not"])(
  "when %j is welcome, then it comes plain",
  async (accepted) => {
    const response = await fileOf().ask({ "accept-encoding": accepted });
    expect([response.headers.get("content-encoding"), await response.text()]).toEqual([null, text]);
  },
);

test("when a browser has it, then it is told so and nothing is sent", async () => {
  const { ask } = fileOf();
  const first = await ask();
  const etag = first.headers.get("etag")!;
  expect(Object.fromEntries(first.headers)).toMatchObject({
    "content-type": "text/css",
    "cache-control": "no-cache",
    vary: "Accept-Encoding",
    "x-more": "1",
  });
  for (const tag of [etag, etag.replace("W/", ""), `"other", ${etag}`, "*"]) {
    const again = await ask({ "if-none-match": tag });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
  }
  expect((await ask({ "if-none-match": '"other"' })).status).toBe(200);
});
