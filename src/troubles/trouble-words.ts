import type { AboutService } from "../notifications/about-service.ts";

/** In English; the page words it itself in other languages. */
export function sayTrouble(about: AboutService): { title: string; text: string } {
  const { kind, values } = about;
  switch (kind) {
    case "damage":
      return {
        title: `Damaged events were set aside${others(values.count)}`,
        text: `"${values.file}"${values.day && ` of ${values.day}`} could not be read. All other events are there. The file was kept: a backup may have what is missing.`,
      };
    case "disk_nearly_full":
      return {
        title: "The disk is nearly full",
        text: `${megabytes(values.free_bytes)} are free. Below ${megabytes(values.min_free_bytes)} events are refused. Shorten what is kept, or make room.`,
      };
    case "disk_full":
      return {
        title: "The disk is full: events are refused",
        text: `${megabytes(values.free_bytes)} are free, and ${megabytes(values.min_free_bytes)} are needed. Events are taken again as soon as there is room.`,
      };
    case "trigger_failing":
      return {
        title: `Trigger "${values.name}" reaches nobody${others(values.count)}`,
        text: `A mail or a call was given up: ${values.error}`,
      };
    case "report_failing":
      return {
        title: `Report "${values.title}" did not arrive${others(values.count)}`,
        text: "It could not be made, or not be delivered. Its schedule says why.",
      };
    case "overload":
      return {
        title: "Deliveries are refused: too much at once",
        text: `${values.count} in ${values.minutes} minutes. Senders that try again lose nothing; others do. More memory, or fewer heavy questions at a time, help.`,
      };
    case "too_large":
      return {
        title: "Bodies or messages are refused: too large",
        text: `${values.count} in ${values.minutes} minutes. The ledger names their senders.`,
      };
    case "out_of_time":
      return {
        title: "Events come with impossible times",
        text: `${values.count} in ${values.minutes} minutes were stored under their time of arrival. Look at the clocks of their senders.`,
      };
    case "udp_dropped":
      return {
        title: "Events are lost over UDP",
        text: `${values.count} in ${values.minutes} minutes came faster than they could be read. TCP loses none.`,
      };
    case "quota":
      return {
        title: `Token ${values.token} has used up its quota${others(values.count)}`,
        text: `${values.description && `${values.description}: `}${megabytes(values.bytes)} a day. What it sends is refused until midnight UTC.`,
      };
  }
}

function others(count: number): string {
  if (count === 1) return "";
  return count === 2 ? ", and another" : `, and ${count - 1} others`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toLocaleString("en-US", { maximumFractionDigits: bytes < 1e7 ? 2 : 0 })} MB`;
}
