import {
  adminPassword,
  type CallOptions,
  login,
  type Reply,
  type Service,
} from "../../support/service/start-service.ts";

/** An operation of the description with the call that it shows. */
export interface ExampleCall {
  /** "GET /api/tasks/{id}" */
  name: string;
  method: string;
  path: string;
  summary: string;
  description: string | undefined;
  /** As shown for the parameters of its path. */
  inPath: Record<string, string | number>;
  inQuery: Record<string, string>;
  /** Undefined: the operation takes none, or shows none. */
  body: { mediaType: string; value: unknown } | undefined;
  takesBody: boolean;
  /** The status of success, its media type, and what is shown of its body. */
  status: number;
  answerType: string | undefined;
  answer: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
type Document = any;

/** Every operation of a served description. What others need comes first: what makes things, then what reads and changes them, then what takes away. */
export function exampleCalls(document: Document): ExampleCall[] {
  const calls = Object.entries<Document>(document.paths).flatMap(([path, operations]) =>
    Object.entries<Document>(operations).map(([method, operation]) => callOf(method.toUpperCase(), path, operation)),
  );
  return calls.sort((a, b) => rankOf(a) - rankOf(b) || (rankOf(a) === 2 ? b.path.length - a.path.length : 0));
}

function rankOf({ method, path }: ExampleCall): number {
  if (method === "DELETE" || path.endsWith("/remove")) return 2;
  return method === "POST" && !path.includes("{") ? 0 : 1;
}

function callOf(method: string, path: string, operation: Document): ExampleCall {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const shown = parameters.filter(({ example }: Document) => example !== undefined);
  const valuesIn = (place: string) =>
    Object.fromEntries(
      shown.filter((one: Document) => one.in === place).map(({ name, example }: Document) => [name, example]),
    );
  const [mediaType, content] = Object.entries<Document>(requestBody?.content ?? {}).find(
    ([, one]) => one.example !== undefined,
  ) ?? [undefined, undefined];
  const status = Object.keys(responses).find((code) => code < "400")!;
  const [answerType, answer] = Object.entries<Document>(responses[status].content ?? {})[0] ?? [];
  return {
    ...{ name: `${method} ${path}`, method, path, summary, description, status: Number(status) },
    ...{ inPath: valuesIn("path"), inQuery: valuesIn("query"), takesBody: requestBody !== undefined },
    body: mediaType === undefined ? undefined : { mediaType, value: content.example },
    ...{ answerType, answer: answer?.example },
  };
}

/** Makes the calls as they are shown; ids that nobody can know beforehand are those of what other examples have made. */
export class Caller {
  readonly #service: Service;
  readonly #calls: ReadonlyMap<string, ExampleCall>;
  /** What was made by the example of a path, to be named in other paths. */
  readonly #made = new Map<string, Reply["body"]>();

  constructor(service: Service, calls: readonly ExampleCall[]) {
    this.#service = service;
    this.#calls = new Map(calls.map((call) => [call.name, call]));
  }

  async call(call: ExampleCall): Promise<Reply> {
    const path = await this.#fillPath(call);
    const query = new URLSearchParams(call.inQuery).toString();
    const target = query === "" ? path : `${path}?${query}`;
    const reply = await this.#ask(call, target);
    if (call.method === "POST" && !call.path.includes("{")) this.#made.set(call.path, reply.body);
    if (call.method === "DELETE" || call.path.endsWith("/templates") || call.path.endsWith("/remove"))
      this.#forget(call.path);
    if (call.path.startsWith("/api/performance-tests/")) await this.#endRun(call.path, reply.body.id);
    return reply;
  }

