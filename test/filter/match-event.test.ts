import { describe, expect, test } from "vitest";
import type { StoredEvent } from "../../src/eventstore/event/event.ts";
import { matchEvent } from "../../src/filter/match-event.ts";
import { filterSchema } from "../../src/filter/schema.ts";
import { compileFilter } from "../../src/filter/select/compile-filter.ts";

const event: StoredEvent = {
  id: 42,
  times: [1_700_000_000_500_000, 1_700_000_001_000_000],
  host: "Web-01.example",
  program: "sshd",
  message: "Connection to 10.0.0.1:22 refused — Ünïcode straße (code=500) C:\\Users",
  severity: 3,
  facility: 4,
  type: 2,
  status: 1,
  ciscoMnemonic: "",
  tags: ["code", "500.0", "share", "\\\\server\\dir", "star", "a*b", "user", "Ünï"],
  extra: "",
};

type Raw = [field: string, op: string, value: unknown, ignore_case?: boolean];

/** Of each pair the first condition holds and the second, its twin, does not. */
const pairs: [holds: Raw, fails: Raw][] = [
  [
    ["host", "eq", "web-01.EXAMPLE"],
    ["host", "eq", "web-01"],
  ],
  [
    ["host", "eq", "web-*"],
    ["host", "eq", "*-02*"],
  ],
  [
    ["host", "eq", "web-0?.example"],
    ["host", "eq", "web-0?example"],
  ],
  [
    ["host", "eq", "Web*", false],
    ["host", "eq", "web*", false],
  ],
  [
    ["host", "eq", ["x", "web*"]],
    ["host", "eq", ["x", "y"]],
  ],
  [
    ["host", "ne", ["x", "y"]],
    ["host", "ne", ["x", "web*"]],
  ],
  [
    ["host", "eq", "*"],
    ["nothing", "eq", "*"],
  ],
  [
    ["nothing", "ne", "*"],
    ["host", "ne", "*"],
  ],
  [
    ["nothing", "ne", "x"],
    ["user", "ne", "ünï"],
  ],
  [
    ["nothing", "!~", "a*"],
    ["nothing", "=~", "a*"],
  ],
  [
    ["nothing", "eq", ""],
    ["user", "eq", ""],
  ],
  [
    ["user", "eq", "ÜNÏ"],
    ["user", "eq", "uni"],
  ],
  [
    ["star", "eq", "a\\*b"],
    ["star", "eq", "a\\*c"],
  ],
  [
    ["share", "eq", "\\\\server\\dir"],
    ["share", "eq", "\\server\\dir"],
  ],
  [
    ["share", "eq", "\\\\server\\\\*"],
    ["share", "eq", "\\\\server\\*"],
  ],
  [
    ["code", "eq", 500],
    ["code", "eq", "500"],
  ],
  [
    ["code", "ge", 500],
    ["code", "gt", 500],
  ],
  [
    ["code", "lt", "501"],
    ["user", "lt", 501],
  ],
  [
    ["severity", "eq", "error"],
    ["severity", "eq", "warning"],
  ],
  [
    ["severity", "eq", "err"],
    ["severity", "eq", "warn"],
  ],
  [
    ["severity", "eq", "03"],
    ["severity", "eq", "33"],
  ],
  [
    ["severity", "le", "error"],
    ["severity", "lt", "err"],
  ],
  [
    ["severity", "=~", "^ERR"],
    ["severity", "=~", "^WARN"],
  ],
  [
    ["severity_name", "eq", "error"],
    ["severity_name", "eq", "3"],
  ],
  [
    ["facility_name", "eq", "auth"],
    ["facility", "eq", "kern"],
  ],
  [
    ["status_name", "eq", "actionable"],
    ["status", "gt", 1],
  ],
  [
    ["type", "eq", "http"],
    ["type", "eq", "syslog"],
  ],
  [
    ["counter", "eq", 2],
    ["counter", "gt", 2],
  ],
  [
    ["id", "eq", "42"],
    ["_id", "ne", 42],
  ],
  [
    ["first_occurrence", "eq", 1_700_000_000.5],
    ["last_occurrence", "lt", 1_700_000_001],
  ],
  [
    ["cisco_mnemonic", "ne", "*"],
    ["cisco_mnemonic", "eq", "*"],
  ],
  [
    ["message", "eq", "connection refused"],
    ["message", "eq", "refused connection"],
  ],
  [
    ["message", "eq", "connection 10.0.0.1"],
    ["message", "eq", "10.0.1"],
  ],
  [
    ["message", "eq", "conn* ref?sed"],
    ["message", "eq", "conn"],
  ],
  [
    ["message", "eq", "*fuse*"],
    ["message", "eq", "fuse"],
  ],
  [
    ["message", "eq", "STRAẞE ("],
    ["message", "eq", "STRASSE"],
  ],
  [
    ["message", "eq", "STRAßE"],
    ["message", "eq", "STRAßE", false],
  ],
  [
    ["message", "eq", "("],
    ["message", "eq", "["],
  ],
  [
    ["message", "eq", "users"],
    ["message", "eq", "user"],
  ],
  [
    ["message", "qp", "connection refused"],
    ["message", "qp", "connection accepted"],
  ],
  [
    ["message", "qp", '"22 refused"'],
    ["message", "qp", '"connection refused"'],
  ],
  [
    ["message", "qp", "accepted | refused"],
    ["message", "qp", "accepted OR denied"],
  ],
  [
    ["message", "qp", "refused -accepted"],
    ["message", "qp", "refused !ünïcode NOT x"],
  ],
  [
    ["message", "qp", "refused (x | straße)"],
    ["message", "qp", "(x | y) refused"],
  ],
  [
    ["message", "qp", "* -denied"],
    ["message", "qp", "* -refused"],
  ],
  [
    ["message", "qp", "code=500"],
    ["message", "qp", "code=50"],
  ],
  [
    ["message", "qp", '"("'],
    ["message", "qp", '"["'],
  ],
  [
    ["host", "qp", "web example"],
    ["nothing", "qp", "*"],
  ],
  [
    ["message", "=~", "conn.*refused"],
    ["message", "=~", "conn.*refused$"],
  ],
  [
    ["message", "=~", "CONN"],
    ["message", "=~", "CONN", false],
  ],
  [
    ["message", "=~", ["x", "refused"]],
    ["message", "!~", ["x", "refused"]],
  ],
];

describe("one condition and one event", () => {
  for (const [holds, fails] of pairs) {
    test(`when the condition is ${JSON.stringify(holds)}, then it holds`, () => expect(matches(holds)).toBe(true));
    test(`when the condition is ${JSON.stringify(fails)}, then it does not`, () => expect(matches(fails)).toBe(false));
  }

  test("when a reader may see some hosts only, then events of other hosts match nothing, whatever the filter says", () => {
    expect(matchEvent(compileFilter([], ["db*", "WEB-??.example"]), event)).toBe(true);
    expect(matchEvent(compileFilter([], ["db*", "web"]), event)).toBe(false);
    expect(matchEvent(compileFilter([], ["*"]), { ...event, host: "" })).toBe(true);
    expect(matchEvent(compileFilter([], ["a\\b*"]), { ...event, host: "A\\bc" })).toBe(true);
  });

  test("when nothing is asked, then every event matches", () => {
    expect(matchEvent(compileFilter([]), event)).toBe(true);
  });
});

function matches([field, op, value, ignore_case]: Raw): boolean {
  return matchEvent(compileFilter(filterSchema.parse([{ field, op, value, ignore_case }])), event);
}
