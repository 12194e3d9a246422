import { ActionIcon, Button, Checkbox, Select, Tooltip } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { ClockField } from "../../../time/clock-field.tsx";
import { listZones, useZone } from "../../../time/zone.ts";
import { words } from "../../../words/words.ts";
import type { TriggerDraft } from "../trigger-data.ts";
import type { FieldsProps } from "./editor-props.ts";
import { MaintenanceFields } from "./maintenance-fields.tsx";
import classes from "./trigger-editor.module.css";

type Hours = TriggerDraft["quiet_hours"][number];
const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

/** When a trigger does not act: hours of the week, and windows of maintenance. */
export function QuietFields(props: FieldsProps) {
  return (
    <>
      <WeeklyFields {...props} />
      <MaintenanceFields {...props} />
    </>
  );
}

/** Hours of the week in which a trigger does not act. */
function WeeklyFields({ draft: { quiet_hours }, set, errorOf }: FieldsProps) {
  const zone = useZone();
  const add = () =>
    set({ quiet_hours: [...quiet_hours, { days: [...weekdays], from: "22:00", to: "07:00", timezone: zone }] });
  const change = (at: number, hours: Hours) =>
    set({ quiet_hours: quiet_hours.map((known, index) => (index === at ? hours : known)) });
  return (
    <>
      {quiet_hours.map((hours, index) => (
        <HoursFields
          // biome-ignore lint/suspicious/noArrayIndexKey: hours are where they stand
          key={index}
          hours={hours}
          error={errorOf(`quiet_hours.${index}`)}
          onChange={(changed) => change(index, changed)}
          onRemove={() => set({ quiet_hours: quiet_hours.filter((_, at) => at !== index) })}
        />
      ))}
      <div>
        <Button variant="default" size="compact-sm" leftSection={<IconPlus size={13} />} onClick={add}>
          {words.triggers.addQuiet}
        </Button>
      </div>
    </>
  );
}

interface HoursFieldsProps {
  hours: Hours;
  error?: string;
  onChange: (hours: Hours) => void;
  onRemove: () => void;
}

function HoursFields({ hours, error, onChange, onRemove }: HoursFieldsProps) {
  const { triggers } = words;
  return (
    <div className={classes.inner}>
      <div className={classes.row}>
        <ClockField
          label={triggers.from}
          value={hours.from}
          error={error}
          onChange={(from) => onChange({ ...hours, from })}
        />
        <ClockField label={triggers.to} value={hours.to} onChange={(to) => onChange({ ...hours, to })} />
        <Select
          label={triggers.zone}
          searchable
          limit={50}
          allowDeselect={false}
          data={listZones()}
          value={hours.timezone}
          onChange={(timezone) => timezone !== null && onChange({ ...hours, timezone })}
        />
        <Tooltip label={triggers.removeHours}>
          <ActionIcon mt={26} size={32} aria-label={triggers.removeHours} onClick={onRemove}>
            <IconX size={15} />
          </ActionIcon>
        </Tooltip>
      </div>
      <Checkbox.Group
        value={hours.days}
        onChange={(days) => onChange({ ...hours, days: weekdays.filter((day) => days.includes(day)) })}
      >
        <div className={classes.days}>
          {weekdays.map((day) => (
            <Checkbox key={day} value={day} label={triggers.weekdays[day]} />
          ))}
        </div>
      </Checkbox.Group>
    </div>
  );
}
