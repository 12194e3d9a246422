import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { sha256Hex } from "../lib/ids.ts";

export interface StaticFile {
  answer(request: Request): Promise<Response>;
}

export interface StaticFileSource {
  contentType: string;
  /** Called once, at the first request. */
  read(): Promise<Uint8Array<ArrayBuffer>>;
  /** More header fields of the answer. */
  headers?: Record<string, string>;
}

/**
 * A file that is the same for everybody as long as this process runs. A browser keeps it and asks each time whether it
 * is unchanged (304), so that a new version shows at once. Only its compressed form is held in memory.
 */
export function createStaticFile({ contentType, read, headers }: StaticFileSource): StaticFile {
  let packed: Promise<Packed> | undefined;
  return {
    async answer(request) {
      packed ??= read().then(pack);
      const { etag, zipped } = await packed;
      const fields = { ...headers, ETag: etag, "Cache-Control": "no-cache", Vary: "Accept-Encoding" };
      if (namesTag(request.headers.get("if-none-match"), etag))
        return new Response(null, { status: 304, headers: fields });
      if (!acceptsGzip(request.headers.get("accept-encoding")))
        return new Response(await read(), { headers: { ...fields, "Content-Type": contentType } });
      return new Response(zipped, {
        headers: { ...fields, "Content-Type": contentType, "Content-Encoding": "gzip" },
      });
    },
  };
}

interface Packed {
  etag: string;
  zipped: Uint8Array<ArrayBuffer>;
}

/** The tag is weak, because it names both forms. */
async function pack(bytes: Uint8Array<ArrayBuffer>): Promise<Packed> {
  const zipped = await promisify(gzip)(bytes);
  return { etag: `W/"${sha256Hex(bytes).slice(0, 32)}"`, zipped: new Uint8Array(zipped) };
}

function namesTag(ifNoneMatch: string | null, etag: string): boolean {
  const tags = (ifNoneMatch ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(etag.replace(/^W\//, ""));
}

function acceptsGzip(acceptEncoding: string | null): boolean {
  const codings = (acceptEncoding ?? "").split(",").map((coding) => coding.trim().toLowerCase().replaceAll(" ", ""));
  return codings.some((coding) => coding === "gzip" || /^gzip;q=(?!0(\.0*)?$)/.test(coding));
}
