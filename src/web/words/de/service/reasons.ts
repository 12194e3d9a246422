/** Why something is slow, with German texts; `#` as in `refusals`. Several of them can follow each other. */
export const slowReasons: Record<string, string> = {
  "Cold it takes # times as long: what its columns hold is worked out first.":
    "Kalt braucht es #-mal so lange: Erst wird ausgerechnet, was seine Spalten enthalten.",
  "Cold it takes # times as long: # MB come from the disk.":
    "Kalt braucht es #-mal so lange: # MB kommen von der Platte.",
  "It looks at # events.": "Es sieht # Ereignisse an.",
  "Every message text is read: a regular expression (#) on the message cannot be looked up by words.":
    "Jeder Meldungstext wird gelesen: Ein regulärer Ausdruck (#) auf die Meldung lässt sich nicht über Wörter nachschlagen.",
  "Every message text is read: what a message must not be cannot be looked up by words.":
    "Jeder Meldungstext wird gelesen: Was eine Meldung nicht sein darf, lässt sich nicht über Wörter nachschlagen.",
  'The filter tries a regular expression on every different value of "#".':
    "Der Filter prüft jeden verschiedenen Wert von „#“ mit einem regulären Ausdruck.",
  'The filter reads "#" of all # events: there is no index for it.':
    "Der Filter liest „#“ aller # Ereignisse: Dafür gibt es keinen Index.",
  "It covers # days with # events; a shorter time range reads less.":
    "Es umfasst # Tage mit # Ereignissen; ein kürzerer Zeitraum liest weniger.",
  '"#" has many different values, # or more, and each is counted.':
    "„#“ hat viele verschiedene Werte, # oder mehr, und jeder wird gezählt.",
  "It takes # % of the time of all rules.": "Sie braucht # % der Zeit aller Regeln.",
  'Its pattern "#" may backtrack, so it runs in the slower engine of linear time.':
    "Ihr Muster „#“ könnte zurückspringen, also läuft es in der langsameren Maschine mit linearer Zeit.",
  "It names no program, neither itself nor in pre_match, so it looks at every event.":
    "Sie nennt kein Programm, weder selbst noch in pre_match, also sieht sie jedes Ereignis an.",
  "It failed for # of # events.": "Sie scheiterte an # von # Ereignissen.",
  "It matched none of these events.": "Sie traf auf keines dieser Ereignisse zu.",
};

/** Why a mail or a call of a webhook did not arrive; `#` as in `refusals`. */
export const deliveryFaults: Record<string, string> = {
  "No mail server is set: VIGIE_SMTP_URL.": "Es ist kein Mailserver eingestellt: VIGIE_SMTP_URL.",
  "The mail server took it for # and refused #.": "Der Mailserver nahm sie für # an, nicht aber für #.",
  "It is tried again.": "Es wird noch einmal versucht.",
  "The mail was stopped on its way.": "Die Mail wurde unterwegs angehalten.",
  "The mail took longer than # s.": "Die Mail brauchte länger als # s.",
  'The mail server "#" did not answer in # s.': "Der Mailserver „#“ antwortete nicht innerhalb von # s.",
  'The mail server "#" did not take the mail: #': "Der Mailserver „#“ nahm die Mail nicht an: #",
  "Expected 1 to # recipients, got #.": "Erwartet werden 1 bis # Empfänger, es sind #.",
  "Expected a mail address, got #.": "Erwartet wird eine Mailadresse statt #.",
  "A header of a mail has no control characters.": "Die Kopfzeilen einer Mail haben keine Steuerzeichen.",
  "Expected a subject of at most # characters.": "Höchstens # Zeichen im Betreff.",
  "The attachments have # bytes; at most # are sent.": "Die Anhänge haben # Bytes; höchstens # werden verschickt.",
  "The message has more than # bytes.": "Die Nachricht hat mehr als # Bytes.",
  "The call of # was stopped.": "Der Aufruf von # wurde angehalten.",
  "# took longer than # s.": "# brauchte länger als # s.",
  "# could not be called: #": "# ließ sich nicht aufrufen: #",
  "# answered #; redirects are not followed.": "# antwortete mit #; Umleitungen wird nicht gefolgt.",
  "# answered #": "# antwortete mit #",
  'The name "#" could not be looked up.': "Der Name „#“ ließ sich nicht nachschlagen.",
  'The name "#" has no address.': "Der Name „#“ hat keine Adresse.",
  '"#" is at #, which is not on the public internet. The administrator may allow it by VIGIE_WEBHOOK_ALLOW.':
    "„#“ hat die Adresse #, die nicht im öffentlichen Internet liegt. Der Administrator kann sie durch VIGIE_WEBHOOK_ALLOW erlauben.",
};
