import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mayBeRepeated, readFoldedMessage } from "../../../src/ingest/event/folded-message.ts";
import { repeatsUnfoldedMax } from "../../../src/ingest/limits.ts";

const failed = "Failed password for root from 192.0.2.1 port 22 ssh2";
const failures = "more authentication failures; logname= uid=0 euid=0 tty=ssh ruser= rhost=192.0.2.1  user=root";

describe("a message that tells how often something happened", () => {
  test.each([
    [`message repeated 5 times: [ ${failed}]`, 5, failed],
    [`message repeated 1 time: [ ${failed}]`, 1, failed],
    [`message repeated 2 times: [${failed}]`, 2, failed],
    ["message repeated 3 times: [ one [two] three]", 3, "one [two] three"],
    [`message repeated 2 times: [ message repeated 5 times: [ ${failed}]]`, 10, failed],
    [`PAM 2 ${failures}`, 2, `PAM 2 ${failures}`],
    [`2 ${failures}`, 2, `2 ${failures}`],
    [`pam_unix(sshd:auth): 4 ${failures}`, 4, `pam_unix(sshd:auth): 4 ${failures}`],
    [`PAM 1 ${failures.replace("failures", "failure")}`, 1, `PAM 1 ${failures.replace("failures", "failure")}`],
  ])("when it is %s, then it is that often what it speaks of", (message, count, inner) => {
    expect(readFoldedMessage(message)).toEqual({ message: inner, count, isCut: false });
  });

  test.each([
    "message repeated 3 times: [ ]",
    "message repeated 3 times: [ never closed",
    "message repeated many times: [ x]",
    "the message repeated 3 times: [ x]",
    "no message repeated 3 times",
    "PAM service(sshd) ignoring max retries; 5 > 3",
    "2 more apples",
    "more authentication failures",
    failed,
  ])("when it is %s, then it is what it says", (message) => {
    expect(readFoldedMessage(message)).toBeUndefined();
  });

  test("when it says more often than may be unfolded, then it is that often and known as cut", () => {
    expect(readFoldedMessage("message repeated 999999999 times: [ x]")).toEqual({
      message: "x",
      count: repeatsUnfoldedMax,
      isCut: true,
    });
    expect(readFoldedMessage("message repeated 0 times: [ x]")).toEqual({ message: "x", count: 1, isCut: false });
  });

  test("when its bytes are asked, then they say no only where the text says no", () => {
    const pieces = fc.constantFrom(
      "message repeated 3 times: [ ",
      "Message repeated ",
      "x]",
      "]",
      "PAM 2 ",
      failures,
      "7 ",
      "pam_unix(a:b): ",
      "ä",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 4 })), { maxLength: 5 }), (parts) => {
        const message = parts.join("");
        const bytes = Buffer.from(`"${message}"`);
        if (readFoldedMessage(message) !== undefined) expect(mayBeRepeated(bytes, 1, bytes.length - 1)).toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
});
