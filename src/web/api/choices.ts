export interface Choice {
  value: string;
  label: string;
}

/** Where choices come from: of a long list only those are read that are typed for. */
export interface ChoiceSource {
  key: string;
  /** Without a text the first ones. */
  find(text: string | undefined, signal: AbortSignal): Promise<Choice[]>;
  get(value: string, signal: AbortSignal): Promise<Choice>;
}
