import type { Words } from "../en.ts";
import { plural, writeNumber } from "../formats.ts";

export const welcome: Words["welcome"] = {
  title: "Ereignisse senden",
  waiting: "Warten auf das nächste Ereignis…",
  received: (count) =>
    `Eingetroffen: ${plural(count, { one: "# Ereignis", other: "# Ereignisse" })}, seit diese Seite offen ist.`,
  lookAtThem: "Ansehen",
  token: {
    title: "1. Ein Token",
    text: "Sender zeigen ein Token; damit kann man senden und sonst nichts.",
    make: "Token anlegen",
    what: "Das Token",
    once: "Es wird nur dieses eine Mal gezeigt und ist unten schon eingesetzt.",
    description: "auf der Seite zum Senden angelegt",
  },
  sender: {
    title: "2. Ein Sender",
    senders: "Sender",
    needs: "Voraussetzung:",
    needsStart: "vigie muss so gestartet sein:",
    what: "Der Text",
    ofService: (text) =>
      ofService[text] ??
      text
        .split(", and ")
        .map((part) => ofService[part] ?? part)
        .join(" und "),
  },
  copy: "Kopieren",
  copyOne: (what) => `Kopieren: ${what}`,
  file: {
    title: "Oder eine Datei",
    label: "Eine Logdatei hochladen",
    drop: "Legen Sie hier Logdateien ab: unverpackt, .gz oder .zst",
    file: "Logdatei",
    choose: "Dateien wählen",
    uploaded: (name) => `Hochgeladen von ${name}`,
    waiting: (name) => `${name} ist gleich an der Reihe`,
    stop: "Anhalten",
    stopOf: (name) => `${name} anhalten`,
    resume: "Fortsetzen",
    resumeOf: (name) => `${name} fortsetzen`,
    failed: (name) => `${name} ist nicht ganz hochgeladen.`,
    cannotRead: (name) =>
      `${name} lässt sich nicht lesen: Es ist ein Ordner, oder die Datei wurde inzwischen verschoben oder geändert.`,
    packedAs: (name, packing) =>
      `${name} ist als ${packing} gepackt, was vigie nicht auspackt. Laden Sie die Logdateien darin hoch: unverpackt, .gz oder .zst.`,
    noText: (name) =>
      `${name} ist kein Text: Es enthält Bytes, die in keiner Logdatei stehen. Nichts davon wurde gesendet.`,
    tooLarge: (name) =>
      `${name} ist ein einziger JSON-Wert von mehr als 16 MiB. Schreiben Sie ein Ereignis je Zeile, etwa mit: jq -c '.[]'`,
    damaged: (name) => `${name} ist beschädigt oder endet zu früh. Was bis dahin gelesen wurde, ist gespeichert.`,
    toIt: "Ansehen",
    onTheirWay: (count) => `${plural(count, { one: "# Datei ist", other: "# Dateien sind" })} unterwegs.`,
    storedSoFar: (count, name) =>
      `Bisher ${plural(count, { one: "# Ereignis", other: "# Ereignisse" })} aus ${name} gespeichert`,
    stored: (count, name) => `${plural(count, { one: "# Ereignis", other: "# Ereignisse" })} aus ${name} gespeichert`,
    notTaken: (count) => `, ${plural(count, { one: "# Zeile", other: "# Zeilen" })} nicht angenommen`,
  },
  samples: {
    title: "Oder Beispiele",
    text: "Die letzte Stunde eines kleinen Ladens: ein Webserver, Anmeldungen und eine Datenbank, die fünf Minuten fehlt.",
    store: "Beispiele speichern",
    stored: (count) => `${writeNumber(count)} Ereignisse sind gespeichert.`,
  },
  found: {
    times: "Zeiten",
    hosts: "Hosts",
    programs: "Programme",
    fields: "Felder",
    noFields: "keine außer der Meldung",
    noTime: "Ohne Zeit",
    noTimeText: (count) => `${writeNumber(count)} Zeilen, gespeichert zur Zeit ihrer Ankunft`,
    tooOld: "Zu alt",
    tooOldText: (count) => `${writeNumber(count)}, gespeichert zur Zeit ihrer Ankunft`,
    cut: "Gekürzt",
    cutText: (count) => `${writeNumber(count)} waren länger, als ein Ereignis sein darf`,
    note: "Anmerkung",
    more: (names, count) => `${names} und ${count} weitere`,
  },
};

/** Twin: src/api/how/pages.ts. A text that is not here is shown as it is. */
const ofService: Record<string, string> = {
  "In a terminal": "In einem Terminal",
  "In a terminal of the machine that has them, with the executable of vigie":
    "In einem Terminal der Maschine, die sie hat, mit dem Programm vigie",
  "In /etc/syslog-ng/conf.d/vigie.conf; s_src is the name of your source":
    "In /etc/syslog-ng/conf.d/vigie.conf; s_src ist der Name Ihrer Quelle",
  "In /etc/systemd/journal-upload.conf; then: systemctl enable --now systemd-journal-upload":
    "In /etc/systemd/journal-upload.conf; danach: systemctl enable --now systemd-journal-upload",
  "In values.yaml of the chart of Fluent Bit": "In values.yaml des Charts von Fluent Bit",
  "In vector.yaml; my_source is the name of your source": "In vector.yaml; my_source ist der Name Ihrer Quelle",
  "In the pipeline": "In der Pipeline",
  "In config.alloy; Promtail has the same under clients:": "In config.alloy; Promtail hat dasselbe unter clients:",
  "In its configuration; otlp is the name of your receiver":
    "In seiner Konfiguration; otlp ist der Name Ihres Receivers",
  "In the program": "Im Programm",
  "In the environment of the program; its loggers stay as they are":
    "In der Umgebung des Programms; seine Logger bleiben, wie sie sind",
  "In the program: log and log/slog write over log/syslog, all of the standard library":
    "Im Programm: log und log/slog schreiben über log/syslog, alle aus der Standardbibliothek",
  "Cisco IOS, in configuration mode; others have the same under syslog server or remote logging":
    "Cisco IOS, im Konfigurationsmodus; bei anderen steht es unter Syslog-Server oder Remote Logging",
  "Log files": "Logdateien",
  "Java with Logback, without an agent": "Java mit Logback, ohne Agenten",
  "In logback.xml, which the class path has": "In logback.xml, das im Klassenpfad liegt",
  "Network devices": "Netzwerkgeräte",
  "the package systemd-journal-remote": "das Paket systemd-journal-remote",
  "the package graypy": "das Paket graypy",
  "the packages pino and pino-loki": "die Pakete pino und pino-loki",
  "the agent of OpenTelemetry: java -javaagent:opentelemetry-javaagent.jar":
    "den Agenten von OpenTelemetry: java -javaagent:opentelemetry-javaagent.jar",
  "the packages Serilog and Serilog.Sinks.Seq": "die Pakete Serilog und Serilog.Sinks.Seq",
};
