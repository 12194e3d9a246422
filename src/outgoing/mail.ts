import { connect, isIP, type Socket } from "node:net";
import { messageOf } from "../lib/errors.ts";
import { isMailAddress } from "../lib/mail-address.ts";
import {
  mailAttachmentBytesMax,
  mailConnectTimeoutMs,
  mailRecipientsMax,
  mailSilenceTimeoutMs,
  mailSubjectCharactersMax,
  mailTimeoutMs,
} from "./limits.ts";
import { SendingError } from "./sending-error.ts";

/** Connection to the mail server. */
export interface MailServer {
  host: string;
  port: number;
  /**
   * `always`: encrypted from the first byte; `required`: after STARTTLS or not at all; `offered`: when the server
   * offers it.
   */
  encryption: "always" | "required" | "offered" | "none";
  /** False: accepts any certificate. */
  verifiesCertificate: boolean;
  login: { user: string; password: string } | undefined;
}

export interface MailMessage {
  to: readonly string[];
  subject: string;
  text: string;
  html?: string;
  attachments?: readonly MailAttachment[];
  /** The same at every try, so that a mail system can drop duplicates: letters, digits, dots and dashes. */
  id?: string;
}

export interface MailAttachment {
  fileName: string;
  contentType: string;
  content: { path: string; sizeBytes: number } | Uint8Array;
}

export interface MailSenderOptions {
  /** Undefined: there is none, and every mail fails. */
  server: MailServer | undefined;
  /** An address, or `Name <address>`. */
  from: string;
  timeouts?: { connectMs: number; silenceMs: number; wholeMs: number };
  /** Certificates to trust instead of the system's. */
  ca?: string;
}

export interface MailSender {
  readonly isConfigured: boolean;
  /** The server's name, for `OutgoingMessage.place`. */
  readonly place: string;
  /** One try. Throws SendingError, which also names recipients that were refused among several. */
  send(message: MailMessage, stop?: AbortSignal): Promise<void>;
}

/** Hands mails to the administrator's server. The library is loaded with the first mail. Main thread. */
export function createMailSender({ server, from, timeouts = defaultTimeouts, ca }: MailSenderOptions): MailSender {
  return {
    isConfigured: server !== undefined,
    place: `mail server ${server?.host ?? ""}`.trim(),
    async send(message, stop) {
      if (server === undefined) throw new SendingError("No mail server is set: VIGIE_SMTP_URL.", false);
      requireSendable(message);
      const overTime = AbortSignal.timeout(timeouts.wholeMs);
      const signal = stop ? AbortSignal.any([stop, overTime]) : overTime;
      const line = openLine(server, timeouts.connectMs, signal);
      try {
        const { createTransport } = await import("nodemailer");
        const transport = createTransport({
          ...transportOf(server, timeouts, ca),
          getSocket: (_options, callback) =>
            line.socket.then(
              (connection) => callback(null, { connection }),
              (error) => callback(error, false),
            ),
        });
        const sent = transport.sendMail(await composeMail(message, from));
        sent.catch(() => undefined);
        const { accepted, rejected } = await Promise.race([sent, line.broken]);
        if (rejected.length > 0) throw new SendingError(partlyTaken(accepted, rejected), false);
      } catch (error) {
        if (stop?.aborted) throw new SendingError("The mail was stopped on its way.", false, { cause: error });
        if (overTime.aborted)
          throw new SendingError(`The mail took longer than ${timeouts.wholeMs / 1000} s.`, true, { cause: error });
        throw asSendingError(error, server);
      } finally {
        line.close();
      }
    },
  };
}

/**
 * Throws instead when every recipient is refused. Twin: src/web/states/partly.ts, which recognises the error by its
 * first words.
 */
function partlyTaken(accepted: readonly unknown[], rejected: readonly unknown[]): string {
  return `The mail server took it for ${accepted.join(", ")} and refused ${rejected.join(", ")}.`;
}

const defaultTimeouts = {
  connectMs: mailConnectTimeoutMs,
  silenceMs: mailSilenceTimeoutMs,
  wholeMs: mailTimeoutMs,
};

