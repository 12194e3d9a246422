// Shows the description of this service's API; nothing is asked from anywhere else.
SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#page",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
