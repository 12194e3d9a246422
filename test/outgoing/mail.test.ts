import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createMailSender, type MailMessage, type MailServer } from "../../src/outgoing/mail.ts";
import { SendingError } from "../../src/outgoing/sending-error.ts";
import { makeCertificate, startSmtpServer } from "../support/service/smtp-server.ts";

const folder = mkdtempSync(join(tmpdir(), "vigie-test-"));
const certificate = makeCertificate("localhost");
const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true })];
afterAll(async () => {
  for (const close of closers) await close();
});

const hello: MailMessage = { to: ["ops@example.org"], subject: "Disk nearly full", text: "On web1.\n" };
const from = "vigie <vigie@example.org>";

async function start(...parts: Parameters<typeof startSmtpServer>) {
  const server = await startSmtpServer(...parts);
  closers.push(server.close);
  return server;
}

function serverAt(port: number, more: Partial<MailServer> = {}): MailServer {
  return { host: "127.0.0.1", port, encryption: "none", verifiesCertificate: true, login: undefined, ...more };
}

async function errorOf(work: Promise<unknown>): Promise<SendingError> {
  const error = await work.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(SendingError);
  return error as SendingError;
}

describe("a mail", () => {
  test("when it is sent, then the server gets it with its headers, text and attachments", async () => {
    const { port, mails } = await start();
    const path = join(folder, "7.csv");
    writeFileSync(path, "a,b\r\n1,2\r\n");
    await createMailSender({ server: serverAt(port), from }).send({
      ...hello,
      to: ["ops@example.org", "admin@example.org"],
      subject: "Überlauf 🌡️ שלום",
      html: "<p>On web1.</p>",
      id: "report-7",
      attachments: [
        { fileName: "Bericht ä.csv", contentType: "text/csv", content: { path, sizeBytes: 10 } },
        { fileName: "small.json", contentType: "application/json", content: new TextEncoder().encode("{}") },
      ],
    });
    const [mail] = mails;
    expect(mail).toMatchObject({ from: "vigie@example.org", to: ["ops@example.org", "admin@example.org"] });
    expect(mail!.source).toContain("Message-ID: <report-7@example.org>");
    expect(mail!.source).toContain("From: vigie <vigie@example.org>");
    expect(mail!.source).toMatch(/Auto-Submitted: auto-generated/i);
    expect(mail!.source).toContain(Buffer.from("a,b\r\n1,2\r\n").toString("base64"));
    expect(mail!.source).toContain("On web1.");
  });

  test("when no mail server is set, then it fails for good and says which setting is missing", async () => {
    const sender = createMailSender({ server: undefined, from });
    expect(sender.isConfigured).toBe(false);
    expect(await errorOf(sender.send(hello))).toMatchObject({
      canRetry: false,
      message: expect.stringContaining("VIGIE_SMTP_URL"),
    });
  });

  test.each([
    ["subject", { subject: "a\r\nBcc: everybody@example.org" }],
    ["subject with a NUL", { subject: "a\0" }],
    ["subject that is too long", { subject: "x".repeat(256) }],
    ["recipient", { to: ["ops@example.org\r\nBcc: x@example.org"] }],
    ["list as one recipient", { to: ["a@example.org, b@example.org"] }],
    ["recipient without a domain", { to: ["root"] }],
    ["empty list of recipients", { to: [] }],
    ["list of 51 recipients", { to: Array.from({ length: 51 }, (_, i) => `u${i}@example.org`) }],
    ["file name", { attachments: [{ fileName: "a\r\nX: 1", contentType: "text/csv", content: new Uint8Array() }] }],
    ["content type", { attachments: [{ fileName: "a", contentType: "text/csv\nX: 1", content: new Uint8Array() }] }],
    ["id", { id: "a>\r\nX: 1" }],
    [
      "attachment of 19 MB",
      { attachments: [{ fileName: "a", contentType: "b", content: { path: "", sizeBytes: 19e6 } }] },
    ],
  ])("when it has a wrong %s, then nothing is sent", async (_, wrong: Partial<MailMessage>) => {
    const { port, mails } = await start();
    const error = await errorOf(createMailSender({ server: serverAt(port), from }).send({ ...hello, ...wrong }));
    expect(error.canRetry).toBe(false);
    expect(mails).toEqual([]);
  });
});

