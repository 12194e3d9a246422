/** Actions on a value of the event; each place that shows values offers its own. */
export interface ValueActions {
  only?(field: string, value: string): void;
  without?(field: string, value: string): void;
  /** Only events that have the field at all, or lack it. */
  has?(field: string, not: boolean): void;
  group?(field: string): void;
  /** Tells its values apart over time. */
  split?(field: string): void;
  column?(field: string): void;
  isColumn?(field: string): boolean;
}
