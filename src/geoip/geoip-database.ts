import { isIPv6 } from "node:net";
import { Reader, type Response } from "mmdb-lib";
import { AppError, messageOf } from "../lib/errors.ts";
import { isPublicAddress, plainAddress } from "../lib/ip-address.ts";
import type { GeoipFiles } from "./geoip-files.ts";

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

/** Looks addresses up; any thread. Throws AppError `unavailable` where a file turns out to be damaged. */
export class GeoipDatabase {
  readonly #readers: readonly Reader<Response>[];

  constructor({ bytes }: GeoipFiles) {
    const open = (file: Uint8Array) => new Reader<Response>(Buffer.from(file.buffer, file.byteOffset, file.length));
    this.#readers = bytes.map((file) => unlessDamaged(() => open(file)));
  }

  /** {} for text that is no public IP address, and for unknown ones. */
  find(text: string): GeoipPlace {
    if (!isPublicAddress(text)) return {};
    const address = plainAddress(text);
    const places = this.#readers.map((reader) => readPlace(look(reader, address)));
    return Object.assign({}, ...places.reverse());
  }
}

function look(reader: Reader<Response>, address: string): AnyRecord | null {
  if (reader.metadata.ipVersion === 4 && isIPv6(address)) return null;
  return unlessDamaged(() => reader.get(address) as AnyRecord | null);
}

function unlessDamaged<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const message = `A database of places is damaged: ${messageOf(error)}. The administrator can replace its file.`;
    throw new AppError("unavailable", message, {}, { cause: error });
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
