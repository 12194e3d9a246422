import { type CallOptions, send } from "../../../api/call.ts";

interface DownloadOptions extends Pick<CallOptions, "query" | "signal"> {
  /** Told how many bytes have come. */
  onProgress: (bytes: number) => void;
}

/** Reads an answer as it comes and gives it to the browser as a file, under the name that the service says. */
export async function download(path: string, { query, signal, onProgress }: DownloadOptions): Promise<void> {
  const response = await send("GET", path, { query, signal });
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (const reader = response.body!.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    bytes += value.length;
    onProgress(bytes);
  }
  const blob = new Blob(parts, { type: response.headers.get("content-type") ?? "application/octet-stream" });
  save(blob, nameIn(response.headers.get("content-disposition") ?? ""));
}

function nameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  return encoded === undefined
    ? (/filename="([^"]+)"/.exec(disposition)?.[1] ?? "export")
    : decodeURIComponent(encoded);
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
