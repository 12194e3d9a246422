import { route } from "../../http/route.ts";
import { patchedSettings, runningSettings } from "./schema.ts";
import type { SettingsService } from "./service.ts";

export function settingsRoutes(settings: SettingsService) {
  return [
    route({
      ...common,
      method: "GET",
      path: "/api/settings",
      permission: "view_system",
      summary: "Read the settings that may change while the service runs",
      description: "All others are said at the start, by flags, environment or the settings file.",
      answer: { status: 200, schema: runningSettings },
      handle: () => settings.read(),
    }),
    route({
      ...common,
      method: "PATCH",
      path: "/api/settings",
      summary: "Change some settings; superusers alone",
      description:
        "They hold at once and over restarts. Fewer days or bytes to keep delete events for good. What the start says is not changed here: 400.",
      example: { body: { retention_days: 400 } },
      body: patchedSettings,
      moreErrors: [403],
      answer: { status: 200, schema: runningSettings },
      handle: ({ principal, body }) => settings.update(principal!, body),
    }),
  ];
}

const common = { who: "user", tag: "system" } as const;
