import { describe, expect, test } from "vitest";
import { createEdgeReader } from "../../../src/http/access/client-address.ts";

const forwarded = {
  host: "inner:1",
  "x-forwarded-for": "9.9.9.9, 8.8.8.8, 10.0.0.2",
  "x-forwarded-proto": "http, https",
  "x-forwarded-host": "outer.example",
};

describe("where a request comes from", () => {
  test.each([
    ["10.0.0.1", { address: "8.8.8.8", secure: true, host: "outer.example" }],
    ["::ffff:10.0.0.1", { address: "8.8.8.8", secure: true, host: "outer.example" }],
    ["fd00::7", { address: "8.8.8.8", secure: true, host: "outer.example" }],
    ["11.0.0.1", { address: "11.0.0.1", secure: false, host: "inner:1" }],
    ["", { address: "", secure: false, host: "inner:1" }],
  ])("when the peer is %s, then what is forwarded counts only from a trusted one", (peer, expected) => {
    const read = createEdgeReader(["10.0.0.0/8", "fd00::7"]);
    expect(read(new Headers(forwarded), peer)).toEqual(expected);
  });

  test("when a trusted proxy forwards nothing, or nonsense, then it is the peer itself", () => {
    const read = createEdgeReader(["10.0.0.1"]);
    expect(read(new Headers({ host: "a" }), "10.0.0.1")).toEqual({ address: "10.0.0.1", secure: false, host: "a" });
    expect(read(new Headers({ "x-forwarded-for": "unknown" }), "10.0.0.1").address).toBe("10.0.0.1");
  });

  test("when nobody is trusted, then nothing forwarded counts", () => {
    expect(createEdgeReader([])(new Headers(forwarded), "127.0.0.1").address).toBe("127.0.0.1");
  });
});
