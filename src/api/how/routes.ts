import { route } from "../../http/route.ts";
import { howPagesFor } from "./pages.ts";
import { howList } from "./schema.ts";

/** `ports`: those without HTTP that are open now. */
export function howRoutes(ports: () => Readonly<Record<string, number>>) {
  return [
    route({
      who: "user",
      tag: "incoming",
      method: "GET",
      path: "/api/how",
      summary: "Read how each kind of sender is pointed here",
      description:
        "Lines to paste for shippers, syslog daemons, containers and clouds, with this service's address in them.",
      answer: { status: 200, schema: howList },
      handle: () => ({ objects: howPagesFor(ports()) }),
    }),
  ];
}
