import { gunzipSync } from "node:zlib";
import { randomHex } from "../lib/ids.ts";
import { carriedPage } from "./carried-page.ts";
import { indexPage, type PageFacts, pagePolicy } from "./index-page.ts";
import { type KeptFile, mediaTypeOf, type PageFiles } from "./page-files.ts";
import { createSourcePage } from "./source-page.ts";

/** The page that people look at: one document for all its paths, and the files it loads. */
export interface Page {
  /**
   * Undefined for requests that are not for the page: another method, a path of the API, a client that wants no
   * document.
   */
  answer(request: Request, path: string): Promise<Response | undefined>;
}

export function createPage(facts: PageFacts): Page {
  const fromSource = createSourcePage();
  const open = async (): Promise<PageFiles> => carriedPage ?? (await fromSource());
  return {
    async answer(request, path) {
      if (request.method !== "GET" && request.method !== "HEAD") return undefined;
      if (path.startsWith(assetPrefix)) return answerAsset(await open(), path.slice(assetPrefix.length), request);
      return wantsDocument(request, path) ? answerDocument(await open(), facts) : undefined;
    },
  };
}

const assetPrefix = "/assets/";

/** A browser that goes to an address says so; programs that ask for data do not. */
function wantsDocument(request: Request, path: string): boolean {
  const isApi = path === "/api" || path.startsWith("/api/");
  return !isApi && (request.headers.get("accept") ?? "").toLowerCase().includes("text/html");
}

/** Never cached: each answer has a nonce of its own, and names the files of this very version. */
function answerDocument({ manifest }: PageFiles, facts: PageFacts): Response {
  const nonce = randomHex(16);
  return new Response(indexPage(manifest, facts, nonce), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": pagePolicy(nonce),
    },
  });
}

/** Its name changes with its content, so a browser never has to ask again. */
async function answerAsset(files: PageFiles, name: string, request: Request): Promise<Response | undefined> {
  const file = files.find(name);
  if (file === undefined) return undefined;
  const etag = `"${name}"`;
  const headers = {
    "Cache-Control": "public, max-age=31536000, immutable",
    ETag: etag,
    Vary: "Accept-Encoding",
  };
  if (request.headers.get("if-none-match")?.includes(etag)) return new Response(null, { status: 304, headers });
  const { bytes, coding } = await inBestCoding(file, request.headers.get("accept-encoding") ?? "");
  const named = coding === undefined ? headers : { ...headers, "Content-Encoding": coding };
  return new Response(bytes, { headers: { ...named, "Content-Type": mediaTypeOf(name) } });
}

async function inBestCoding(file: KeptFile, accepted: string) {
  if (file.brotli && accepts(accepted, "br")) return { bytes: await file.brotli(), coding: "br" };
  if (file.gzip && accepts(accepted, "gzip")) return { bytes: await file.gzip(), coding: "gzip" };
  return { bytes: file.plain ? await file.plain() : gunzipSync(await file.gzip!()), coding: undefined };
}

function accepts(accepted: string, coding: string): boolean {
  return accepted.split(",").some((item) => {
    const [name = "", weight = ""] = item.toLowerCase().replaceAll(" ", "").split(";");
    return name === coding && !/^q=0(\.0*)?$/.test(weight);
  });
}
