import { FocusTrap } from "@mantine/core";
import { DatePicker } from "@mantine/dates";
import "@mantine/dates/styles.layer.css";
import { language } from "../words/language.ts";
import { words } from "../words/words.ts";
import classes from "./calendar-box.module.css";
import type { Wall } from "./wall.ts";

/** Names of days and months come from Intl, so that no other catalogue of languages is carried. */
const namer = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
  return (day: string) => format.format(new Date(`${day.slice(0, 10)}T00:00:00Z`));
};
const weekday = namer({ weekday: "short" });
const month = namer({ month: "long", year: "numeric" });
const monthAlone = namer({ month: "short" });
const year = namer({ year: "numeric" });
const whole = namer({ dateStyle: "full" });

const two = (value: number) => String(value).padStart(2, "0");

interface CalendarBoxProps {
  wall: Wall | undefined;
  /** Gets the day as `2026-11-22`. */
  onTake: (day: string) => void;
}

/** A month to take a day from. */
export default function CalendarBox({ wall, onTake }: CalendarBoxProps) {
  const { calendarParts } = words.time;
  const day = wall && `${wall.year}-${two(wall.month)}-${two(wall.day)}`;
  return (
    <FocusTrap>
      <div>
        <DatePicker
          size="xs"
          value={day ?? null}
          defaultDate={day}
          onChange={(taken) => taken !== null && onTake(taken)}
          weekdayFormat={weekday}
          monthLabelFormat={month}
          monthsListFormat={monthAlone}
          yearLabelFormat={year}
          getDayAriaLabel={whole}
          ariaLabels={calendarParts}
          classNames={{ day: classes.day }}
        />
      </div>
    </FocusTrap>
  );
}
