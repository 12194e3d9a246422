import { ActionIcon, Tooltip } from "@mantine/core";
import { IconFilterCog } from "@tabler/icons-react";
import { Link } from "wouter";
import { may, useUser } from "../api/session.ts";
import type { LogEvent } from "../events/log-event.ts";
import { words } from "../words/words.ts";

/** Leads to a parser rule that takes a part out of messages like this one. */
export function RuleButton({ event }: { event: LogEvent }) {
  if (!may(useUser(), "manage_parser_rules")) return null;
  return (
    <Tooltip label={words.rules.ofEvent}>
      <ActionIcon component={Link} href={`/rules/new?event=${event.id}`} aria-label={words.rules.ofEvent}>
        <IconFilterCog size={17} />
      </ActionIcon>
    </Tooltip>
  );
}
