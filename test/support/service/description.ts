import Ajv2020 from "ajv/dist/2020.js";
import type { Service } from "./start-service.ts";

/** The description of the API, closed: it allows nothing that it does not name. */
export async function readDescription(service: Pick<Service, "call">) {
  const document = closeShapes((await service.call("GET", "/api/openapi.json")).body);
  const ajv = new Ajv2020({ strict: false, formats: { uuid: true } });
  ajv.addSchema(document, "api");
  return {
    document,
    /** "" when the value fits the schema at these steps of the document. */
    whatDiffers(steps: readonly string[], value: unknown): string {
      const pointer = steps
        .map((step) => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1")))
        .join("/");
      const validate = ajv.getSchema(`api#/${pointer}`)!;
      return validate(value) ? "" : ajv.errorsText(validate.errors);
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
function closeShapes(part: any): any {
  if (Array.isArray(part)) return part.map(closeShapes);
  if (typeof part !== "object" || part === null) return part;
  const closed = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, closeShapes(value)]));
  if (closed.type === "object" && closed.properties && !("additionalProperties" in closed))
    closed.additionalProperties = false;
  return closed;
}
