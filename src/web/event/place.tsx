import { useQuery } from "@tanstack/react-query";
import { writeCondition } from "../../filter/language/write-condition.ts";
import { ask, type QueryRecord } from "../api/ask.ts";
import { call } from "../api/call.ts";
import type { LogEvent } from "../events/log-event.ts";
import { explain } from "../states/explain.ts";
import { words } from "../words/words.ts";
import classes from "./event-drawer.module.css";

interface PlacedValues {
  totals: { values: { geoip?: { country?: string; city?: string; asn?: number; as_name?: string } }[] };
}

/** Shows where an address is, from the service's database of places. */
export function Place({ field, value, event }: { field: string; value: string; event: LogEvent }) {
  const place = useQuery({
    queryKey: ["place", value],
    queryFn: async ({ signal }) => {
      const time_range = { ts_from: Math.floor(event.first_occurrence), ts_to: Math.ceil(event.last_occurrence) + 1 };
      const params = { field, limit: 1, q: writeCondition(field, value), time_range };
      const { qid } = await ask("TopN", params, { signal });
      const record = await call<QueryRecord>("GET", `/api/query/${qid}`, { query: { add_geoip_data: true }, signal });
      return (record.results as PlacedValues).totals.values[0]?.geoip ?? {};
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (place.error) return <span className={classes.place}>{explain(place.error).title}</span>;
  if (place.data === undefined) return <span className={classes.place}>{words.event.place.looking}</span>;
  const { city, country, asn, as_name } = place.data;
  const parts = [city, country, asn === undefined ? undefined : `AS${asn} ${as_name ?? ""}`.trim()].filter(Boolean);
  return <span className={classes.place}>{parts.length > 0 ? parts.join(", ") : words.event.place.notPublic}</span>;
}
