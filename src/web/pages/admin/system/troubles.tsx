import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { Link } from "wouter";
import type { System } from "../../../../api/system/schema.ts";
import { words } from "../../../words/words.ts";
import classes from "./system.module.css";

interface Trouble {
  text: string;
  link?: { href: string; label: string };
}

/** Lists the troubles that need somebody, or says that there are none. */
export function Troubles({ system: found }: { system: System }) {
  const { system } = words;
  const troubles = troublesOf(found);
  if (troubles.length === 0)
    return (
      <p className={classes.well}>
        <IconCircleCheck size={17} aria-hidden /> {system.well}
      </p>
    );
  return (
    <section className={classes.troubles} aria-label={system.troubles}>
      <h2>
        <IconAlertTriangle size={16} aria-hidden /> {system.troubles}
      </h2>
      <ul>
        {troubles.map(({ text, link }) => (
          <li key={text}>
            {text} {link && <Link href={link.href}>{link.label}</Link>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function troublesOf({ storage, damaged, parked, triggers, parser_rules }: System): Trouble[] {
  const { system } = words;
  const rules = { href: "/rules", label: system.toRules };
  return [
    ...(storage.is_full ? [{ text: system.diskFull }] : []),
    ...damaged.map(({ file, day }) => ({ text: system.damaged(file, day) })),
    ...parked.map(({ job, day, failures, error }) => ({ text: system.parkedJob(job, day, failures, error) })),
    ...triggers.failing.map(({ id, name, error }) => ({
      text: system.failing(name, words.service.fault(error)),
      link: { href: `/triggers/${id}`, label: system.toTrigger },
    })),
    ...parser_rules.not_loaded.map(({ file, line, reason }) => ({
      text: system.notLoaded(file, line, reason),
      link: rules,
    })),
    ...parser_rules.switched_off.map(({ file, rule }) => ({ text: system.switchedOff(file, rule), link: rules })),
  ];
}
