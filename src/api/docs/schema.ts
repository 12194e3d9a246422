import * as z from "zod";

export const apiDescription = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.unknown()),
  components: z.record(z.string(), z.unknown()),
});

export const partInPath = z.object({
  file: z
    .string()
    .max(100)
    .meta({ description: "A file that the page loads.", examples: ["swagger-ui.css"] }),
});
