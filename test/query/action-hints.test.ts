import { describe, expect, test } from "vitest";
import { actionHints, type FieldLinks } from "../../src/query/action-hints.ts";

const event = {
  id: "7",
  host: "web1.example.com",
  program: "sshd",
  message: "Failed password",
  cisco_mnemonic: "",
  severity: 3,
  facility: 0,
  status: 0,
  type: "SYSLOG",
  user_tags: { src_ip: "192.0.2.1", file: "main.js", dst_host: "db1", address: "2001:db8::1" },
  extra_fields: { raw: "x" },
};

const every = ["filter", "exclude", "top_n"];

describe("hints for an event", () => {
  test.each([
    ["host", [...every, "dns"]],
    ["program", every],
    ["message", every],
    ["severity", every],
    ["facility", every],
    ["type", every],
    ["src_ip", [...every, "geoip", "whois"]],
    ["address", [...every, "geoip", "whois"]],
    ["file", every],
    ["dst_host", [...every, "dns"]],
    ["_event", ["create_task", "create_trigger"]],
  ])("when the field is %s, then %j", (field, names) => {
    expect(actionHints(event, {})[field]?.map(({ name }) => name)).toEqual(names);
  });

  test.each(["cisco_mnemonic", "id", "extra_fields", "user_tags", "raw"])(
    "when the field %s has no value or cannot be searched, then there is nothing",
    (field) => {
      expect(actionHints(event, {})).not.toHaveProperty(field);
    },
  );

  test("when the host is an address, then it is no name", () => {
    const names = actionHints({ ...event, host: "192.0.2.7" }, {}).host?.map(({ name }) => name);
    expect(names).toEqual([...every, "geoip", "whois"]);
  });

  test("when a tag is called like something every object has, then it is a tag like any other", () => {
    const hints = actionHints({ user_tags: JSON.parse('{"__proto__": "x", "constructor": "y"}') }, {});
    expect(Object.keys(hints)).toEqual(["__proto__", "constructor", "_event"]);
  });
});

describe("links of the administrator", () => {
  const links: FieldLinks = {
    src_ip: [{ name: "intel", label: "Threat intelligence", url: "https://intel.example/{value}?q={value}" }],
  };

  test("when a field has links, then they come last with the value filled in", () => {
    expect(actionHints(event, links).src_ip?.at(-1)).toEqual({
      name: "intel",
      label: "Threat intelligence",
      url: "https://intel.example/192.0.2.1?q=192.0.2.1",
    });
  });

  test.each([
    ["a/b?c&d=#é ", "a%2Fb%3Fc%26d%3D%23%C3%A9%20"],
    ["$& {value}", "%24%26%20%7Bvalue%7D"],
    ["\ud800", "%EF%BF%BD"],
  ])("when the value is %j, then it cannot leave its place in the URL", (value, encoded) => {
    const url = actionHints({ user_tags: { src_ip: value } }, links).src_ip?.at(-1)?.url;
    expect(url).toBe(`https://intel.example/${encoded}?q=${encoded}`);
  });
});
