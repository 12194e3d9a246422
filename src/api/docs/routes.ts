import { type Route, route } from "../../http/route.ts";
import type { StaticFile } from "../../http/static-file.ts";
import { notFound } from "../../lib/errors.ts";
import type { DocsPage } from "./page.ts";
import { apiDescription, partInPath } from "./schema.ts";

/** The description of the API, for programs and for people; open to everybody. */
export function docsRoutes(description: StaticFile, page: DocsPage): Route[] {
  return [
    route({
      ...common,
      path: "/api/openapi.json",
      summary: "This description, as OpenAPI 3.1",
      description:
        "Made from the definitions by which requests are read, so it says what is done. For generators of clients.",
      answer: { status: 200, schema: apiDescription },
      handle: ({ request }) => description.answer(request),
    }),
    route({
      ...common,
      path: "/api/docs",
      summary: "A page that shows this description and tries its operations out",
      description: "Works without a network.",
      answer: { status: 200, schema: "file", mediaType: "text/html" },
      handle: ({ request }) => page.index.answer(request),
    }),
    route({
      ...common,
      path: "/api/docs/{file}",
      summary: "The parts of that page",
      description: "Scripts and styles; kept by browsers until they change.",
      parameters: partInPath,
      answer: { status: 200, schema: "file" },
      handle: ({ request, path }) => partOf(page, path.file).answer(request),
    }),
  ];
}

const common = { method: "GET", who: "anyone", tag: "docs" } as const;

function partOf({ parts }: DocsPage, name: string): StaticFile {
  const part = parts.get(name);
  if (part === undefined) throw notFound();
  return part;
}
