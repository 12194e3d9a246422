export interface Choice {
  value: string;
  label: string;
}

/** A source of choices. Of a long list it reads only those that match what is typed. */
export interface ChoiceSource {
  key: string;
  /** Gives the first ones when there is no text. */
  find(text: string | undefined, signal: AbortSignal): Promise<Choice[]>;
  get(value: string, signal: AbortSignal): Promise<Choice>;
}
