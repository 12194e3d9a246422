/** Why something received is not an event, worded for its sender. */
export class BadEvent {
  constructor(readonly error: string) {}
}
