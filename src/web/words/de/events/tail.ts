import type { Words } from "../../en.ts";

export const tail: Words["tail"] = {
  title: "Tail",
  writeLine: "Die Zeile schreiben",
  lineHint: "Allen Ereignissen folgen, oder denen einer Zeile",
  goOn: "Weiter",
  pause: "Anhalten",
  clear: "Zeilen leeren",
  search: "Danach suchen",
  paused: "Angehalten",
  waiting: "Wartet auf das nächste Ereignis",
  waitingText: "Es erscheint, sobald es gespeichert ist.",
  waitingLine: "Es erscheint, sobald eines kommt, das die Zeile meint.",
  states: {
    connecting: "verbindet",
    live: "live",
    lost: "nicht verbunden; es geht von selbst weiter, von dort, wo es war",
  },
  wouldNot: "Der Dienst führt es nicht fort.",
  aSecond: "je Sekunde",
  sinceOpened: "seit dem Öffnen",
  anew: "Neu beginnen",
  showNew: (count) => `${count} neue, zeigen`,
  log: "Ereignisse, wie sie kommen",
  someMissed: "Einige fehlen hier",
  missed: (count) => `${count} fehlen hier`,
  again: (count) => `${count}× erneut`,
};
