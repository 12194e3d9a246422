import type { Words } from "../en.ts";
import { plural, writeNumber } from "../formats.ts";

export const notifications: Words["notifications"] = {
  title: "Benachrichtigungen",
  count: (count) => plural(count, { one: "1 Benachrichtigung", other: "# Benachrichtigungen" }),
  unreadCount: (count) => plural(count, { one: "1 ungelesen", other: "# ungelesen" }),
  which: "Welche",
  all: "Alle",
  unread: "Ungelesen",
  readAll: "Alle als gelesen markieren",
  allRead: (count) => plural(count, { one: "1 ist als gelesen markiert.", other: "# sind als gelesen markiert." }),
  none: "Es gibt keine Benachrichtigung",
  noneText:
    "Auslöser sagen Ihnen Bescheid, wenn sie auslösen; der Dienst sagt es denen, die ihn sehen dürfen, wenn ihm etwas fehlt.",
  noneUnread: "Sie haben alles gelesen",
  showAll: "Alle zeigen",
  markUnread: "Als ungelesen markieren",
  remove: "Löschen",
  removed: "Die Benachrichtigung ist gelöscht.",
  toEvent: "Ereignis zeigen",
  toPlace: "Zeigen, worum es geht",
  told,
  gone: "Diese Benachrichtigung gibt es nicht mehr",
  toList: "Alle Benachrichtigungen",
};

function told({ kind, values }: Parameters<Words["notifications"]["told"]>[0]): { title: string; text: string } {
  switch (kind) {
    case "damage":
      return {
        title: `Beschädigte Ereignisse wurden beiseitegelegt${others(values.count)}`,
        text: `„${values.file}“${values.day && ` vom ${values.day}`} war nicht zu lesen. Alle anderen Ereignisse sind da. Die Datei wurde aufgehoben: Was fehlt, hat vielleicht eine Sicherung.`,
      };
    case "disk_nearly_full":
      return {
        title: "Die Platte ist fast voll",
        text: `${megabytes(values.free_bytes)} sind frei. Unter ${megabytes(values.min_free_bytes)} werden Ereignisse abgewiesen. Bewahren Sie weniger auf oder schaffen Sie Platz.`,
      };
    case "disk_full":
      return {
        title: "Die Platte ist voll: Ereignisse werden abgewiesen",
        text: `${megabytes(values.free_bytes)} sind frei, ${megabytes(values.min_free_bytes)} werden gebraucht. Sobald Platz ist, werden Ereignisse wieder angenommen.`,
      };
    case "trigger_failing":
      return {
        title: `Auslöser „${values.name}“ erreicht niemanden${others(values.count)}`,
        text: `Eine E-Mail oder ein Aufruf wurde aufgegeben: ${values.error}`,
      };
    case "report_failing":
      return {
        title: `Bericht „${values.title}“ kam nicht an${others(values.count)}`,
        text: "Er war nicht zu machen oder nicht zuzustellen. Sein Zeitplan sagt, warum.",
      };
    case "overload":
      return {
        title: "Lieferungen werden abgewiesen: zu viel auf einmal",
        text: `${inMinutes(values)}. Wer es noch einmal versucht, verliert nichts; andere schon. Mehr Speicher oder weniger schwere Abfragen zugleich helfen.`,
      };
    case "too_large":
      return {
        title: "Lieferungen oder Meldungen werden abgewiesen: zu groß",
        text: `${inMinutes(values)}. Das Verlustbuch nennt ihre Sender.`,
      };
    case "out_of_time":
      return {
        title: "Ereignisse kommen mit unmöglichen Zeiten",
        text: `${inMinutes(values)} wurden unter der Zeit ihrer Ankunft gespeichert. Sehen Sie nach den Uhren ihrer Sender.`,
      };
    case "udp_dropped":
      return {
        title: "Über UDP gehen Ereignisse verloren",
        text: `${inMinutes(values)} kamen schneller, als sie zu lesen waren. TCP verliert keine.`,
      };
    case "quota":
      return {
        title: `Schlüssel ${values.token} hat sein Kontingent verbraucht${others(values.count)}`,
        text: `${values.description && `${values.description}: `}${megabytes(values.bytes)} am Tag. Was er sendet, wird bis Mitternacht UTC abgewiesen.`,
      };
  }
}

function others(count: number): string {
  return count === 1 ? "" : plural(count - 1, { one: " und noch etwas", other: " und # weitere" });
}

function inMinutes({ count, minutes }: { count: number; minutes: number }): string {
  return `${writeNumber(count)} in ${minutes} Minuten`;
}

function megabytes(bytes: number): string {
  return `${writeNumber(Math.round(bytes / 1e4) / 100)} MB`;
}
