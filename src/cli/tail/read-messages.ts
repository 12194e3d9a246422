/** One message of a stream of server-sent events. */
export interface SentMessage {
  /** "" if there was only an id. */
  name: string;
  id: string | undefined;
  data: string;
}

/**
 * Reads the output of our own service: `id`, `event` and one line of `data`. Ends with the stream, also by its error.
 */
export async function* readMessages(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<SentMessage> {
  let rest = "";
  for await (const text of body.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + text).split("\n\n");
    rest = blocks.pop()!;
    for (const block of blocks) yield readMessage(block);
  }
}

function readMessage(block: string): SentMessage {
  const message: SentMessage = { name: "", id: undefined, data: "" };
  for (const line of block.split("\n")) {
    const colon = line.indexOf(": ");
    const value = line.slice(colon + 2);
    const field = line.slice(0, colon);
    if (field === "event") message.name = value;
    else if (field === "id") message.id = value;
    else if (field === "data") message.data = value;
  }
  return message;
}
