/** A trigger's message in parts, for services with a body format of their own. Nothing in it is escaped. */
export interface ServiceMessage {
  /** The trigger's name, in one line. */
  title: string;
  /** The circumstances in one line; "" for none. */
  summary: string;
  /** The event's line, or the user's own text. */
  text: string;
  /** Link to details; "" for none. */
  url: string;
  /** 0 to 7. */
  severity: number;
  /** Epoch seconds. */
  time: number;
  host: string;
  program: string;
  /** The same for all messages about one incident, including the one that ends it. */
  incident: string;
  /** The condition reported before has ended. */
  isOver: boolean;
}

/** Destination of a message, as the user gave it. */
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
