import { type CallOptions, send } from "../api/call.ts";

interface DownloadOptions extends Pick<CallOptions, "query" | "signal"> {
  /** Called with the number of bytes received so far. */
  onProgress?: (bytes: number) => void;
}

export interface LoadedFile {
  name: string;
  blob: Blob;
}

/** Reads an answer as it arrives, as a file with the name that the service gave it. */
export async function loadFile(path: string, { query, signal, onProgress }: DownloadOptions): Promise<LoadedFile> {
  const response = await send("GET", path, { query, signal });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (const reader = response.body!.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    bytes += value.length;
    onProgress?.(bytes);
  }
  const blob = new Blob(parts, { type: response.headers.get("content-type") ?? "application/octet-stream" });
  return { blob, name: nameIn(response.headers.get("content-disposition") ?? "") };
}

/** Hands it to the browser as a download. */
export function saveFile({ blob, name }: LoadedFile): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function nameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded === undefined
    ? (/filename="([^"]+)"/.exec(disposition)?.[1] ?? "export")
    : decodeURIComponent(encoded);
}
