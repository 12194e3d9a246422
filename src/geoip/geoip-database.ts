import { isIPv6 } from "node:net";
import { Reader, type Response } from "mmdb-lib";
import { isPublicAddress, plainAddress } from "../lib/ip-address.ts";
import type { GeoipFiles } from "./geoip-files.ts";
import { gapBytes } from "./limits.ts";
import { requireModestValue } from "./modest-value.ts";

/** The location of an address, as far as the database knows. */
export interface GeoipPlace {
  /** ISO 3166-1, two capital letters. */
  country_code?: string;
  /** In English. */
  country?: string;
  city?: string;
  latitude?: number;
  longitude?: number;
  /** Number of the autonomous system. */
  asn?: number;
  as_name?: string;
}

/** Looks addresses up; any thread. */
export class GeoipDatabase {
  readonly #files: readonly DatabaseFile[];

  constructor({ bytes }: GeoipFiles) {
    this.#files = bytes.map((file) => new DatabaseFile(Buffer.from(file.buffer, file.byteOffset, file.length)));
  }

  /** {} for text that is no public IP address, and for unknown ones. */
  find(text: string): GeoipPlace {
    if (!isPublicAddress(text)) return {};
    const address = plainAddress(text);
    const places = this.#files.map((file) => readPlace(file.look(address)));
    return Object.assign({}, ...places.reverse());
  }
}

class DatabaseFile {
  readonly #reader: Reader<Response>;
  #isChecked = false;

  constructor(bytes: Buffer) {
    // The reader asks for a record in its cache before it decodes it, and for what its pointers lead to.
    const check = (at: number) => {
      if (!this.#isChecked) requireModestValue(bytes, at, this.#reader.metadata.searchTreeSize + gapBytes);
      this.#isChecked = true;
      return undefined;
    };
    this.#reader = new Reader<Response>(bytes, { cache: { get: check, set: () => undefined } });
  }

  /** Null when it does not know the address, also where it is damaged: a ranking is worth more than a place. */
  look(address: string): AnyRecord | null {
    if (this.#reader.metadata.ipVersion === 4 && isIPv6(address)) return null;
    this.#isChecked = false;
    try {
      return this.#reader.get(address) as AnyRecord | null;
    } catch {
      return null;
    }
  }
}

/**
 * Names of these fields in the databases in use: MaxMind's own layout nests them, those of ip-location-db and IPinfo
 * are flat.
 */
interface AnyRecord {
  country_code?: unknown;
  country?: unknown;
  registered_country?: unknown;
  city?: unknown;
  latitude?: unknown;
  longitude?: unknown;
  location?: unknown;
  autonomous_system_number?: unknown;
  autonomous_system_organization?: unknown;
  asn?: unknown;
  as_name?: unknown;
}

function readPlace(record: AnyRecord | null): GeoipPlace {
  if (record === null) return {};
  const code = textOf(
    record.country_code,
    member(record.country, "iso_code"),
    record.country,
    member(record.registered_country, "iso_code"),
  );
  const countryCode = code !== undefined && /^[A-Z]{2}$/.test(code) && code !== "ZZ" ? code : undefined;
  const place = {
    country_code: countryCode,
    country: countryCode && (countryNames.of(countryCode) ?? countryCode),
    city: textOf(record.city, member(member(record.city, "names"), "en")),
    latitude: numberOf(record.latitude, member(record.location, "latitude")),
    longitude: numberOf(record.longitude, member(record.location, "longitude")),
    asn: numberOf(record.autonomous_system_number, withoutLetters(record.asn)),
    as_name: textOf(record.autonomous_system_organization, record.as_name),
  };
  return Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined));
}

const countryNames = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });

function member(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function textOf(...values: unknown[]): string | undefined {
  return values.find((value): value is string => typeof value === "string" && value !== "");
}

/** Some write numbers as text. */
function numberOf(...values: unknown[]): number | undefined {
  const numbers = values.map((value) => (typeof value === "string" && value !== "" ? Number(value) : value));
  return numbers.find((value): value is number => typeof value === "number" && Number.isFinite(value));
}

/** AS64500 → 64500. */
function withoutLetters(value: unknown): unknown {
  return typeof value === "string" ? value.replace(/^AS/i, "") : value;
}
