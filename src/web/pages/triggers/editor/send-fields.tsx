import { Select, TagsInput, Textarea, TextInput } from "@mantine/core";
import { words } from "../../../words/words.ts";
import type { FieldsProps } from "./editor-props.ts";
import classes from "./trigger-editor.module.css";

/** Edits the recipients and the text of a mail. */
export function MailFields({ draft, set, errorOf }: FieldsProps) {
  const mail = draft.send_email!;
  const change = (changes: Partial<typeof mail>) => set({ send_email: { ...mail, ...changes } });
  const { triggers } = words;
  return (
    <>
      <TagsInput
        label={triggers.mailTo}
        size="sm"
        value={mail.to}
        error={errorOf("send_email.to")}
        onChange={(to) => change({ to })}
      />
      <TextInput
        label={triggers.subject}
        value={mail.subject}
        error={errorOf("send_email.subject")}
        onChange={({ target }) => change({ subject: target.value })}
      />
      <Template
        label={triggers.text}
        value={mail.template}
        error={errorOf("send_email.template")}
        onChange={(template) => change({ template })}
      />
    </>
  );
}

const services = [
  { value: "slack", label: "Slack" },
  { value: "teams", label: "Microsoft Teams" },
  { value: "mattermost", label: "Mattermost" },
  { value: "telegram", label: "Telegram" },
  { value: "ntfy", label: "ntfy" },
  { value: "pagerduty", label: "PagerDuty" },
];

/** Edits which service is called, and with what. */
export function WebhookFields({ draft, set, errorOf }: FieldsProps) {
  const webhook = draft.send_webhook!;
  const change = (changes: Partial<typeof webhook>) => set({ send_webhook: { ...webhook, ...changes } });
  const { triggers } = words;
  return (
    <>
      <div className={classes.row}>
        <Select
          className={classes.service}
          label={triggers.service}
          allowDeselect={false}
          data={[...services, { value: "custom", label: triggers.custom }]}
          value={webhook.service}
          onChange={(service) => change({ service: service ?? "custom" })}
        />
        <TextInput
          className={classes.grow}
          label={triggers.url}
          value={webhook.url}
          error={errorOf("send_webhook.url")}
          onChange={({ target }) => change({ url: target.value })}
        />
        {webhook.service === "telegram" && (
          <TextInput
            label={triggers.chat}
            value={webhook.chat_id}
            error={errorOf("send_webhook.chat_id")}
            onChange={({ target }) => change({ chat_id: target.value })}
          />
        )}
        {webhook.service === "pagerduty" && (
          <TextInput
            label={triggers.routingKey}
            value={webhook.routing_key}
            error={errorOf("send_webhook.routing_key")}
            onChange={({ target }) => change({ routing_key: target.value })}
          />
        )}
      </div>
      <Template
        label={triggers.body}
        value={webhook.template}
        error={errorOf("send_webhook.template")}
        onChange={(template) => change({ template })}
      />
    </>
  );
}

interface TemplateProps {
  label: string;
  value: string;
  error?: string;
  onChange: (text: string) => void;
}

function Template({ label, value, error, onChange }: TemplateProps) {
  return (
    <Textarea
      label={label}
      autosize
      minRows={2}
      maxRows={12}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
