export interface Choice {
  value: string;
  label: string;
}

/** A source of choices. Of a long list it reads only those that match what is typed. */
export interface ChoiceSource {
  key: string;
  /** Without a text the first ones. */
  find(text: string | undefined, signal: AbortSignal): Promise<Choice[]>;
  get(value: string, signal: AbortSignal): Promise<Choice>;
}
