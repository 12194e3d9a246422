import type { ReportDelivery } from "../../db/schema/reports.ts";
import { isoText } from "../../lib/zoned-text.ts";
import { mailAttachmentBytesMax } from "../../outgoing/limits.ts";
import type { MailMessage } from "../../outgoing/mail.ts";
import type { Senders } from "../../outgoing/open-senders.ts";
import { placeOf, readWebhookUrl } from "../../outgoing/webhook-url.ts";
import type { MadeReport } from "./report-maker.ts";
import type { ScheduleRow } from "./repository.ts";

export interface DeliveryWatch {
  signal: AbortSignal;
  /** The state of all deliveries, at the beginning and after each change. */
  onChange(deliveries: readonly ReportDelivery[]): void;
  now(): number;
}

/**
 * Delivers by mail and webhook in parallel, each with its own retries, whatever the schedule's state; results from
 * before a restart of the service stay. Returns the state of each at the end.
 */
export async function deliverReport(
  row: ScheduleRow,
  made: MadeReport,
  senders: Senders,
  watch: DeliveryWatch,
): Promise<readonly ReportDelivery[]> {
  const ways = waysOf(row, made, senders);
  const isSettled = ({ kind, place, state }: ReportDelivery, way: Way) =>
    kind === way.kind && place === way.shown && state !== "owed";
  let deliveries: readonly ReportDelivery[] = ways.map(
    (way): ReportDelivery =>
      made.row.deliveries.find((known) => isSettled(known, way)) ?? {
        ...{ kind: way.kind, place: way.shown, state: "owed", error: null },
        at: watch.now(),
      },
  );
  if (deliveries.length > 0) watch.onChange(deliveries);
  const change = (at: number, state: ReportDelivery["state"], error: string | null) => {
    if (watch.signal.aborted) return;
    deliveries = deliveries.map((known, index) => (index === at ? { ...known, state, error, at: watch.now() } : known));
    watch.onChange(deliveries);
  };
  await Promise.all(
    ways.map(async ({ place, send }, index) => {
      if (deliveries[index]!.state !== "owed") return;
      const outcome = await senders.queue.deliver({
        name: `report ${made.row.id}`,
        place,
        send,
        onRetry: (error) => change(index, "owed", error),
        signal: watch.signal,
      });
      change(index, outcome.isDelivered ? "delivered" : "failed", outcome.isDelivered ? null : outcome.error);
    }),
  );
  return deliveries;
}

/** The failure of each way, for people. */
export function describeFailures(deliveries: readonly ReportDelivery[]): string[] {
  return deliveries.flatMap(({ kind, error }) => (error === null ? [] : [`${names[kind]}: ${error}`]));
}

const names = { mail: "Mail", webhook: "Webhook" };

interface Way {
  kind: ReportDelivery["kind"];
  /** Deliveries that share a bound. */
  place: string;
  /** The destination as people are told it. */
  shown: string;
  send(stop: AbortSignal): Promise<unknown>;
}

function waysOf(row: ScheduleRow, made: MadeReport, { mail, webhook, publicUrl }: Senders): Way[] {
  const at = (path: string) => (publicUrl === "" ? null : `${publicUrl}${path}`);
  const fileUrl = at(`/api/reports/${made.row.id}/file`);
  // The link leads people to the login and then to the report; without a login the file itself answers only JSON.
  const pageUrl = at(`/reports?report=${made.row.id}`);
  // The same at every try and after a restart.
  const id = `vigie-report-${made.row.id}-${made.row.createdAt}`;
  const ways: Way[] = [];
  if (row.mail !== null)
    ways.push({
      kind: "mail",
      place: mail.place,
      shown: row.mail.to.join(", "),
      send: (stop) => mail.send(composeMail(row, made, pageUrl, id), stop),
    });
  if (row.webhook !== null) {
    const target = row.webhook.url;
    const body = JSON.stringify(describeRun(row, made, fileUrl));
    const call = { url: target, method: "POST", contentType: "application/json", body, id } as const;
    const place = placeOfWebhook(target);
    ways.push({ kind: "webhook", place, shown: place, send: (stop) => webhook(call, stop) });
  }
  return ways;
}

function composeMail(row: ScheduleRow, { row: report, path }: MadeReport, url: string | null, id: string): MailMessage {
  const to = row.mail!.to;
  const at = isoText(report.createdAt * 1e6, row.timezone);
  const title = report.title.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");
  if (report.status !== "SUCCESS") {
    const text = `The report "${title}" of ${at} could not be made:\n\n${report.error ?? ""}\n`;
    return { to, subject: cut(`Failed: ${title}`), text, id };
  }
  const link = url === null ? "" : `\n${url}\n`;
  const size = report.size ?? 0;
  if (row.mail!.as === "link" || size > mailAttachmentBytesMax) {
    const why = row.mail!.as === "link" ? "" : ` It has ${size} bytes, too many for a mail.`;
    const where = url === null ? `Log in and look for report ${report.id}.\n` : `You need to log in to see it.\n`;
    return { to, subject: cut(title), text: `The report "${title}" of ${at} is ready.${why}\n${link}\n${where}`, id };
  }
  const content = { path, sizeBytes: size };
  const attachments = [{ fileName: report.fileName, contentType: report.contentType, content }];
  return { to, subject: cut(title), text: `The report "${title}" of ${at} is attached.\n${link}`, attachments, id };
}

function cut(subject: string): string {
  return [...subject].slice(0, 120).join("");
}

/** Body of a webhook. */
function describeRun({ id, title }: ScheduleRow, { row }: MadeReport, url: string | null) {
  return {
    schedule: { id, title },
    report: {
      id: row.id,
      title: row.title,
      status: row.status,
      format: row.format,
      file_name: row.fileName,
      content_type: row.contentType,
      size: row.size,
      created_at: row.createdAt,
      finished_at: row.finishedAt,
      error: row.error,
    },
    url,
  };
}

function placeOfWebhook(text: string): string {
  const url = readWebhookUrl(text);
  return url === undefined ? "webhook" : placeOf(url);
}
