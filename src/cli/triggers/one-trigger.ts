import { defineVigieCommand } from "../command.ts";
import { connect, connectionArguments } from "../connection.ts";
import { readId } from "../id-argument.ts";
import { countOf, renderTable } from "../output.ts";
import { formatTime } from "../time-arguments.ts";

export const triggerArgument = {
  id: { type: "positional", description: "Id of a trigger, as list shows it", required: true },
} as const;

export const testTrigger = defineVigieCommand({
  meta: { name: "test", description: "Send a trigger's messages once, about an invented event" },
  args: { ...triggerArgument, ...connectionArguments },
  notes: ["Exit code 1: a message did not arrive."],
  async run({ args }) {
    const client = await connect(args);
    const path = `/api/triggers/${readId(args.id, "a trigger")}/test`;
    const { deliveries } = await client.send<{ deliveries: Delivery[] }>({ method: "POST", path });
    const rows = deliveries.map(({ kind, place, is_delivered, error, answer }) => [
      kind,
      place,
      is_delivered ? "arrived" : "failed",
      error ?? answer ?? "",
    ]);
    process.stdout.write(`${renderTable(titles("kind", "place", "outcome", "answer"), rows)}\n`);
    return deliveries.every(({ is_delivered }) => is_delivered) ? 0 : 1;
  },
});

interface Delivery {
  kind: string;
  place: string;
  is_delivered: boolean;
  error: string | null;
  answer: string | null;
}

export const previewTrigger = defineVigieCommand({
  meta: { name: "preview", description: "Show what a trigger would have fired on in the last 24 hours" },
  args: { ...triggerArgument, ...connectionArguments },
  async run({ args }) {
    const client = await connect(args);
    const path = `/api/triggers/${readId(args.id, "a trigger")}/preview`;
    const found = await client.send<Preview>({ method: "POST", path, json: {}, retry: true });
    const rows = found.events.map(({ last_occurrence, host, program, message }) => [
      time(last_occurrence),
      host,
      program,
      message,
    ]);
    if (rows.length > 0) process.stdout.write(`${renderTable(titles("time", "host", "program", "message"), rows)}\n`);
    process.stdout.write(`It would have fired ${countOf(found.fired_count, "time")}.\n`);
    return 0;
  },
});

interface Preview {
  fired_count: number;
  events: { last_occurrence: number; host: string; program: string; message: string }[];
}

export const listAbsences = defineVigieCommand({
  meta: { name: "absences", description: "Show what a trigger waits for and what it has reported absent" },
  args: { ...triggerArgument, ...connectionArguments },
  async run({ args }) {
    const client = await connect(args);
    const path = `/api/triggers/${readId(args.id, "a trigger")}/absences`;
    const { values } = await client.send<{ values: Absence[] }>({ path, retry: true });
    const rows = values.map(({ value, last_seen, told_at }) => [
      last_seen === null ? "never" : time(last_seen),
      time(told_at),
      value === "" ? "(any event)" : value,
    ]);
    process.stdout.write(
      rows.length === 0 ? "Nothing stays away.\n" : `${renderTable(titles("last seen", "told", "value"), rows)}\n`,
    );
    return 0;
  },
});

interface Absence {
  value: string;
  last_seen: number | null;
  told_at: number;
}

function time(seconds: number): string {
  return formatTime(seconds, Temporal.Now.timeZoneId(), false);
}

function titles(...names: string[]): { title: string }[] {
  return names.map((title) => ({ title }));
}
