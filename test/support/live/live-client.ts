/** A message of the service: a list whose first item names its kind. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into messages of every shape
export type LiveMessage = any[];

export interface LiveClient {
  send(message: unknown): void;
  /** The next message that has not been taken yet; rejects when the connection ends first. */
  next(): Promise<LiveMessage>;
  /** The next message that begins like this; earlier ones are discarded. */
  nextLike(...start: unknown[]): Promise<LiveMessage>;
  /** Subscribes and returns the first update. */
  subscribe(thing: string, id: unknown): Promise<LiveMessage>;
  /** Messages that have come and were not taken. */
  taken(): LiveMessage[];
  /** Code and reason of the end. */
  closed: Promise<{ code: number; reason: string }>;
  close(): void;
}

/** Opens a WebSocket to a service; rejects when the handshake is refused. */
export async function openLiveClient(url: string, headers: Record<string, string>): Promise<LiveClient> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws/live-updates`, { headers } as unknown as string[]);
  const messages: LiveMessage[] = [];
  let wake: () => void = () => undefined;
  let ended: Error | undefined;
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<{ code: number; reason: string }>();
  socket.addEventListener("message", ({ data }) => {
    messages.push(JSON.parse(String(data)));
    wake();
  });
  const opened = new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("close", ({ code, reason }) => {
      ended = new Error(`closed with ${code} ${reason}`);
      reject(ended);
      wake();
      onClosed({ code, reason });
    });
  });
  await opened;
  const next = async (): Promise<LiveMessage> => {
    while (messages.length === 0) {
      if (ended !== undefined) throw ended;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    return messages.shift()!;
  };
  const nextLike = async (...start: unknown[]): Promise<LiveMessage> => {
    for (;;) {
      const message = await next();
      if (start.every((item, index) => message[index] === item)) return message;
    }
  };
  const send = (message: unknown) => socket.send(typeof message === "string" ? message : JSON.stringify(message));
  return {
    send,
    next,
    nextLike,
    subscribe: (thing, id) => {
      send(["subscribe", thing, id]);
      return nextLike("update", thing, id);
    },
    taken: () => messages.splice(0),
    closed,
    close: () => socket.close(),
  };
}
