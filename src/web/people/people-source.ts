import type { User } from "../../api/users/schema.ts";
import { call } from "../api/call.ts";
import type { Choice, ChoiceSource } from "../api/choices.ts";
import { nameOf } from "./use-people.ts";

/** Entries that a reader scans before typing. */
const offeredMax = 50;

/** People to assign something to: those who may still log in. */
export const peopleSource: ChoiceSource = {
  key: "/api/users",
  find: async (name, signal) => {
    const query = { name, page_size: offeredMax, ordering: "username" };
    const { objects } = await call<{ objects: User[] }>("GET", "/api/users", { query, signal });
    return tellApart(objects.filter(({ is_active }) => is_active));
  },
  get: async (id, signal) => toChoice(await call<User>("GET", `/api/users/${id}`, { signal })),
};

/** Where two people share a name, their user names are added. */
function tellApart(people: readonly User[]): Choice[] {
  const isShared = (person: User) => people.some((other) => other !== person && nameOf(other) === nameOf(person));
  return people.map((person) => {
    const choice = toChoice(person);
    return isShared(person) ? { ...choice, label: `${choice.label} (${person.username})` } : choice;
  });
}

function toChoice(person: User): Choice {
  return { value: String(person.id), label: nameOf(person) };
}
