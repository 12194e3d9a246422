import type { Call, Route } from "../../http/route.ts";
import type { ReceiveBody } from "../../ingest/receive/receive-body.ts";
import type { ReceiveJournal } from "../../ingest/receive/receive-stream.ts";
import { datadogRoutes } from "./datadog/routes.ts";
import { elasticsearchRoutes } from "./elasticsearch/routes.ts";
import { gelfRoutes } from "./gelf/routes.ts";
import { journaldRoutes } from "./journald/routes.ts";
import { lokiRoutes } from "./loki/routes.ts";
import { otlpRoutes } from "./otlp/routes.ts";
import { seqRoutes } from "./seq/routes.ts";
import { splunkRoutes } from "./splunk/routes.ts";

/**
 * Routes that take events from other vendors' shippers, at the addresses they know. `notReadyBecause` gives the reason
 * why they should wait; `takeOther` handles uploads to `/upload` that are no journal.
 */
export function shipperRoutes(
  receive: ReceiveBody,
  receiveJournal: ReceiveJournal,
  notReadyBecause: () => string | undefined,
  takeOther: (call: Call) => Promise<unknown>,
): Route[] {
  return [
    ...elasticsearchRoutes(receive),
    ...lokiRoutes(receive, notReadyBecause),
    ...splunkRoutes(receive, notReadyBecause),
    ...otlpRoutes(receive),
    ...gelfRoutes(receive),
    ...journaldRoutes(receiveJournal, takeOther),
    ...datadogRoutes(receive),
    ...seqRoutes(receive),
  ];
}
