import { CommandError } from "../command.ts";
import type { Client } from "../http-client.ts";

interface MarkerList {
  objects: { time: number; title: string }[];
}

/**
 * Time of the latest marker that has this tag or else this title, epoch seconds. Throws CommandError: there is none.
 */
export async function findMarkerTime(client: Client, name: string, now: number): Promise<number> {
  for (const filter of ["tag", "title"]) {
    const query = new URLSearchParams({ [filter]: name, ts_to: String(now), ordering: "-time", page_size: "1" });
    const { objects } = await client.send<MarkerList>({ path: `/api/markers?${query}`, retry: true });
    if (objects[0]) return objects[0].time;
  }
  throw new CommandError(`There is no marker with the tag or title "${name}". POST /api/markers sets one.`);
}
