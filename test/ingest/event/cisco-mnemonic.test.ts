import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCiscoMnemonic } from "../../../src/ingest/event/cisco-mnemonic.ts";

describe("readCiscoMnemonic", () => {
  const messages: [message: string, mnemonic: string][] = [
    ["%SYS-5-CONFIG_I: Configured from console by vty0", "SYS-5-CONFIG_I"],
    ["000123: *Nov 21 09:00:00.123: %LINEPROTO-5-UPDOWN: Line protocol on Gi0/1", "LINEPROTO-5-UPDOWN"],
    ["load 5% %ASA-6-302013: Built outbound TCP connection", "ASA-6-302013"],
    ["%CARD-SEVERITY-SLOT-3-MSG: text", "CARD-SEVERITY-SLOT-3-MSG"],
    ["%PLATFORM_ENV-1-FAN_NOT_PRESENT: Fan 1", "PLATFORM_ENV-1-FAN_NOT_PRESENT"],
    ["100% done", ""],
    ["%SYS-9-CONFIG_I: no such severity", ""],
    ["%SYS-5-CONFIG_I without a colon", ""],
    ["%sys-5-config_i: lower case", ""],
    [`${" ".repeat(300)}%SYS-5-CONFIG_I: too far in`, ""],
    ["", ""],
  ];
  for (const [message, mnemonic] of messages)
    test(`when the message is "${message.trim().slice(0, 40)}", then it is "${mnemonic}"`, () =>
      expect(readCiscoMnemonic(message)).toBe(mnemonic));

  test("when the text is anything, then what is found stands in it", () => {
    const piece = fc.constantFrom("%", "A", "-", "5", ":", "_", " ", "SYS-5-X:");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const message = pieces.join("");
        const found = readCiscoMnemonic(message);
        if (found !== "") expect(message).toContain(`%${found}:`);
      }),
    );
  });
});
