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
import { type ComponentType, createElement, lazy, useState } from "react";
import { words } from "./words/words.ts";

/** A page of the rail. Its component is loaded when it is first opened. */
export interface PageDefinition {
  path: string;
  /** A function, since the texts are loaded after this file. */
  title: () => string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  /** `g` and a letter. */
  keys: string;
  /** Users without this permission see a notice instead. */
  permission?: string;
  /** API operations the page needs; without them it is left out. */
  needs?: readonly string[];
  /** It has pages below its own address. */
  hasParts?: boolean;
  /** Its place: the foot of the rail, or the reader's own menu; absent: the rail. */
  place?: "foot" | "menu";
  component: ComponentType;
  /** Asks for its script ahead of need. Never fails: what did not come is asked for again when it is shown. */
  preload: () => Promise<void>;
}

/** Shown at once when its script is there: React keeps a spinner, however short its cause, for a third of a second. */
function page(load: () => Promise<{ default: ComponentType }>): Pick<PageDefinition, "component" | "preload"> {
  let loaded: ComponentType | undefined;
  const late = lazy(load);
  return {
    component: () => createElement(useState(() => loaded ?? late)[0]),
    preload: async () => {
      loaded = await load()
        .then((script) => script.default)
        .catch(() => undefined);
    },
  };
}

/** In the order of the rail. How a page is added: README.md. */
export const pages: readonly PageDefinition[] = [
  {
    path: "/search",
    title: () => words.frame.pages.search,
    icon: IconRadar,
    keys: "g s",
    permission: "search_events",
    ...page(() => import("./pages/search/search-page.tsx")),
  },
  {
    path: "/changes",
    title: () => words.frame.pages.changes,
    icon: IconArrowsDiff,
    keys: "g c",
    permission: "search_events",
    ...page(() => import("./pages/changes/changes-page.tsx")),
  },
  {
    path: "/tail",
    title: () => words.frame.pages.tail,
    icon: IconActivity,
    keys: "g t",
    permission: "search_events",
    needs: ["GET /api/tail"],
    ...page(() => import("./pages/tail/tail-page.tsx")),
  },
  {
    path: "/dashboards",
    hasParts: true,
    title: () => words.frame.pages.dashboards,
    icon: IconLayoutDashboard,
    keys: "g d",
    ...page(() => import("./pages/dashboards/dashboards-page.tsx")),
  },
  {
    path: "/tasks",
    title: () => words.frame.pages.tasks,
    icon: IconChecklist,
    keys: "g k",
    ...page(() => import("./pages/tasks/tasks-page.tsx")),
  },
  {
    path: "/reports",
    hasParts: true,
    title: () => words.frame.pages.reports,
    icon: IconReport,
    keys: "g o",
    ...page(() => import("./pages/reports/reports-page.tsx")),
  },
  {
    path: "/triggers",
    hasParts: true,
    title: () => words.frame.pages.triggers,
    icon: IconBell,
    keys: "g r",
    permission: "manage_triggers",
    ...page(() => import("./pages/triggers/triggers-page.tsx")),
  },
  {
    path: "/rules",
    hasParts: true,
    title: () => words.frame.pages.rules,
    icon: IconFilterCog,
    keys: "g p",
    ...page(() => import("./pages/rules/rules-page.tsx")),
  },
  {
    path: "/performance",
    hasParts: true,
    title: () => words.frame.pages.performance,
    icon: IconGauge,
    keys: "g f",
    permission: "run_performance_tests",
    ...page(() => import("./pages/performance/performance-page.tsx")),
  },
  {
    path: "/welcome",
    title: () => words.frame.pages.welcome,
    icon: IconRocket,
    keys: "g w",
    ...page(() => import("./pages/welcome/welcome-page.tsx")),
  },
  {
    path: "/admin",
    hasParts: true,
    title: () => words.frame.pages.admin,
    icon: IconSettings,
    keys: "g a",
    ...page(() => import("./pages/admin/admin-page.tsx")),
  },
  {
    path: "/notifications",
    title: () => words.frame.pages.notifications,
    icon: IconInbox,
    keys: "g n",
    place: "foot",
    ...page(() => import("./pages/notifications/notifications-page.tsx")),
  },
  {
    path: "/account",
    hasParts: true,
    title: () => words.frame.pages.account,
    icon: IconUserCircle,
    keys: "g m",
    place: "menu",
    ...page(() => import("./pages/account/account-page.tsx")),
  },
];
