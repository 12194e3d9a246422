import { access } from "./en/access.ts";
import { account } from "./en/account.ts";
import { admin } from "./en/admin.ts";
import { dashboards } from "./en/dashboards.ts";
import { changes } from "./en/events/changes.ts";
import { event } from "./en/events/event.ts";
import { keeping } from "./en/events/keeping.ts";
import { line } from "./en/events/line.ts";
import { search } from "./en/events/search.ts";
import { tail } from "./en/events/tail.ts";
import { time } from "./en/events/time.ts";
import { finding } from "./en/finding.ts";
import { frame } from "./en/frame.ts";
import { notifications } from "./en/notifications.ts";
import { parts } from "./en/parts.ts";
import { performance } from "./en/performance.ts";
import { reports } from "./en/reports.ts";
import { rules } from "./en/rules.ts";
import { service } from "./en/service.ts";
import { settings } from "./en/settings.ts";
import { states } from "./en/states.ts";
import { system } from "./en/system.ts";
import { tasks } from "./en/tasks.ts";
import { triggers } from "./en/triggers.ts";
import { welcome } from "./en/welcome.ts";
import { widgets } from "./en/widgets.ts";

/** English: the source of all keys. */
export const en = {
  access,
  account,
  admin,
  changes,
  dashboards,
  event,
  finding,
  frame,
  keeping,
  line,
  notifications,
  parts,
  performance,
  reports,
  rules,
  search,
  service,
  settings,
  states,
  system,
  tail,
  tasks,
  time,
  triggers,
  welcome,
  widgets,
};

export type Words = typeof en;
