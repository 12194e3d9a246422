import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { templateContent } from "../../../src/api/dashboards/schema.ts";
import { shippedTemplates } from "../../../src/api/dashboards/shipped-templates.ts";
import { questionOf } from "../../../src/board/widget-question.ts";
import type { EventRow, StoredEvent } from "../../../src/eventstore/event/event.ts";
import { matchEvent } from "../../../src/filter/match-event.ts";
import { filterSchema } from "../../../src/filter/schema.ts";
import { compileFilter } from "../../../src/filter/select/compile-filter.ts";
import { readLine } from "../../../src/ingest/line-formats/read-line.ts";
import { loadRules } from "../../../src/parser-rules/files/rule-files.ts";
import { shippedRules } from "../../../src/parser-rules/files/shipped-rules.ts";
import { createRuleSet } from "../../../src/parser-rules/run/rule-set.ts";

/** Lines as such programs write them, for what the samples have not. */
const sudo =
  "<85>Nov 21 10:12:53 bastion-1 sudo:    alice : TTY=pts/0 ; PWD=/home/alice ; USER=root ; COMMAND=/usr/bin/id";
const unit = "<27>Nov 21 10:12:53 db-1 systemd[1]: backup.service: Failed with result 'exit-code'.";
const ufw =
  "<4>Nov 21 10:12:53 gate kernel: [123.456] [UFW BLOCK] IN=eth0 OUT= MAC=00:00 SRC=192.0.2.7 DST=192.0.2.1 LEN=40 PROTO=TCP SPT=4711 DPT=23";
const asa =
  '<164>Nov 21 10:12:53 asa-1 : %ASA-4-106023: Deny tcp src outside:192.0.2.7/4711 dst inside:10.0.0.1/22 by access-group "outside_in"';
const asaChange =
  "<165>Nov 21 10:12:53 asa-1 : %ASA-5-111008: User 'admin' executed the 'write memory' command; configuration changed";
const link = "<187>Nov 21 10:12:53 sw-1 : %LINK-3-UPDOWN: Interface GigabitEthernet0/1, changed state to down";
const lockFull = "2026-11-21 10:13:07.886 UTC [1] shop@shop FATAL:  sorry, too many clients already";
const sent =
  "<22>Nov 21 10:12:53 mx postfix/smtp[1]: 4F1: to=<a@example.org>, relay=mx.example.org[192.0.2.2]:25, dsn=2.0.0, status=sent (250 ok)";
const reject =
  "<22>Nov 21 10:12:53 mx postfix/smtpd[1]: NOQUEUE: reject: RCPT from unknown[192.0.2.7]: 554 5.7.1 <a@example.org>: Relay access denied";
const imap =
  "<22>Nov 21 10:12:53 mx dovecot: imap-login: Disconnected (auth failed, 1 attempts): user=<bob>, rip=192.0.2.7";
const emergency = "<8>Nov 21 10:12:53 db-1 kernel: panic - not syncing";
const critical = "<10>Nov 21 10:12:53 db-1 smartd: Device: /dev/sda, FAILED SMART self-check. BACK UP DATA NOW!";

const auth = [...sample("auth.log"), sudo];
const web = [...sample("nginx-access.log.gz"), ...sample("apache-access.log")];
const lines: Record<string, string[]> = {
  "linux/hosts": [...sample("syslog-rfc3164.log"), unit],
  "linux/auth": auth,
  "web/server": web,
  "firewall/overview": [ufw, asa, asaChange],
  "network/overview": [asa, link],
  "databases/overview": [...sample("postgresql.log.gz"), lockFull],
  "errors/overview": [...sample("nginx-error.log"), emergency, critical],
  "mail/overview": [sent, reject, imap],
};

describe("the filters of the templates that ship", () => {
  test.each(Object.keys(lines))(
    "when real lines are read, then every widget of %s finds some of them and counts by a field they have",
    (path) => {
      const events = lines[path]!.map(eventOf);
      for (const widget of templateContent.parse(shippedTemplates.get(path)).widgets) {
        const { params } = questionOf(widget, {});
        const filter = compileFilter(filterSchema.parse(params.filter ?? []));
        const found = events.filter((event) => matchEvent(filter, event));
        expect([widget.title, found.length > 0]).toEqual([widget.title, true]);
        const field = params.field as string | undefined;
        if (field !== undefined) {
          const hasField = compileFilter(filterSchema.parse([{ field, value: "*" }]));
          expect([widget.title, field, found.some((event) => matchEvent(hasField, event))]).toEqual([
            widget.title,
            field,
            true,
          ]);
        }
      }
    },
  );

  test.each(Object.keys(lines))(
    "when a line is about something else, then no widget of %s that chooses takes it",
    (path) => {
      const stranger = eventOf("<94>Nov 21 10:12:53 clock-1 chronyd[5]: Selected source 192.0.2.123 (ntp.example)");
      for (const { title, type, config } of templateContent.parse(shippedTemplates.get(path)).widgets) {
        const { filter } = questionOf({ type, config }, {}).params;
        if (filter !== undefined)
          expect([title, matchEvent(compileFilter(filterSchema.parse(filter)), stranger)]).toEqual([title, false]);
      }
    },
  );
});

function sample(name: string): string[] {
  const bytes = readFileSync(join(import.meta.dirname, "../../../data/samples", name));
  const text = new TextDecoder().decode(name.endsWith(".gz") ? gunzipSync(bytes) : bytes);
  return text.split("\n").filter((line) => line !== "");
}

let nextId = 1;
const rules = createRuleSet(loadRules(undefined, shippedRules).map(({ file }) => file!.compiled));

/**
 * As it is stored after the shipped parser rules, as far as filters look at it; the host of a line that names none is
 * the one it was read on.
 */
function eventOf(line: string): StoredEvent {
  const fields = readLine(line, { reference: Date.UTC(2026, 10, 22) * 1000, timezone: "UTC" });
  if (fields.format === "json") throw new Error(`not a line of text: ${line}`);
  const { time = 0, host = "web-1", program = "import", severity = 6, facility = 1, message, tags } = fields;
  const ciscoMnemonic = /%([A-Z0-9_]+-\d-[A-Z0-9_]+): /.exec(message)?.[1] ?? "";
  const row: EventRow = {
    times: [time],
    host,
    program,
    severity,
    facility,
    message,
    tags,
    type: 1,
    status: 0,
    ciscoMnemonic,
    extra: "",
  };
  rules.apply(row);
  return { ...row, id: nextId++ } as unknown as StoredEvent;
}
