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
  },
  copy: "Kopieren",
  copyOne: (what) => `Kopieren: ${what}`,
  file: {
    title: "Oder eine Datei",
    label: "Eine Logdatei hochladen",
    drop: "Legen Sie hier eine Logdatei ab: unverpackt, .gz oder .zst",
    file: "Logdatei",
    choose: "Datei wählen",
    uploaded: "Hochgeladen",
    stop: "Anhalten",
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
