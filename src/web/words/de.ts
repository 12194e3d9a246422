import { access } from "./de/access.ts";
import { account } from "./de/account.ts";
import { admin } from "./de/admin.ts";
import { dashboards } from "./de/dashboards.ts";
import { changes } from "./de/events/changes.ts";
import { event } from "./de/events/event.ts";
import { keeping } from "./de/events/keeping.ts";
import { line } from "./de/events/line.ts";
import { search } from "./de/events/search.ts";
import { tail } from "./de/events/tail.ts";
import { time } from "./de/events/time.ts";
import { finding } from "./de/finding.ts";
import { frame } from "./de/frame.ts";
import { notifications } from "./de/notifications.ts";
import { parts } from "./de/parts.ts";
import { performance } from "./de/performance.ts";
import { reports } from "./de/reports.ts";
import { rules } from "./de/rules.ts";
import { service } from "./de/service/service.ts";
import { settings } from "./de/settings.ts";
import { states } from "./de/states.ts";
import { system } from "./de/system.ts";
import { tasks } from "./de/tasks.ts";
import { triggers } from "./de/triggers.ts";
import { welcome } from "./de/welcome.ts";
import { widgets } from "./de/widgets.ts";
import type { Words } from "./en.ts";

export const de: Words = {
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
