/** What a trigger has to say, in parts, for services that want a body of their own. Nothing in it is escaped. */
export interface ServiceMessage {
  /** The trigger's name, in one line. */
  title: string;
  /** What happened beside the text, in one line; "": nothing to add. */
  summary: string;
  /** The event's line, or what the user wants to say instead. */
  text: string;
  /** Where more is to be read; "": nowhere. */
  url: string;
  /** 0 to 7. */
  severity: number;
  /** Epoch seconds. */
  time: number;
  host: string;
  program: string;
  /** The same for all messages about one thing that goes wrong, and for the one that it is over. */
  incident: string;
  /** What was told before is over. */
  isOver: boolean;
}

/** Where a message goes, as the user gave it. */
export interface ServiceAddress {
  url: string;
  /** Telegram's; "" elsewhere. */
  chatId: string;
  /** PagerDuty's; "" elsewhere. */
  routingKey: string;
}

/** A call that is ready to be made: JSON by POST. */
export interface ServiceCall {
  url: string;
  body: unknown;
}
