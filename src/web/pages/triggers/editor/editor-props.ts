import type { SetDraft, TriggerDraft } from "../trigger-data.ts";

/** What the service said of a field, by its path: `send_webhook.url`. */
export type ErrorOf = (path: string) => string | undefined;

/** What each part of the editor shows and changes. */
export interface FieldsProps {
  draft: TriggerDraft;
  set: SetDraft;
  errorOf: ErrorOf;
}
