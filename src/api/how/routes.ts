import { route } from "../../http/route.ts";
import { howPages } from "./pages.ts";
import { howList } from "./schema.ts";

export function howRoutes() {
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
      handle: () => ({ objects: [...howPages] }),
    }),
  ];
}