/** A connection of our own, so that it ends when the time is over; the library would leave it. */
function openLine({ host, port }: MailServer, timeoutMs: number, signal: AbortSignal) {
  const connected = Promise.withResolvers<Socket>();
  const broken = Promise.withResolvers<never>();
  const socket = connect({ host, port });
  const alarm = setTimeout(
    () => socket.destroy(new SendingError(`The mail server "${host}" did not answer in ${timeoutMs / 1000} s.`, true)),
    timeoutMs,
  );
  const onAbort = () => {
    socket.destroy();
    connected.reject(signal.reason);
    broken.reject(signal.reason);
  };
  if (signal.aborted) onAbort();
  signal.addEventListener("abort", onAbort, { once: true });
  socket.once("connect", () => {
    clearTimeout(alarm);
    connected.resolve(socket);
  });
  socket.once("error", connected.reject);
  connected.promise.catch(() => undefined);
  broken.promise.catch(() => undefined);
  return {
    socket: connected.promise,
    /** Rejects when time is up. */
    broken: broken.promise,
    close() {
      clearTimeout(alarm);
      signal.removeEventListener("abort", onAbort);
      // Errors on a connection that is no longer needed concern nobody.
      socket.on("error", () => undefined);
      socket.destroy();
    },
  };
}

function transportOf(server: MailServer, timeouts: typeof defaultTimeouts, ca: string | undefined) {
  const { host, port, encryption, verifiesCertificate, login } = server;
  return {
    host,
    port,
    secure: encryption === "always",
    requireTLS: encryption === "required",
    ignoreTLS: encryption === "none",
    auth: login && { user: login.user, pass: login.password },
    greetingTimeout: timeouts.connectMs,
    socketTimeout: timeouts.silenceMs,
    tls: {
      rejectUnauthorized: verifiesCertificate,
      // An address is no name to ask for; the certificate is held against it all the same.
      ...(isIP(host) === 0 && { servername: host }),
      ...(ca !== undefined && { ca }),
    },
    logger: false as const,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

async function composeMail({ to, subject, text, html, attachments = [], id }: MailMessage, from: string) {
  const domain = from.replace(/>$/, "").split("@").at(-1);
  return {
    from,
    to: [...to],
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    ...(id === undefined ? {} : { messageId: `<${id}@${domain}>` }),
    // RFC 3834: keeps vacation responders quiet.
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    attachments: await Promise.all(
      attachments.map(async ({ fileName, contentType, content }) => ({
        filename: fileName,
        contentType,
        content: await bytesOf(content),
      })),
    ),
  };
}

async function bytesOf(content: MailAttachment["content"]): Promise<Buffer> {
  if (content instanceof Uint8Array) return Buffer.from(content);
  return Buffer.from(await Bun.file(content.path).arrayBuffer());
}

/** Refuses, before anything is sent, text that would end a header early, and mails that are too large. */
function requireSendable({ to, subject, attachments = [], id = "" }: MailMessage): void {
  if (to.length === 0 || to.length > mailRecipientsMax)
    throw new SendingError(`Expected 1 to ${mailRecipientsMax} recipients, got ${to.length}.`, false);
  const wrong = to.find((address) => !isMailAddress(address));
  if (wrong !== undefined) throw new SendingError(`Expected a mail address, got ${JSON.stringify(wrong)}.`, false);
  for (const text of [subject, id, ...attachments.flatMap(({ fileName, contentType }) => [fileName, contentType])])
    if (control.test(text)) throw new SendingError("A header of a mail has no control characters.", false);
  if (subject.length > mailSubjectCharactersMax)
    throw new SendingError(`Expected a subject of at most ${mailSubjectCharactersMax} characters.`, false);
  const bytes = attachments.reduce(
    (sum, { content }) => sum + (content instanceof Uint8Array ? content.length : content.sizeBytes),
    0,
  );
  if (bytes > mailAttachmentBytesMax)
    throw new SendingError(`The attachments have ${bytes} bytes; at most ${mailAttachmentBytesMax} are sent.`, false);
}

const control = /\p{Cc}|\u2028|\u2029/u;

/** The server's own words, if it gave any: they hold neither our password nor our mail. */
function asSendingError(error: unknown, { host }: MailServer): SendingError {
  if (error instanceof SendingError) return error;
  const { code, responseCode, response } = error as { code?: string; responseCode?: number; response?: string };
  const said = response ?? (code === undefined ? messageOf(error) : `${code}: ${messageOf(error)}`);
  const line = said.replaceAll(/[\p{Cc}\s]+/gu, " ").slice(0, 300);
  const isFinal = code === "EAUTH" || (responseCode !== undefined && responseCode >= 500) || code === "ETLS";
  return new SendingError(`The mail server "${host}" did not take the mail: ${line}`, !isFinal, { cause: error });
}
