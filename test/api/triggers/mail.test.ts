import { expect, test } from "vitest";
import { patienceMs } from "../../support/patience.ts";
import { startSmtpServer } from "../../support/service/smtp-server.ts";
import { startService } from "../../support/service/start-service.ts";

test(
  "when a trigger writes a mail, then it comes, and a line end in an event adds no header",
  async () => {
    const server = await startSmtpServer();
    const { host, port } = { host: "127.0.0.1", port: server.port };
    const smtpUrl = { host, port, encryption: "none" as const, verifiesCertificate: false, login: undefined };
    const service = await startService({ settings: { smtpUrl } });
    try {
      const send_email = { to: ["ops@example.org"], subject: "Look: $" + "{message}" };
      const trigger = { name: "mails", filter: [{ field: "host", value: "m" }], send_email };
      await service.call("POST", "/api/triggers", { body: trigger });
      await service.call("POST", "/incoming", { body: [{ host: "m", message: "disk\r\nBcc: evil@example.org" }] });
      while (server.mails.length === 0) await service.call("GET", "/api/triggers/1");
      const [mail] = server.mails;
      expect(mail!.to).toEqual(["ops@example.org"]);
      const [head] = mail!.source.split("\r\n\r\n");
      expect(head).toContain("Subject: Look: disk Bcc: evil@example.org");
      expect(head).not.toMatch(/^Bcc:/m);
      expect(mail!.source).toContain("mails fired");
    } finally {
      await service.close();
      await server.close();
    }
  },
  patienceMs,
);