  async #ask({ method, path, body }: ExampleCall, target: string): Promise<Reply> {
    const headers: Record<string, string> = await this.#credentials(path);
    if (body !== undefined) headers["content-type"] = body.mediaType;
    if (path === "/ws/live-updates") return this.#openSocket(headers);
    if (path === "/api/tail") return this.#listen(target, headers);
    const sent = typeof body?.value === "string" ? body.value : body && JSON.stringify(body.value);
    return this.#service.call(method, target, {
      headers,
      ...(sent === undefined ? {} : { body: sent }),
    } as CallOptions);
  }

  /** A token; but what is shared is read with its link, and what people typed is kept for sessions alone. */
  async #credentials(path: string): Promise<Record<string, string>> {
    if (path.startsWith("/api/shared-dashboard")) {
      const { secret_key } = await this.#make("/api/dashboard-links");
      return { authorization: `Token ${secret_key}` };
    }
    if (path === "/api/query" || path === "/api/search-history")
      return { cookie: await login(this.#service.url, "admin", adminPassword) };
    return { authorization: `Token ${this.#service.adminToken}` };
  }

  async #fillPath({ path, inPath }: ExampleCall): Promise<string> {
    const known: Record<string, string | number> = { ...inPath, ...(await this.#idsOf(path)) };
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(known[name]));
  }

  async #idsOf(path: string): Promise<Record<string, string | number>> {
    if (!path.includes("{")) return {};
    const [collection] = path.split("/{");
    if (path.startsWith("/api/async-tasks/")) return { id: (await this.#make("/api/performance-tests/storage")).id };
    if (path.startsWith("/api/sessions/")) return { id: await this.#openSession() };
    if (path.startsWith("/api/widgets/")) return { id: (await this.#make("/api/dashboards")).widgets[0].id };
    if (path.startsWith("/api/shared-dashboard/")) {
      const { dashboard_id } = await this.#make("/api/dashboard-links");
      return { id: (await this.#service.call("GET", `/api/dashboards/${dashboard_id}`)).body.widgets[0].id };
    }
    const made = this.#calls.has(`POST ${collection}`) ? await this.#make(collection!) : undefined;
    if (made === undefined) return {};
    const { id, qid, secret_key, name, widgets } = made;
    const ids = { id, qid, secret_key, name, widget_id: widgets?.[0]?.id };
    const own = Object.fromEntries(Object.entries(ids).filter(([, value]) => value !== undefined));
    if (!path.includes("{comment_id}")) return own;
    const comments = this.#calls.get("POST /api/tasks/{id}/comments")!;
    return { ...own, comment_id: (await this.#ask(comments, `/api/tasks/${id}/comments`)).body.id };
  }

  /** Answers its id. */
  async #openSession(): Promise<number> {
    await login(this.#service.url, "admin", adminPassword);
    return (await this.#service.call("GET", "/api/sessions")).body.objects[0].id;
  }

  /** What the example of this path makes; made once, until something is taken away. */
  async #make(path: string): Promise<Reply["body"]> {
    const known = this.#made.get(path);
    if (known !== undefined) return known;
    const made = await this.#ask(this.#calls.get(`POST ${path}`)!, path);
    if (made.status >= 300) throw new Error(`POST ${path}: ${made.status} ${made.text}`);
    if (path.startsWith("/api/performance-tests/")) await this.#endRun(path, made.body.id);
    this.#made.set(path, made.body);
    return made.body;
  }

  /** What was made there may be gone; widgets and links are on dashboards. */
  #forget(path: string): void {
    const onBoards = ["/api/dashboards", "/api/dashboard-links", "/api/widgets"];
    const isOnBoards = onBoards.some((begin) => path.startsWith(begin));
    for (const known of this.#made.keys())
      if (path.startsWith(known) || (isOnBoards && onBoards.includes(known))) this.#made.delete(known);
  }

  /** One of each kind at a time; that of the storage is quick, and shows what a result looks like. */
  async #endRun(path: string, id: string): Promise<void> {
    if (!path.endsWith("/storage")) await this.#service.call("DELETE", `/api/async-tasks/${id}`);
    while ((await this.#service.call("GET", `/api/async-tasks/${id}`)).body.finished_at === null) await Bun.sleep(20);
  }

  async #openSocket(headers: Record<string, string>): Promise<Reply> {
    const socket = new WebSocket(`${this.#service.url.replace("http", "ws")}/ws/live-updates`, {
      headers,
    } as unknown as string[]);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = reject;
    });
    socket.close();
    return { status: 101, headers: new Headers(), text: "", body: undefined };
  }

  /** Up to its first message. */
  async #listen(target: string, headers: Record<string, string>): Promise<Reply> {
    const stop = new AbortController();
    const response = await fetch(this.#service.url + target, { headers, signal: stop.signal });
    const reader = response.body!.getReader();
    const text = new TextDecoder().decode((await reader.read()).value);
    stop.abort();
    return { status: response.status, headers: response.headers, text, body: undefined };
  }
}

/** One that the service tells the caller of, so that there is something to read. */
export async function tellAdmin(service: Service): Promise<void> {
  const told = async () => (await service.call("GET", "/api/notifications")).body.item_count > 0;
  await service.call("POST", "/api/triggers", { body: { name: "Anything", q: "refused", notify: true } });
  await service.call("POST", "/incoming", { body: [{ host: "web-1", program: "shop", message: "payment refused" }] });
  while (!(await told())) await Bun.sleep(20);
}
