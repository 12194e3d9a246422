/** Why something that came in is not an event; the text is for whoever sent it. */
export class BadEvent {
  constructor(readonly error: string) {}
}
