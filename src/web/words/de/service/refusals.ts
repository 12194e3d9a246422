/** The service's refusals with their German texts; `#` stands for a number or a name, in their order. */
export const refusals: Record<string, string> = {
  "The user name or the password is wrong.": "Der Benutzername oder das Passwort ist falsch.",
  "Too many failed attempts. Try again in # seconds.":
    "Zu viele Fehlversuche. Versuchen Sie es in # Sekunden noch einmal.",
  "Too many logins at once. Try again in a moment.":
    "Zu viele Anmeldungen auf einmal. Versuchen Sie es gleich noch einmal.",
  "Somebody else has just changed the password.": "Jemand anderes hat das Passwort eben geändert.",
  "Requests from another site are refused.": "Anfragen von einer anderen Website werden abgelehnt.",
  "Changing user name, activity, permissions or hosts needs the permission manage_users.":
    "Benutzername, Aktivität, Rechte und Hosts ändert nur, wer das Recht manage_users hat.",
  "Only a superuser changes a superuser.": "Nur ein Superuser ändert einen Superuser.",
  "Only a superuser changes settings.": "Nur ein Superuser ändert Einstellungen.",
  "Only a superuser deletes a superuser.": "Nur ein Superuser löscht einen Superuser.",
  "Only a superuser ends the session of a superuser.": "Nur ein Superuser beendet die Sitzung eines Superusers.",
  "Only a superuser makes or unmakes one.": "Nur ein Superuser ernennt oder entlässt einen Superuser.",
  "Only a superuser makes a token that acts for a user who may or sees more than himself.":
    "Nur ein Superuser erstellt ein Token für jemanden, der mehr darf oder sieht als man selbst.",
  "Only a superuser sets the password of a user who may or sees more than himself.":
    "Nur ein Superuser setzt das Passwort von jemandem, der mehr darf oder sieht als man selbst.",
  'Only a superuser grants a permission he lacks himself: "#".':
    "Nur ein Superuser vergibt ein Recht, das er selbst nicht hat: „#“.",
  "You are limited to some hosts and can grant only these.":
    "Sie sind auf einige Hosts beschränkt und können nur diese freigeben.",
  "You may give triggers only to users who may no more than you.":
    "Sie können Auslöser nur an Benutzer geben, die nicht mehr dürfen als Sie.",
  "Only who made a link changes it.": "Einen Link ändert nur, wer ihn erstellt hat.",
  "Only who manages dashboards may give them to others.":
    "Dashboards gibt nur an andere weiter, wer Dashboards verwaltet.",
  "Only who manages tasks may give them to other owners.":
    "Aufgaben gibt nur an andere Besitzer weiter, wer Aufgaben verwaltet.",
  "Only who manages tokens changes what they may send.": "Was Tokens senden dürfen, ändert nur, wer Tokens verwaltet.",
  "Only who manages tokens makes them for others.": "Tokens für andere erstellt nur, wer Tokens verwaltet.",
  "Only who may change a dashboard shows it to people without an account.":
    "Leuten ohne Konto zeigt ein Dashboard nur, wer es ändern darf.",
  "The assignee of a task may change its status and its description only.":
    "Wem eine Aufgabe zugewiesen ist, kann nur ihren Status und ihre Beschreibung ändern.",
  "Queries of the type # need the permission #.": "Fragen der Art # brauchen das Recht #.",
  "This report may speak of hosts that you are not allowed to see.":
    "Dieser Bericht spricht vielleicht von Hosts, die Sie nicht sehen dürfen.",
  "The file of this report is not on the disk any more.": "Die Datei dieses Berichts ist nicht mehr auf der Platte.",
  "The dashboard # is not there any more.": "Das Dashboard # gibt es nicht mehr.",
  "The report was deleted.": "Der Bericht wurde gelöscht.",
  "The query was removed.": "Die Frage wurde entfernt.",
  'There is a parser rule "#" already; choose another name, or change that one.':
    "Eine Regel „#“ gibt es schon; wählen Sie einen anderen Namen, oder ändern Sie jene.",
  '"#" is shipped with vigie and cannot be deleted; switch it off instead.':
    "„#“ wird mit vigie geliefert und lässt sich nicht löschen; schalten Sie sie stattdessen aus.",
  "Limit reached: # triggers. Delete one first.": "Mehr als # Auslöser geht nicht. Löschen Sie zuerst einen.",
  "Limit reached: # links a dashboard. Delete one first.":
    "Mehr als # Links je Dashboard geht nicht. Löschen Sie zuerst einen.",
  "Limit reached: # reports per user. Delete one first.":
    "Mehr als # Berichte je Benutzer geht nicht. Löschen Sie zuerst einen.",
  "Limit reached: # schedules per user. Delete one first.":
    "Mehr als # Zeitpläne je Benutzer geht nicht. Löschen Sie zuerst einen.",
  "Limit reached: # searches per user. Delete one first.":
    "Mehr als # Suchen je Benutzer geht nicht. Löschen Sie zuerst eine.",
  "Limit reached: # exports of one user at a time. Wait for one to end.":
    "Mehr als # Exporte eines Benutzers auf einmal geht nicht. Warten Sie, bis einer endet.",
  "No room for more reports. Delete some.": "Für mehr Berichte ist kein Platz. Löschen Sie einige.",
  "The last run of this schedule is still in progress.": "Der letzte Lauf dieses Zeitplans ist noch nicht zu Ende.",
  "The report is not ready yet. Try again later.": "Der Bericht ist noch nicht fertig. Versuchen Sie es später.",
  "The body is larger than #.": "Gesendet wurde mehr als #.",
  "A list of more than # events: send less at a time, or one event a line.":
    "Eine Liste von mehr als # Ereignissen: Senden Sie weniger auf einmal oder ein Ereignis je Zeile.",
  "A JSON document of more than #: send one event a line instead.":
    "Ein JSON-Wert von mehr als #: Senden Sie stattdessen ein Ereignis je Zeile.",
  "The body is larger than #, counted after decompression.": "Entpackt ist es mehr als #.",
  "The body is larger than #, counted after the first of its two decompressions.":
    "Einmal entpackt ist es mehr als #, und noch einmal gepackt.",
  "Other tests are still being sent. Try again in some seconds.":
    "Andere Proben werden noch gesendet. Versuchen Sie es in einigen Sekunden noch einmal.",
  "The preview took too long. Ask for a shorter range, or try again later.":
    "Die Vorschau hat zu lange gedauert. Wählen Sie einen kürzeren Zeitraum, oder versuchen Sie es später.",
  "All threads are busy with longer questions. Try again shortly.":
    "Alle Threads sind mit längeren Fragen beschäftigt. Versuchen Sie es gleich noch einmal.",
  "Too many large bodies are being read. Nothing was stored; try again.":
    "Zu viel Großes wird gerade gelesen. Nichts wurde gespeichert; versuchen Sie es noch einmal.",
  "More comes in than can be stored. Nothing was stored; try again.":
    "Es kommt mehr herein, als gespeichert werden kann. Nichts wurde gespeichert; versuchen Sie es noch einmal.",
  "The disk is full. Nothing was stored; try again later.":
    "Die Platte ist voll. Nichts wurde gespeichert; versuchen Sie es später.",
  "The service is stopping. Nothing was stored; try again.":
    "Der Dienst hält gerade an. Nichts wurde gespeichert; versuchen Sie es noch einmal.",
  "This takes more memory than is left of the # MB that the service may use. Ask for a shorter time range or a narrower filter, or ask again later.":
    "Das braucht mehr Speicher, als von den # MB des Dienstes übrig ist. Wählen Sie einen kürzeren Zeitraum oder einen engeren Filter, oder fragen Sie später.",
};
