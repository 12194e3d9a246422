import * as z from "zod";
import { type Route, route } from "../../http/route.ts";
import { acceptedSchema, deliveryTypes, rawQuery, rawTypes } from "./schema.ts";
import type { IncomingService } from "./service.ts";

export function incomingRoutes(incoming: IncomingService): Route[] {
  const answer = { status: 200, schema: acceptedSchema, description: "The accepted events are on disk." };
  return [
    route({
      method: "POST",
      path: "/incoming",
      who: "shipper",
      tag: "incoming",
      summary: 'Takes events: {"events": [...]}, a JSON list, one object, or one JSON object a line',
      body: "raw",
      rawBody: deliveryTypes,
      moreErrors,
      answer,
      handle: (call) => incoming.take(call, "events"),
    }),
    route({
      method: "POST",
      path: "/incoming/raw",
      who: "shipper",
      tag: "incoming",
      summary: "Takes any JSON or text: lines are recognised as by vigie import, JSON is flattened into tags",
      body: "raw",
      rawBody: rawTypes,
      moreErrors,
      answer,
      query: rawQuery,
      handle: (call) => incoming.take(call, "raw", [], call.query),
    }),
    route({
      method: "POST",
      path: "/incoming/raw/{source}",
      who: "shipper",
      tag: "incoming",
      summary: "As /incoming/raw; the events get the user tag `source` unless they have one",
      parameters: z.object({ source: z.string().describe("Where the lines come from.") }),
      body: "raw",
      rawBody: rawTypes,
      moreErrors,
      answer,
      query: rawQuery,
      handle: (call) => incoming.take(call, "raw", ["source", call.path.source], call.query),
    }),
  ];
}

/** Too much at a time; the disk is full. */
const moreErrors = [429, 503] as const;
