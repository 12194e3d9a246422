/** The three media types in which a body may come. */
export const forms: Readonly<Record<string, (fields: Record<string, unknown>) => SentBody>> = {
  "application/json": (fields) => ({ body: JSON.stringify(fields), type: "application/json" }),
  "application/x-www-form-urlencoded": (fields) => ({ body: new URLSearchParams(texts(fields)) }),
  "multipart/form-data": (fields) => {
    const form = new FormData();
    for (const [name, text] of Object.entries(texts(fields))) form.append(name, text);
    return { body: form };
  },
};

export interface SentBody {
  body: string | URLSearchParams | FormData;
  /** Undefined: what the body itself says, with its boundary. */
  type?: string;
}

/** In a form, objects and lists are JSON text. */
function texts(fields: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "object" ? JSON.stringify(value) : String(value),
    ]),
  );
}
