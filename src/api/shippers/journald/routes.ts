import * as z from "zod";
import { type Dialect, wordedError } from "../../../http/dialect.ts";
import { type Call, type Route, route } from "../../../http/route.ts";
import { mediaTypeOf } from "../../../ingest/receive/receive-body.ts";
import type { ReceiveJournal } from "../../../ingest/receive/receive-stream.ts";

/** `takeOther` handles files that are no journal. */
export function journaldRoutes(receive: ReceiveJournal, takeOther: (call: Call) => Promise<unknown>): Route[] {
  return [
    route({
      method: "POST",
      path: "/upload",
      who: "shipper",
      delivers: "journald",
      dialect,
      tag: "incoming",
      summary:
        "Takes the journal as systemd-journal-upload sends it; entries are stored as they come, the body need not end",
      description:
        "Point `systemd-journal-upload --url=` at this service. What an entry was called is kept as a user tag. Any other file (text, JSON, gzipped or not) is read as by `/incoming/raw`.",
      example: { body: "__REALTIME_TIMESTAMP=1795251600000000\n_HOSTNAME=web-1\nMESSAGE=payment refused\n\n" },
      body: "raw",
      rawBody: {
        [mediaType]: z.string().describe("Entries in journald's export format."),
        "application/octet-stream": z
          .string()
          .describe("Any file, as by /incoming/raw; the answer is that of it, too."),
      },
      moreErrors: [413, 415, 429, 503],
      answer: { status: 202, schema: "file", mediaType: "text/plain", description: "All entries are on disk." },
      handle: async (call) => {
        if (mediaTypeOf(call.request) !== mediaType) return Response.json(await takeOther(call));
        call.allowSilence();
        await receive(call);
        return new Response("OK.\n", { status: 202, headers: { "Content-Type": "text/plain" } });
      },
    }),
  ];
}

const mediaType = "application/vnd.fdo.journal";

const dialect: Dialect = { errorResponse: (error) => wordedError(error, `${error.message}\n`) };
