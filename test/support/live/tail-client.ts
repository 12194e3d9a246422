/** One message of a live tail. */
export interface TailMessage {
  name: string;
  /** "" when it has none. */
  id: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape
  data: any;
}

export interface TailClient {
  /** The next message; rejects when the stream has ended. */
  next(): Promise<TailMessage>;
  /** Reads until this holds for the messages read, and returns all that this call read. */
  until(isEnough: (message: TailMessage) => boolean): Promise<TailMessage[]>;
  close(): void;
}

/** Follows `/api/tail`; rejects when it is refused. The first message, `open`, is read. */
export async function openTail(
  url: string,
  headers: Record<string, string>,
  parameters: Record<string, string> = {},
): Promise<TailClient> {
  const abort = new AbortController();
  const query = new URLSearchParams(parameters);
  const response = await fetch(`${url}/api/tail?${query}`, { headers, signal: abort.signal });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const messages: TailMessage[] = [];
  let text = "";
  const next = async (): Promise<TailMessage> => {
    while (messages.length === 0) {
      const { done, value } = await reader.read();
      if (done) throw new Error("The tail has ended.");
      text += value;
      const blocks = text.split("\n\n");
      text = blocks.pop()!;
      messages.push(...blocks.map(readMessage).filter(({ name }) => name !== ""));
    }
    return messages.shift()!;
  };
  const client: TailClient = {
    next,
    until: async (isEnough) => {
      const read = [await next()];
      while (!isEnough(read.at(-1)!)) read.push(await next());
      return read;
    },
    close: () => abort.abort(),
  };
  const { name } = await client.next();
  if (name !== "open") throw new Error(`A tail begins with "open", not with "${name}".`);
  return client;
}

function readMessage(block: string): TailMessage {
  const fields = new Map(block.split("\n").map((line) => line.split(/: (.*)/s, 2) as [string, string]));
  const data = fields.get("data");
  return {
    name: fields.get("event") ?? "",
    id: fields.get("id") ?? "",
    data: data === undefined ? undefined : JSON.parse(data),
  };
}
