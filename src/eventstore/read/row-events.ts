import type { StoredOverflowTags } from "../columns/overflow-tags.ts";
import type { StoredEvent } from "../event/event.ts";
import { baseColumns } from "../format/segment-format.ts";
import { type FiredTable, setsOfRow } from "../occurrences/fired-table.ts";
import type { Column, Segment } from "../segment.ts";
import type { RowTags } from "./row-tags.ts";

/** The columns that events are assembled from. */
export interface EventSource extends Pick<Segment, "ids" | "times" | "base"> {
  fired(): FiredTable | undefined;
  /** Those with a column of their own. */
  rowTags(): RowTags;
  overflowTags(): StoredOverflowTags | undefined;
}

/**
 * Assembles the events of a view. Columns are looked up once: an event has some twenty, and exports read millions of
 * events.
 */
export class RowEvents {
  private readonly base: Record<(typeof baseNames)[number], Column>;
  private readonly tags: RowTags;

  constructor(private readonly view: EventSource) {
    this.base = Object.fromEntries(baseNames.map((name) => [name, view.base(name)])) as typeof this.base;
    this.tags = view.rowTags();
  }

  event(row: number, tags?: string[]): StoredEvent {
    const { base, view } = this;
    const times = Array.from(view.times().of(row));
    const fired = setsOfRow(view.fired(), row, times.length);
    return {
      id: view.ids()[row]!,
      times,
      ...(fired && { fired }),
      host: base.host.text(row),
      program: base.program.text(row),
      message: base.message.text(row),
      severity: Number(base.severity.text(row)),
      facility: Number(base.facility.text(row)),
      type: Number(base.type.text(row)),
      status: Number(view.base("status").text(row)),
      ciscoMnemonic: base.cisco_mnemonic.text(row),
      tags: tags ?? this.tagsOf(row),
      extra: base.extra_fields.text(row),
    };
  }

  private tagsOf(row: number): string[] {
    const own = this.tags.pairs(row);
    const overflow = this.view.overflowTags()?.pairs(row) ?? [];
    if (overflow.length === 0) return own;
    const pairs = [...overflow];
    for (let i = 0; i < own.length; i += 2) pairs.push([own[i]!, own[i + 1]!]);
    return pairs.sort((a, b) => (a[0] < b[0] ? -1 : 1)).flat();
  }
}

/** The status is looked up for each event, since it depends on the triggers that fired. */
const baseNames = baseColumns.filter((name) => name !== "status");