describe("a mail server", () => {
  test.each([
    [550, false],
    [450, true],
  ])("when it refuses a recipient with %i, then it may be tried again: %s", async (code, canRetry) => {
    const { port } = await start({}, () => ({ code, text: "mailbox trouble" }));
    const error = await errorOf(createMailSender({ server: serverAt(port), from }).send(hello));
    expect(error).toMatchObject({ canRetry, message: expect.stringContaining("mailbox trouble") });
  });

  test("when it refuses one of two, then the other gets it and the error names the first", async () => {
    const { port, mails } = await start({}, (to) =>
      to.startsWith("gone") ? { code: 550, text: "no such user" } : undefined,
    );
    const sent = createMailSender({ server: serverAt(port), from }).send({
      ...hello,
      to: ["ops@example.org", "gone@example.org"],
    });
    expect(await errorOf(sent)).toMatchObject({
      canRetry: false,
      message: "The mail server took it for ops@example.org and refused gone@example.org.",
    });
    expect(mails.map(({ to }) => to)).toEqual([["ops@example.org"]]);
  });

  test("when it wants a login over STARTTLS, then it gets it encrypted", async () => {
    const { port, mails } = await start({
      ...certificate,
      authOptional: false,
      onAuth: ({ username, password }, _session, done) =>
        password === "geheim" ? done(null, { user: username ?? "" }) : done(new Error("no")),
    });
    const server = serverAt(port, {
      host: "localhost",
      encryption: "required",
      login: { user: "vigie", password: "geheim" },
    });
    await createMailSender({ server, from, ca: certificate.cert }).send(hello);
    expect(mails).toMatchObject([{ isEncrypted: true, user: "vigie" }]);
    const wrong = { ...server, login: { user: "vigie", password: "hunter2" } };
    const error = await errorOf(createMailSender({ server: wrong, from, ca: certificate.cert }).send(hello));
    expect(error.canRetry).toBe(false);
    expect(error.message).not.toContain("hunter2");
  });

  test("when it is named by its address, then it is encrypted all the same", async () => {
    const { port, mails } = await start(certificate);
    const server = serverAt(port, { host: "127.0.0.1", encryption: "required", verifiesCertificate: false });
    await createMailSender({ server, from }).send(hello);
    expect(mails).toMatchObject([{ isEncrypted: true }]);
  });

  test("when it is encrypted from the first byte, then the mail arrives", async () => {
    const { port, mails } = await start({ ...certificate, secure: true });
    const server = serverAt(port, { host: "localhost", encryption: "always" });
    await createMailSender({ server, from, ca: certificate.cert }).send(hello);
    expect(mails).toMatchObject([{ isEncrypted: true }]);
  });

  test("when encryption is required and it has none, then neither the password nor the mail is sent", async () => {
    const { port, mails } = await start({ onAuth: (_auth, _session, done) => done(null, { user: "x" }) });
    const server = serverAt(port, { encryption: "required", login: { user: "vigie", password: "geheim" } });
    expect((await errorOf(createMailSender({ server, from }).send(hello))).canRetry).toBe(false);
    expect(mails).toEqual([]);
  });

  test("when nobody trusts its certificate, then no mail is sent, unless any will do", async () => {
    const { port, mails } = await start({ ...certificate, secure: true });
    const server = serverAt(port, { host: "localhost", encryption: "always" });
    await errorOf(createMailSender({ server, from }).send(hello));
    expect(mails).toEqual([]);
    await createMailSender({ server: { ...server, verifiesCertificate: false }, from }).send(hello);
    expect(mails).toHaveLength(1);
  });

  test("when it is not there, then the mail may be tried again", async () => {
    const { port, close } = await startSmtpServer();
    await close();
    const error = await errorOf(createMailSender({ server: serverAt(port), from }).send(hello));
    expect(error).toMatchObject({ canRetry: true, message: expect.stringContaining("ECONNREFUSED") });
  });

  test("when it never greets, then the mail is given up after its time", async () => {
    const { port, close } = await startMute();
    const quick = { connectMs: 30, silenceMs: 1000, wholeMs: 5000 };
    expect(
      (await errorOf(createMailSender({ server: serverAt(port), from, timeouts: quick }).send(hello))).canRetry,
    ).toBe(true);
    const short = { connectMs: 5000, silenceMs: 5000, wholeMs: 30 };
    const error = await errorOf(createMailSender({ server: serverAt(port), from, timeouts: short }).send(hello));
    expect(error).toMatchObject({ canRetry: true, message: "The mail took longer than 0.03 s." });
    close();
  });

  test("when the mail is not wanted any more, then its connection is closed", async () => {
    const { port, close, closed } = await startMute();
    const stop = new AbortController();
    const sent = errorOf(createMailSender({ server: serverAt(port), from }).send(hello, stop.signal));
    stop.abort();
    expect((await sent).canRetry).toBe(false);
    await closed;
    close();
  });
});

/** Takes connections and says nothing. */
async function startMute() {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("close", () => resolve());
    socket.resume();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  // One that is closed before it was taken never appears.
  const alarm = setTimeout(resolve, 200);
  return {
    port: (server.address() as { port: number }).port,
    closed,
    close() {
      clearTimeout(alarm);
      server.close();
    },
  };
}
