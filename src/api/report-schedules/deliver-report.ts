import { mailAttachmentBytesMax } from "../../delivery/limits.ts";
import type { MailMessage } from "../../delivery/mail.ts";
import type { Senders } from "../../delivery/open-senders.ts";
import { placeOf, readWebhookUrl } from "../../delivery/webhook-url.ts";
import { isoText } from "../../lib/zoned-text.ts";
import type { MadeReport } from "./report-maker.ts";
import type { ScheduleRow } from "./repository.ts";

export interface DeliveryWatch {
  signal: AbortSignal;
  /** Some of it failed and is tried again; each time all that did. */
  onRetry(errors: readonly string[]): void;
}

/**
 * Delivers by mail and webhook in parallel, each with its own retries, whatever the schedule's state. Returns what did
 * not arrive and why.
 */
export async function deliverReport(
  row: ScheduleRow,
  made: MadeReport,
  { queue, mail, webhook, publicUrl }: Senders,
  watch: DeliveryWatch,
): Promise<string[]> {
  const url = publicUrl === "" ? null : `${publicUrl}/api/reports/${made.row.id}/file`;
  // The same at every try and after a restart.
  const id = `vigie-report-${made.row.id}-${made.row.createdAt}`;
  const deliveries = [
    ...(row.mail === null
      ? []
      : [
          {
            what: "Mail",
            place: mail.place,
            send: (stop: AbortSignal) => mail.send(composeMail(row, made, url, id), stop),
          },
        ]),
    ...(row.webhook === null
      ? []
      : [
          {
            what: "Webhook",
            place: placeOfWebhook(row.webhook.url),
            send: (stop: AbortSignal) => call(row.webhook!.url, stop),
          },
        ]),
  ];
  const retried = new Map<string, string>();
  const outcomes = await Promise.all(
    deliveries.map(async ({ what, place, send }) => {
      const onRetry = (error: string) => {
        retried.set(what, `${what}: ${error}`);
        watch.onRetry([...retried.values()]);
      };
      const outcome = await queue.deliver({
        name: `report ${made.row.id}`,
        place,
        send,
        onRetry,
        signal: watch.signal,
      });
      if (outcome.isDelivered) retried.delete(what);
      return outcome.isDelivered ? [] : [`${what}: ${outcome.error}`];
    }),
  );
  return outcomes.flat();

  function call(target: string, stop: AbortSignal): Promise<unknown> {
    const body = JSON.stringify(describeRun(row, made, url));
    return webhook({ url: target, method: "POST", contentType: "application/json", body, id }, stop);
  }
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
