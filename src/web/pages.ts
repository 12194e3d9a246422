import {
  IconActivity,
  IconArrowsDiff,
  IconBell,
  IconChecklist,
  IconFilterCog,
  IconGauge,
  IconInbox,
  IconLayoutDashboard,
  IconRadar,
  IconReport,
  IconRocket,
  IconSettings,
  IconUserCircle,
} from "@tabler/icons-react";
import { type ComponentType, type LazyExoticComponent, lazy } from "react";

import { loadLateStyles } from "./theme/late-styles.ts";
import { loadWords, words } from "./words/words.ts";

/** A page of the rail. Its component is loaded when it is first opened. */
export interface PageDefinition {
  path: string;
  /** Asked when it is shown: what it is called is read later than this file. */
  title: () => string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  /** `g` and a letter. */
  keys: string;
  /** Users without it are told so instead. */
  permission?: string;
  /** API operations the page needs; without them it is left out. */
  needs?: readonly string[];
  /** Where it is reached: the foot of the rail, or the reader's own menu; absent: the rail. */
  place?: "foot" | "menu";
  component: LazyExoticComponent<ComponentType>;
}

/** With the styles and the words that it needs. */
function page(load: () => Promise<{ default: ComponentType }>) {
  return lazy(async () => (await Promise.all([load(), loadLateStyles(), loadWords()]))[0]);
}

/** In the order of the rail. How a page is added: README.md. */
export const pages: readonly PageDefinition[] = [
  {
    path: "/search",
    title: () => words.frame.pages.search,
    icon: IconRadar,
    keys: "g s",
    permission: "search_events",
    component: page(() => import("./pages/search/search-page.tsx")),
  },
  {
    path: "/changes",
    title: () => words.frame.pages.changes,
    icon: IconArrowsDiff,
    keys: "g c",
    permission: "search_events",
    component: page(() => import("./pages/changes/changes-page.tsx")),
  },
  {
    path: "/tail",
    title: () => words.frame.pages.tail,
    icon: IconActivity,
    keys: "g t",
    permission: "search_events",
    needs: ["GET /api/tail"],
    component: page(() => import("./pages/tail/tail-page.tsx")),
  },
  {
    path: "/dashboards",
    title: () => words.frame.pages.dashboards,
    icon: IconLayoutDashboard,
    keys: "g d",
    component: page(() => import("./pages/dashboards/dashboards-page.tsx")),
  },
  {
    path: "/tasks",
    title: () => words.frame.pages.tasks,
    icon: IconChecklist,
    keys: "g k",
    component: page(() => import("./pages/tasks/tasks-page.tsx")),
  },
  {
    path: "/reports",
    title: () => words.frame.pages.reports,
    icon: IconReport,
    keys: "g o",
    component: page(() => import("./pages/reports/reports-page.tsx")),
  },
  {
    path: "/triggers",
    title: () => words.frame.pages.triggers,
    icon: IconBell,
    keys: "g r",
    permission: "manage_triggers",
    component: page(() => import("./pages/triggers/triggers-page.tsx")),
  },
  {
    path: "/rules",
    title: () => words.frame.pages.rules,
    icon: IconFilterCog,
    keys: "g p",
    component: page(() => import("./pages/rules/rules-page.tsx")),
  },
  {
    path: "/performance",
    title: () => words.frame.pages.performance,
    icon: IconGauge,
    keys: "g f",
    permission: "run_performance_tests",
    component: page(() => import("./pages/performance/performance-page.tsx")),
  },
  {
    path: "/welcome",
    title: () => words.frame.pages.welcome,
    icon: IconRocket,
    keys: "g w",
    component: page(() => import("./pages/welcome/welcome-page.tsx")),
  },
  {
    path: "/admin",
    title: () => words.frame.pages.admin,
    icon: IconSettings,
    keys: "g a",
    component: page(() => import("./pages/admin/admin-page.tsx")),
  },
  {
    path: "/notifications",
    title: () => words.frame.pages.notifications,
    icon: IconInbox,
    keys: "g n",
    place: "foot",
    component: page(() => import("./pages/notifications/notifications-page.tsx")),
  },
  {
    path: "/account",
    title: () => words.frame.pages.account,
    icon: IconUserCircle,
    keys: "g m",
    place: "menu",
    component: page(() => import("./pages/account/account-page.tsx")),
  },
];
