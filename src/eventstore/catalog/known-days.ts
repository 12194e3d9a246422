import { dayPath } from "../files/day-file.ts";
import type { Day } from "./day.ts";

/** The days of an events folder, and who is told of their changes. */
export class KnownDays {
  readonly byName = new Map<string, Day>();
  /** Called after a day's list of segments changed. */
  onChange: () => void = () => {};
  /** Called after a day's file was set aside. */
  onFileLost: (day: string) => void = () => {};
  /** Called when events are no longer shown. */
  onLost: () => void = () => {};

  constructor(readonly folder: string) {}

  /** Path of a day's file, whether it exists or not. */
  pathOf(name: string): string {
    return dayPath(this.folder, name);
  }

  /** Takes a day out of all later snapshots. */
  drop(name: string): void {
    this.byName.delete(name);
    this.onLost();
  }
}
