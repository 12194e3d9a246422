import { contentSecurityPolicy } from "../http/answer-headers.ts";
import type { PageManifest } from "./page-files.ts";

/** Facts about its service that the page has before it asks. */
export interface PageFacts {
  version: string;
  /** `GET /api/tail`, …: every operation of the service, for features of the page that need one of them. */
  operations: readonly string[];
}

/**
 * The only document; its address decides what it shows. Inline scripts and styles need the nonce of this answer, which
 * the page's libraries put on theirs.
 */
export function indexPage(manifest: PageManifest, facts: PageFacts, nonce: string): string {
  const asset = (name: string) => `/assets/${name}`;
  const lines = [
    `<meta name="vigie" content="${escapeAttribute(JSON.stringify(facts))}" nonce="${nonce}" />`,
    `<link rel="icon" type="image/svg+xml" href="${asset(manifest.icon)}" />`,
    `<script src="${asset(manifest.themeScript)}"></script>`,
    ...manifest.fonts.map(
      (name) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${asset(name)}" />`,
    ),
    ...manifest.chunks.map((name) => `<link rel="modulepreload" href="${asset(name)}" />`),
    ...manifest.styles.map((name) => `<link rel="stylesheet" href="${asset(name)}" />`),
    `<script type="module" src="${asset(manifest.script)}"></script>`,
  ];
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>vigie</title>
    ${lines.join("\n    ")}
  </head>
  <body>
    <div id="page"></div>
    <noscript>This page needs JavaScript. The same is to be had from the <a href="/api/docs">HTTP API</a>.</noscript>
  </body>
</html>
`;
}

/** Only files of this service; styles also by nonce; images that a script drew. */
export function pagePolicy(nonce: string): string {
  return `${contentSecurityPolicy}; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; form-action 'self'`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
