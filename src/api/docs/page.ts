import favicon from "swagger-ui-dist/favicon-32x32.png" with { type: "file" };
import styles from "swagger-ui-dist/swagger-ui.css" with { type: "file" };
import program from "swagger-ui-dist/swagger-ui-bundle.js" with { type: "file" };
import { contentSecurityPolicy } from "../../http/answer-headers.ts";
import { createStaticFile, type StaticFile } from "../../http/static-file.ts";
import { indexPage, startProgram } from "./index-page.ts";

/** The page that shows the API: Swagger UI, carried inside the executable. */
export interface DocsPage {
  index: StaticFile;
  /** Files that the page loads, by the last part of their path. */
  parts: ReadonlyMap<string, StaticFile>;
}

export function createDocsPage(): DocsPage {
  return {
    index: createStaticFile({
      contentType: "text/html; charset=utf-8",
      read: async () => new TextEncoder().encode(indexPage),
      headers: { "Content-Security-Policy": pagePolicy },
    }),
    parts: new Map([
      ["swagger-ui-bundle.js", fileAt(program, javascript)],
      ["swagger-ui.css", fileAt(styles, "text/css; charset=utf-8")],
      ["favicon.png", fileAt(favicon, "image/png")],
      [
        "start.js",
        createStaticFile({ contentType: javascript, read: async () => new TextEncoder().encode(startProgram) }),
      ],
    ]),
  };
}

/** Swagger UI's style sheet holds its icons as data URLs; this policy allows nothing else beyond that of every page. */
const pagePolicy = `${contentSecurityPolicy}; img-src 'self' data:`;

const javascript = "text/javascript; charset=utf-8";

function fileAt(path: string, contentType: string): StaticFile {
  return createStaticFile({ contentType, read: () => Bun.file(path).bytes() });
}
