import { Checkbox, Select, TagsInput, TextInput } from "@mantine/core";
import { words } from "../../../words/words.ts";
import type { ErrorOf } from "../make/report-draft.ts";
import classes from "../report-form.module.css";
import type { ScheduleDraft, SetSchedule } from "./schedule-draft.ts";

interface SendFieldsProps {
  draft: Pick<ScheduleDraft, "mail" | "webhook">;
  set: SetSchedule;
  errorOf: ErrorOf;
}

/** Edits the recipients of each report. */
export function SendFields({ draft: { mail, webhook }, set, errorOf }: SendFieldsProps) {
  const { reports } = words;
  return (
    <>
      <div>
        <Checkbox
          label={reports.mailIt}
          checked={mail !== null}
          onChange={({ target }) => set({ mail: target.checked ? { to: [], as: "attachment" } : null })}
        />
        {mail !== null && (
          <div className={classes.inner}>
            <TagsInput
              label={reports.mailTo}
              value={mail.to}
              error={errorOf("mail.to", "mail")}
              splitChars={[",", ";", " "]}
              onChange={(to) => set({ mail: { ...mail, to } })}
            />
            <Select
              label={reports.as}
              allowDeselect={false}
              data={(["attachment", "link"] as const).map((value) => ({ value, label: reports[value] }))}
              value={mail.as}
              error={errorOf("mail.as")}
              onChange={(as) => set({ mail: { ...mail, as: as as "attachment" | "link" } })}
            />
          </div>
        )}
      </div>
      <div>
        <Checkbox
          label={reports.callIt}
          checked={webhook !== null}
          onChange={({ target }) => set({ webhook: target.checked ? { url: "" } : null })}
        />
        {webhook !== null && (
          <div className={classes.inner}>
            <TextInput
              label={reports.url}
              placeholder="https://example.org/hook"
              value={webhook.url}
              error={errorOf("webhook")}
              onChange={({ target }) => set({ webhook: { url: target.value } })}
            />
          </div>
        )}
      </div>
    </>
  );
}
