import { AppError, invalidFields } from "../lib/errors.ts";
import { type Config, writeConfig } from "./config-text.ts";
import type { CheckQuestion } from "./question-check.ts";
import { requireTitle } from "./title.ts";
import { checkWidgetConfig } from "./widget-config.ts";
import type { WidgetBody } from "./widget-schema.ts";

/** The stored fields that the owner sets. */
export interface CheckedWidget {
  title: string;
  type: string;
  /** JSON text. */
  config: string;
  position: number;
  isPublic: boolean;
}

/** The widget as it can be stored. Throws `invalid` with dotted fields. */
export function checkWidget(body: WidgetBody, checkQuestion: CheckQuestion): CheckedWidget {
  const { type, position, is_public: isPublic } = body;
  return { title: requireTitle(body), type, config: checkConfig(type, body.config, checkQuestion), position, isPublic };
}

/** The config as it is stored. Throws `invalid` with dotted fields. */
export function checkConfig(type: string, config: Config, checkQuestion: CheckQuestion): string {
  checkWidgetConfig(type, config, checkQuestion);
  return writeConfig(config);
}

/** All of them, or `invalid` with the problems of each, as `widgets.<index>.<field>`. */
export function checkWidgets(bodies: readonly WidgetBody[], checkQuestion: CheckQuestion): CheckedWidget[] {
  const checked: CheckedWidget[] = [];
  const fields: Record<string, string[]> = {};
  for (const [index, body] of bodies.entries()) {
    try {
      checked.push(checkWidget(body, checkQuestion));
    } catch (error) {
      if (!(error instanceof AppError) || error.details.fields === undefined) throw error;
      for (const [field, messages] of Object.entries(error.details.fields))
        fields[`widgets.${index}.${field}`] = messages;
    }
  }
  if (Object.keys(fields).length > 0) throw invalidFields(fields);
  return checked;
}
