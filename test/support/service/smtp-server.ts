import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export interface ReceivedMail {
  from: string;
  to: string[];
  /** As it came over the wire. */
  source: string;
  isEncrypted: boolean;
  user: string | undefined;
}

/** A mail server on a free port of this machine that keeps its mails. `refuse` returns an error for some mails. */
export async function startSmtpServer(
  options: SMTPServerOptions = {},
  refuse: (to: string, count: number) => { code: number; text: string } | undefined = () => undefined,
) {
  const mails: ReceivedMail[] = [];
  let count = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.key ? [] : ["STARTTLS"],
    allowInsecureAuth: true,
    logger: false,
    ...options,
    onRcptTo({ address }, _session, done) {
      count += 1;
      const refusal = refuse(address, count);
      done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
          isEncrypted: session.secure,
          user: typeof session.user === "string" ? session.user : undefined,
        });
        done();
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return { port, mails, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

/** Made by openssl for this name; nobody else trusts it. */
export function makeCertificate(name: string): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), "vigie-test-"));
  try {
    const [keyPath, certPath] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    const made = Bun.spawnSync(
      [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-days",
        "30",
      ].concat(["-keyout", keyPath, "-out", certPath, "-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`]),
      { stderr: "pipe" },
    );
    if (!made.success) throw new Error(`openssl: ${made.stderr.toString()}`);
    return { key: readFileSync(keyPath, "utf8"), cert: readFileSync(certPath, "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
