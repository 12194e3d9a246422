import type { SetDraft, TriggerDraft } from "../trigger-data.ts";

/** The service's message about a field, by its path: `send_webhook.url`. */
export type ErrorOf = (path: string) => string | undefined;

/** Properties of each part of the editor. */
export interface FieldsProps {
  draft: TriggerDraft;
  set: SetDraft;
  errorOf: ErrorOf;
}
