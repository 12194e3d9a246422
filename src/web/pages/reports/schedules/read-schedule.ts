/**
 * A plan in words, in English or German, as a cron expression: "every Monday at 8", "werktags um 7:30", "every 2
 * hours", "on the 1st at 6". What has the shape of cron is taken as it is. Undefined: not understood.
 */
export function readSchedule(text: string): string | undefined {
  const plain = text.trim().toLowerCase().replaceAll(/\s+/g, " ");
  if (/^@(?:hourly|daily|weekly|monthly|yearly|annually|midnight)$/.test(plain)) return plain;
  if (/^[\d*][^ ]* [^ ]+ [^ ]+ [^ ]+ [^ ]+$/.test(plain) && !/[a-zäöü]{4}/.test(plain)) return plain;
  return readInterval(plain) ?? readDays(plain);
}

/**
 * Parts a plan from the zone behind it: "every Monday at 8 in Europe/Berlin", or only "in Berlin". `zones` are those
 * there are; without one of them at its end the text is the plan.
 */
export function splitZone(text: string, zones: readonly string[]): { plan: string; zone?: string } {
  const [, plan, place] = /^(.*\S),?\s+in\s+(\S+)\s*$/i.exec(text) ?? [];
  if (plan === undefined || place === undefined) return { plan: text };
  const wanted = place.toLowerCase();
  const zone =
    zones.find((name) => name.toLowerCase() === wanted) ??
    zones.find((name) => name.toLowerCase().endsWith(`/${wanted}`));
  return zone === undefined ? { plan: text } : { plan, zone };
}

/** "every 15 minutes", "every hour", "alle 2 Stunden". */
function readInterval(text: string): string | undefined {
  const [, count, unit = ""] =
    /^(?:every|each|alle|jede) (?:(\d+) ?)?(minutes?|minuten?|hours?|stunden?)$/.exec(text) ?? [];
  if (unit === "") return /^(?:hourly|stündlich)$/.test(text) ? "0 * * * *" : undefined;
  const step = Number(count ?? 1);
  const isMinutes = unit.startsWith("m");
  if (step < 1 || step > (isMinutes ? 59 : 23)) return undefined;
  const every = step === 1 ? "*" : `*/${step}`;
  return isMinutes ? `${every} * * * *` : `0 ${every} * * *`;
}

/** On which days, and at what time; midnight when none is said. */
function readDays(text: string): string | undefined {
  const { days, time } = splitTime(text);
  if (time === undefined) return undefined;
  const at = `${time.minute} ${time.hour}`;
  const onDay =
    /^(?:(?:on )?the |am )?(\d{1,2})(?:st|nd|rd|th|\.)?(?: (?:day )?(?:of (?:the|every|each) month|(?:des|jedes) monats))?$/.exec(
      days,
    );
  if (onDay !== null)
    return Number(onDay[1]) >= 1 && Number(onDay[1]) <= 31 ? `${at} ${Number(onDay[1])} * *` : undefined;
  const weekdays = readWeekdays(days);
  return weekdays === undefined ? undefined : `${at} * * ${weekdays}`;
}

function splitTime(text: string): { days: string; time: { hour: number; minute: number } | undefined } {
  const found = /(?:^| )(?:at|um|@) ?(\d{1,2})(?:[:.h](\d{2}))? ?(am|pm|uhr|o'clock)?$/.exec(text);
  const named = /(?:^| )(?:at |um |zu )?(midnight|noon|mitternacht|mittag|mittags)$/.exec(text);
  if (named !== null)
    return {
      days: text.slice(0, named.index),
      time: { hour: /^m(?:idn|itt?ern)/.test(named[1]!) ? 0 : 12, minute: 0 },
    };
  if (found === null) return { days: text, time: /(?:^| )(?:at|um) /.test(text) ? undefined : { hour: 0, minute: 0 } };
  const [, hours = "", minutes = "0", half] = found;
  const isHalf = half === "am" || half === "pm";
  const hour = isHalf ? (Number(hours) % 12) + (half === "pm" ? 12 : 0) : Number(hours);
  const fits = hour <= 23 && Number(minutes) <= 59 && (!isHalf || (Number(hours) >= 1 && Number(hours) <= 12));
  return { days: text.slice(0, found.index), time: fits ? { hour, minute: Number(minutes) } : undefined };
}

/** Days as cron's last field names them; undefined: not days. */
function readWeekdays(text: string): string | undefined {
  const plain = text
    .trim()
    .replace(/^(?:every|each|on|jeden|jede|jedes|am|immer) /, "")
    .trim();
  if (/^(?:day|daily|tag|täglich|days?)$/.test(plain)) return "*";
  if (
    /^(?:weekdays?|workdays?|werktags?|werktage|wochentags|monday to friday|montag bis freitag|mon-fri|mo-fr)$/.test(
      plain,
    )
  )
    return "1-5";
  if (/^(?:weekends?|wochenende|am wochenende)$/.test(plain)) return "0,6";
  const names = plain.split(/ ?(?:,| and | und | & ) ?/).filter((name) => name !== "");
  const numbers = names.map((name) => weekdayNames.findIndex((known) => known.test(name)));
  if (names.length === 0 || numbers.includes(-1)) return undefined;
  return [...new Set(numbers)].sort((a, b) => a - b).join(",");
}

/** From Sunday, as cron counts. */
const weekdayNames = [
  /^(?:sundays?|sun|sonntags?|so)$/,
  /^(?:mondays?|mon|montags?|mo)$/,
  /^(?:tuesdays?|tues?|dienstags?|di)$/,
  /^(?:wednesdays?|wed|mittwochs?|mi)$/,
  /^(?:thursdays?|thu(?:rs)?|donnerstags?|do)$/,
  /^(?:fridays?|fri|freitags?|fr)$/,
  /^(?:saturdays?|sat|samstags?|sonnabends?|sa)$/,
];
