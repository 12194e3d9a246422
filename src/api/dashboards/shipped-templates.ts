import databasesOverview from "../../../data/templates/databases/overview.json" with { type: "json" };
import errorsOverview from "../../../data/templates/errors/overview.json" with { type: "json" };
import firewallOverview from "../../../data/templates/firewall/overview.json" with { type: "json" };
import linuxAuth from "../../../data/templates/linux/auth.json" with { type: "json" };
import linuxHosts from "../../../data/templates/linux/hosts.json" with { type: "json" };
import mailOverview from "../../../data/templates/mail/overview.json" with { type: "json" };
import networkOverview from "../../../data/templates/network/overview.json" with { type: "json" };
import operationsDesk from "../../../data/templates/operations/desk.json" with { type: "json" };
import vigieSelf from "../../../data/templates/vigie/self.json" with { type: "json" };
import webServer from "../../../data/templates/web/server.json" with { type: "json" };

/** By path. Listed one at a time, because the executable carries only what is imported by name. */
export const shippedTemplates: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["databases/overview", databasesOverview],
  ["errors/overview", errorsOverview],
  ["firewall/overview", firewallOverview],
  ["linux/auth", linuxAuth],
  ["linux/hosts", linuxHosts],
  ["mail/overview", mailOverview],
  ["network/overview", networkOverview],
  ["operations/desk", operationsDesk],
  ["vigie/self", vigieSelf],
  ["web/server", webServer],
]);
