/**
 * The page: Swagger UI's style and program, and the script that starts it, each from a path of its own, because nothing
 * inline may run.
 */
export const indexPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>vigie: the HTTP API</title>
    <link rel="icon" type="image/png" href="/api/docs/favicon.png" />
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="page"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

/** Without `validatorUrl: null` the page would send the description to a service on the internet. */
export const startProgram = `SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#page",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;
