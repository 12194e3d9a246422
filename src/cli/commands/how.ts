import { fillIn, type HowPage, howPagesFor } from "../../api/how/pages.ts";
import { howList } from "../../api/how/schema.ts";
import { didYouMean } from "../../query/parse/nearest-name.ts";
import { defineVigieCommand, usageError } from "../command.ts";
import { addressOf, connectionArguments } from "../connection.ts";
import { renderTable } from "../output.ts";

export const howCommand = defineVigieCommand({
  meta: { name: "how", description: "Show how rsyslog, Fluent Bit, Python and others are pointed here" },
  args: {
    name: {
      type: "positional",
      required: false,
      choices: howPagesFor().map((page) => page.name),
      description: "The sender; none: lists them",
    },
    ...connectionArguments,
  },
  notes: ["With a USER token of a running service it prints that service's open ports, otherwise the usual ones."],
  examples: [
    ["vigie how", "the senders that have a page"],
    ["vigie how rsyslog --url http://logs.example.org:7080", "a configuration to paste"],
  ],
  async run({ args }) {
    if (args.name === undefined) process.stdout.write(list());
    else {
      // Names are checked first, so that a wrong one waits for nobody.
      pageOf(args.name, howPagesFor());
      process.stdout.write(show(pageOf(args.name, await pagesOfService(args)), args));
    }
    return 0;
  },
});

function list(): string {
  const rows = howPagesFor().map(({ name, title }) => [name, title]);
  return `${renderTable([{ title: "name" }, { title: "sender" }], rows)}\n\nvigie how NAME shows what to paste.\n`;
}

/** With the ports that the service has open if it answers; otherwise with the usual ones. */
async function pagesOfService(options: { url?: string; token?: string }): Promise<HowPage[]> {
  const address = addressOf(options, process.env);
  const token = options.token ?? process.env.VIGIE_TOKEN;
  if (!token) return howPagesFor();
  try {
    const headers = { authorization: `Token ${token}` };
    const answer = await fetch(`${address}/api/how`, { headers, signal: AbortSignal.timeout(answerMs) });
    return answer.ok ? howList.parse(await answer.json()).objects : howPagesFor();
  } catch {
    return howPagesFor();
  }
}

/** Someone who only wants to read a page should not wait longer. */
const answerMs = 2_000;

function pageOf(name: string, pages: readonly HowPage[]): HowPage {
  const page = pages.find((one) => one.name === name.toLowerCase());
  if (page === undefined) {
    const near = didYouMean(
      name,
      pages.map((one) => one.name),
    );
    throw usageError(`There is no page for "${name}".${near} "vigie how" lists them.`);
  }
  return page;
}

function show(page: HowPage, options: { url?: string; token?: string }): string {
  const token = options.token ?? process.env.VIGIE_TOKEN;
  const text = fillIn(page, { url: addressOf(options, process.env), token: token || "TOKEN" });
  const hint = page.text.includes("{TOKEN}") && !token ? "\nA token: vigie tokens create --type INGEST\n" : "";
  const needs = page.needs === "" ? "" : `Needs: ${page.needs}\n`;
  return `${page.title}\n${page.place}.\n${needs}\n${text}\n${hint}`;
}
