import type { Words } from "../../en.ts";

/** Forms of a range's unit: for one, and for several. */
const units: Record<string, readonly [one: string, several: string]> = {
  second: ["Letzte Sekunde", "Sekunden"],
  minute: ["Letzte Minute", "Minuten"],
  hour: ["Letzte Stunde", "Stunden"],
  day: ["Letzter Tag", "Tage"],
  week: ["Letzte Woche", "Wochen"],
  month: ["Letzter Monat", "Monate"],
};

export const time: Words["time"] = {
  presets: {
    last_5_minutes: "Letzte 5 Minuten",
    last_15_minutes: "Letzte 15 Minuten",
    last_1_hours: "Letzte Stunde",
    last_6_hours: "Letzte 6 Stunden",
    last_24_hours: "Letzte 24 Stunden",
    today: "Heute",
    yesterday: "Gestern",
    last_7_days: "Letzte 7 Tage",
    last_30_days: "Letzte 30 Tage",
    last_12_months: "Letzte 12 Monate",
    last_240_months: "Alles",
  },
  last: (count, unit) => {
    const [one, several] = units[unit] ?? [unit, unit];
    return count === 1 ? one : `Letzte ${count} ${several}`;
  },
  amid: (label) => label.charAt(0).toLowerCase() + label.slice(1),
  back: "Um die Breite zurück",
  forward: "Um die Breite vor",
  wider: "Doppelt so breit",
  time: (range) => `Zeit: ${range}`,
  since: (title) => `Seit ${title}`,
  from: "Von",
  to: "Bis",
  zone: "Zeiten in der Zone",
  noZone: "Keine Zone heißt so",
  show: "Zeigen",
  span: "Die letzten",
  spanHint: "45 min, 3 h, 2 Tage",
  noSpan: "Erwartet wird eine Dauer wie 45 min, 3 h oder 2 Tage.",
  day: (day: string, month: string) => `${day}. ${month}`,
  typedDate: (year, month, day) => `${day}.${month}.${year}`,
  typedHint: "tt.mm.jjjj hh:mm",
  noTime: "Erwartet werden Datum und Uhrzeit, wie 22.11.2026 14:02.",
  noClock: "Erwartet wird eine Uhrzeit wie 08:00.",
  calendar: "Einen Tag wählen",
  calendarParts: {
    nextMonth: "Nächster Monat",
    previousMonth: "Voriger Monat",
    nextYear: "Nächstes Jahr",
    previousYear: "Voriges Jahr",
    nextDecade: "Nächstes Jahrzehnt",
    previousDecade: "Voriges Jahrzehnt",
  },
  bothNeeded: "Beide brauchen Datum und Uhrzeit.",
  endFirst: "Das Ende liegt vor dem Anfang.",
};
