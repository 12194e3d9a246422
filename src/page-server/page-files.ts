/** The files of a build of the page. Names are below `/assets/` and change with the content. */
export interface PageManifest {
  /** Loaded before anything is drawn; sets the colours. */
  themeScript: string;
  /** The first script, and the chunks that it needs at its start. */
  script: string;
  chunks: string[];
  /** In loading order. */
  styles: string[];
  /** The faces that nearly every reader needs. */
  fonts: string[];
  icon: string;
  /** All files. */
  files: string[];
}

export interface PageFiles {
  manifest: PageManifest;
  /** The file in the smallest stored form among those; undefined if there is none of that name. */
  find(name: string): KeptFile | undefined;
}

/** One file in one or more codings, at least one. */
export interface KeptFile {
  plain?: () => Promise<Uint8Array<ArrayBuffer>>;
  gzip?: () => Promise<Uint8Array<ArrayBuffer>>;
  brotli?: () => Promise<Uint8Array<ArrayBuffer>>;
}

/** The media type of a file of the page by its ending. */
export function mediaTypeOf(name: string): string {
  return mediaTypes[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream";
}

const mediaTypes: Record<string, string> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  woff2: "font/woff2",
  json: "application/json",
};
