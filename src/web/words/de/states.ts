import type { Words } from "../en.ts";
import { writeWait } from "../formats.ts";

export const states: Words["states"] = {
  offline: {
    title: "vigie ist nicht erreichbar",
    text: "Es ist angehalten, oder das Netz dazwischen ist unterbrochen.",
    goesOn: "Sobald es antwortet, geht es von selbst weiter.",
  },
  fault: "Diese Seite hat einen Fehler",
  notDrawn: "Das lässt sich nicht darstellen",
  notAnswered: "Es wurde nicht beantwortet",
  misfit: "Das passt so nicht",
  other: "vigie hat das abgelehnt",
  refusals: {
    400: (reason = "") => ({ title: "Das wurde nicht verstanden", text: reason }),
    403: (reason = "Ihrem Konto fehlt das Recht. Wer Benutzer verwaltet, kann es Ihnen geben.") => ({
      title: "Das dürfen Sie nicht",
      text: reason,
    }),
    404: (reason = "Es wurde gelöscht oder ist nicht mehr für Sie freigegeben.") => ({
      title: "Das gibt es nicht mehr",
      text: reason,
    }),
    408: () => ({
      title: "Es hat zu lange gedauert",
      text: "vigie ist beschäftigt. Ein engerer Zeitraum ist schneller beantwortet.",
    }),
    409: (reason = "") => ({ title: "So, wie es steht, geht das nicht", text: reason }),
    413: (reason = "") => ({ title: "Das ist zu groß", text: reason }),
    429: (reason = "", seconds) => ({
      title: "Zu viel auf einmal",
      text:
        seconds === undefined || reason.includes(`${seconds} S`)
          ? reason
          : `${reason} Versuchen Sie es in ${writeWait(seconds)} wieder.`,
    }),
    500: () => ({
      title: "vigie hat einen Fehler gemacht",
      text: "Es liegt nicht an Ihnen. Im Protokoll des Dienstes steht die Ursache unter der Nummer unten.",
    }),
    503: (reason = "") => ({ title: "vigie kann das gerade nicht", text: reason }),
  },
  numbered: (text, id) => `${text} (Anfrage ${id})`,
  unexplained: (status) => `Der Dienst antwortete mit ${status}.`,
  askAgain: "Noch einmal fragen",
  request: (id) => `Anfrage ${id}, wie das Protokoll von vigie sie nennt`,
  lost: (since) =>
    `vigie antwortet seit ${since} nicht. Was Sie sehen, ist von davor; alle paar Sekunden wird wieder gefragt.`,
  forbidden: (page) => `${page} ist für Sie nicht offen`,
  forbiddenText: (permission) =>
    `Das braucht das Recht „${permission}“. Wer hier Benutzer verwaltet, kann es Ihnen geben.`,
};
