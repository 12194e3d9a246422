import { users } from "./schema/users.ts";

/** A user as every answer shows an owner. */
export interface Owner {
  id: number;
  username: string;
  fullname: string;
}

/** For a select that joins users; feed the result to `ownerOf`. */
export const ownerColumns = {
  id: users.id,
  username: users.username,
  firstName: users.firstName,
  lastName: users.lastName,
};

export function ownerOf(row: { id: number; username: string; firstName: string; lastName: string }): Owner {
  return { id: row.id, username: row.username, fullname: fullnameOf(row) };
}

/** First and last name, or the user name if there is neither. */
export function fullnameOf(row: { username: string; firstName: string; lastName: string }): string {
  return `${row.firstName} ${row.lastName}`.trim() || row.username;
}
