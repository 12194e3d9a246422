import { IconArrowsDiff, IconLayoutDashboard, IconRadar, IconRocket } from "@tabler/icons-react";
import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/** A page of the rail. Its component is loaded when it is first opened. */
export interface PageDefinition {
  path: string;
  title: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  /** `g` and a letter. */
  keys: string;
  /** Those without it are told so instead. */
  permission?: string;
  /** Operations of the API without which there is nothing to show; the page is then left out. */
  needs?: readonly string[];
  component: LazyExoticComponent<ComponentType>;
}

/** In the order of the rail. How a page is added: README.md. */
export const pages: readonly PageDefinition[] = [
  {
    path: "/search",
    title: "Search",
    icon: IconRadar,
    keys: "g s",
    permission: "search_events",
    component: lazy(() => import("./pages/search/search-page.tsx")),
  },
  {
    path: "/changes",
    title: "Changes",
    icon: IconArrowsDiff,
    keys: "g c",
    permission: "search_events",
    component: lazy(() => import("./pages/changes/changes-page.tsx")),
  },
  {
    path: "/dashboards",
    title: "Dashboards",
    icon: IconLayoutDashboard,
    keys: "g d",
    component: lazy(() => import("./pages/dashboards/dashboards-page.tsx")),
  },
  {
    path: "/welcome",
    title: "Send events",
    icon: IconRocket,
    keys: "g w",
    component: lazy(() => import("./pages/welcome/welcome-page.tsx")),
  },
];
