import { fillIn, type HowPage, howPages } from "../../api/how/pages.ts";
import { defineVigieCommand, usageError } from "../command.ts";
import { addressOf, connectionArguments } from "../connection.ts";
import { renderTable } from "../output.ts";

export const howCommand = defineVigieCommand({
  meta: { name: "how", description: "Show how rsyslog, Fluent Bit, Python and others are pointed here" },
  args: {
    name: { type: "positional", required: false, description: "The sender; none: lists them" },
    ...connectionArguments,
  },
  examples: [
    ["vigie how", "whom there is a page for"],
    ["vigie how rsyslog --url http://logs.example.org:7080", "a configuration to paste"],
  ],
  async run({ args }) {
    process.stdout.write(args.name === undefined ? list() : show(pageOf(args.name), args));
    return 0;
  },
});

function list(): string {
  const rows = howPages.map(({ name, title }) => [name, title]);
  return `${renderTable([{ title: "name" }, { title: "sender" }], rows)}\n\nvigie how NAME shows what to paste.\n`;
}

function pageOf(name: string): HowPage {
  const page = howPages.find((one) => one.name === name.toLowerCase());
  if (page === undefined) throw usageError(`There is no page for "${name}"; "vigie how" lists them.`);
  return page;
}

function show(page: HowPage, options: { url?: string; token?: string }): string {
  const token = options.token ?? process.env.VIGIE_TOKEN;
  const text = fillIn(page, { url: addressOf(options, process.env), token: token || "TOKEN" });
  const hint = page.text.includes("{TOKEN}") && !token ? "\nA token: vigie tokens create --type INGEST\n" : "";
  const needs = page.needs === "" ? "" : `Needs: ${page.needs}\n`;
  return `${page.title}\n${page.place}.\n${needs}\n${text}\n${hint}`;
}
