import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { GeoipDatabase } from "../../src/geoip/geoip-database.ts";
import { checkGeoipFiles, createGeoipSource } from "../../src/geoip/geoip-files.ts";
import { isPublicAddress } from "../../src/lib/ip-address.ts";
import { tinyMmdb } from "../support/tiny-mmdb.ts";

const folder = mkdtempSync(join(tmpdir(), "vigie-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: Buffer | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe("the database inside", () => {
  const source = createGeoipSource([]);

  test.each([
    ["193.0.6.139", "NL", "Netherlands"],
    ["::ffff:193.0.6.139", "NL", "Netherlands"],
    ["8.8.8.8", "US", "United States"],
    ["2001:4860:4860::8888", "US", "United States"],
    ["130.149.7.201", "DE", "Germany"],
    ["133.11.0.1", "JP", "Japan"],
  ])("when %s is looked up, then it is in %s", async (address, country_code, country) => {
    expect(new GeoipDatabase(await source.load()).find(address)).toEqual({ country_code, country });
  });

  test.each(["", "web-1", "10.1.2.3", "fe80::1", "999.1.1.1", "8.8.8", "8.8.8.8:53", "__proto__"])(
    "when %j is looked up, then it is nowhere",
    async (name) => {
      expect(new GeoipDatabase(await source.load()).find(name)).toEqual({});
    },
  );

  test("when it is asked for twice, then it is read once, and its makers are named", async () => {
    expect(await source.load()).toBe(await source.load());
    expect(source.attributions).toMatchObject([{ license: "CC BY 4.0", url: "https://www.nro.net/" }]);
  });
});

describe("a database of the operator's", () => {
  const maxMind = {
    country: { iso_code: "FR" },
    city: { names: { en: "Lyon", fr: "Lyon" } },
    location: { latitude: 45.75, longitude: 4.85 },
  };
  const flat = { country_code: "FR", city: "Lyon", latitude: "45.75", longitude: "4.85" };
  const network = { autonomous_system_number: 64500, autonomous_system_organization: "Example" };
  const lyon = { country_code: "FR", country: "France", city: "Lyon", latitude: 45.75, longitude: 4.85 };
  const example = { asn: 64500, as_name: "Example" };

  test.each([
    ["MaxMind's cities", [maxMind], lyon],
    ["flat cities with numbers as text", [flat], lyon],
    ["networks", [network], example],
    ["networks as IPinfo has them", [{ asn: "AS64500", as_name: "Example" }], example],
    ["a country that is none", [{ country_code: "ZZ" }], {}],
    ["nothing that is known", [{ other: "x" }], {}],
    ["cities and networks", [maxMind, network], { ...lyon, ...example }],
    [
      "two that contradict each other",
      [{ country_code: "FR" }, { country_code: "DE" }],
      { country_code: "FR", country: "France" },
    ],
  ])("when it has %s, then they are told", async (name, records, place) => {
    const paths = records.map((record, i) => file(`${name} ${i}.mmdb`, tinyMmdb(record)));
    await checkGeoipFiles(paths);
    const source = createGeoipSource(paths);
    const database = new GeoipDatabase(await source.load());
    expect(database.find("8.8.8.8")).toEqual(place);
    expect(database.find("2001:4860::1")).toEqual(place);
    expect(database.find("192.168.0.1")).toEqual({});
    expect(source.attributions).toEqual([]);
  });

  test("when it knows only IPv4, then an IPv6 address is nowhere", async () => {
    const source = createGeoipSource([file("v4.mmdb", tinyMmdb(flat, 4))]);
    const database = new GeoipDatabase(await source.load());
    expect(database.find("8.8.8.8")).toEqual(lyon);
    expect(database.find("2001:4860::1")).toEqual({});
  });

  test("when it is missing or something else, then it is refused by name", async () => {
    const missing = join(folder, "missing.mmdb");
    await expect(checkGeoipFiles([missing])).rejects.toThrow(/missing\.mmdb": ENOENT/);
    await expect(checkGeoipFiles([file("text.mmdb", "no database")])).rejects.toThrow(/text\.mmdb": it is no file in/);
    await expect(checkGeoipFiles([file("empty.mmdb", "")])).rejects.toThrow(/empty\.mmdb": it is no file in/);
  });
});

describe("a damaged database", () => {
  const mark = "\xab\xcd\xefMaxMind.com";
  /** Counted from the first byte of the record. */
  const pointerTo = (at: number) => Buffer.from([0x38, 0, 0, at >> 8, at & 255]);
  const array = (...members: Buffer[]) => Buffer.concat([Buffer.from([members.length, 4]), ...members]);

  /** The record is replaced by these bytes. */
  function withRecord(record: Buffer): Buffer {
    const whole = tinyMmdb({ country_code: "FR" });
    return Buffer.concat([whole.subarray(0, 22), record, whole.subarray(whole.indexOf(mark, 0, "latin1"))]);
  }

  /** Each of forty levels has the next one twice. */
  const doubling = Buffer.concat([
    ...Array.from({ length: 40 }, (_, level) => array(pointerTo(12 * (level + 1)), pointerTo(12 * (level + 1)))),
    Buffer.from([0x41, 0x61]),
  ]);

  test.each([
    ["leads back to itself", pointerTo(0)],
    ["holds itself twice", array(pointerTo(0), pointerTo(0))],
    ["has sixteen million members", Buffer.from([0x1f, 4, 0xff, 0xff, 0xff])],
    ["doubles with each level", doubling],
    ["is of no type", Buffer.from([0, 200])],
  ])("when a record %s, then the address is nowhere", async (name, record) => {
    const source = createGeoipSource([file(`${name}.mmdb`, withRecord(record))]);
    expect(new GeoipDatabase(await source.load()).find("8.8.8.8")).toEqual({});
  });

  test("when the description is damaged, or the file shorter than it says, then it is refused by name", async () => {
    const whole = tinyMmdb({ country_code: "FR" });
    const begin = whole.indexOf(mark, 0, "latin1");
    const cut = Buffer.concat([whole.subarray(0, 10), whole.subarray(begin)]);
    await expect(checkGeoipFiles([file("cut.mmdb", cut)])).rejects.toThrow(/cut\.mmdb": it is shorter than/);
    await expect(createGeoipSource([join(folder, "cut.mmdb")]).load()).rejects.toThrow(
      /cut\.mmdb": it is shorter than/,
    );
    const text = Buffer.concat([whole.subarray(0, begin + mark.length), Buffer.from([0x41, 0x61])]);
    await expect(checkGeoipFiles([file("text.mmdb", text)])).rejects.toThrow(/text\.mmdb": Unsupported record size/);
    const many = Buffer.concat([whole.subarray(0, begin + mark.length), Buffer.from([0x1f, 4, 0xff, 0xff, 0xff])]);
    await expect(checkGeoipFiles([file("many.mmdb", many)])).rejects.toThrow(/many\.mmdb": a value does not end/);
  });
});

describe("addresses", () => {
  test.each(["1.1.1.1", "100.128.0.1", "172.32.0.1", "223.255.255.254", "2a00::1", "2606:4700::1111"])(
    "when it is %s, then it is public",
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  test.each(
    "0.0.0.0 10.0.0.1 100.64.0.1 127.0.0.1 169.254.1.1 172.31.255.255 192.0.2.1 192.168.1.1 198.19.0.1 224.0.0.1 255.255.255.255 :: ::1 fc00::1 fe80::1 ff02::1 2001:db8::1 2002::1 ::ffff:10.0.0.1 1.2.3 x".split(
      " ",
    ),
  )("when it is %s, then it is not", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
