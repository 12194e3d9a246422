import { useQuery } from "@tanstack/react-query";
import type { User } from "../../api/users/schema.ts";
import { call } from "../api/call.ts";

/** More are not offered to choose from; everybody's name is shown where it is known. */
const peopleMax = 1000;

/** Everybody who has an account and can be notified or made responsible. */
export function usePeople() {
  return useQuery({
    queryKey: ["/api/users", "people"],
    queryFn: async ({ signal }) => {
      const query = { page_size: peopleMax, ordering: "username" };
      return (await call<{ objects: User[] }>("GET", "/api/users", { query, signal })).objects;
    },
    staleTime: 60_000,
  });
}

export function nameOf({ fullname, username }: Pick<User, "fullname" | "username">): string {
  return fullname || username;
}
