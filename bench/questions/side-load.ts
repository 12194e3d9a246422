import type { BenchService } from "../service/service.ts";
import { askedAnew, askOverHttp } from "./api-asker.ts";
import type { BenchQuestion } from "./questions.ts";

export interface SideLoad {
  /** A light request while four heavy questions are always being answered. */
  lightP50Ms: number;
  lightP99Ms: number;
  /** Twenty widgets of a dashboard, refreshed at once: the time until the last has its answer. */
  widgetsMs: number;
}

const heavyNames = ["Q5c", "Q6c", "Q8", "Q12"];
/** With fewer, the slowest two would be reported as the 99th percentile. */
const lightRequests = 1_000;
const widgetRounds = 5;

/** Speed of the service under concurrent load. */
export async function measureSideLoad(service: BenchService, questions: readonly BenchQuestion[]): Promise<SideLoad> {
  const widgetsMs: number[] = [];
  for (let round = 0; round < widgetRounds; round++)
    widgetsMs.push(await timed(() => askWidgets(service, questions, round)));
  const light = await lightUnderHeavy(service, questions);
  const at = (share: number) => light[Math.floor(light.length * share)]!;
  return { lightP50Ms: at(0.5), lightP99Ms: at(0.99), widgetsMs: widgetsMs.sort((a, b) => a - b)[widgetRounds >> 1]! };
}

/** Kinds as dashboards have them: rates, rankings, last seen, newest. */
async function askWidgets(service: BenchService, questions: readonly BenchQuestion[], round: number): Promise<void> {
  const usual = questions.filter(({ name }) => /^(?:Q1|Q2|Q4|Q7|Q9|Q10|Q11|Q13) /.test(name));
  const widgets = Array.from({ length: 20 }, (_, index) => usual[index % usual.length]!);
  const asked = widgets.map((question, index) => askedAnew(question, 1 + round * widgets.length + index));
  await Promise.all(asked.map((question) => askOverHttp(service, question)));
}

async function lightUnderHeavy(service: BenchService, questions: readonly BenchQuestion[]): Promise<number[]> {
  let isDone = false;
  const heavy = heavyNames.map(async (name) => {
    const question = questions.find((other) => other.name.startsWith(`${name} `))!;
    for (let round = 1; !isDone; round++) await askOverHttp(service, askedAnew(question, round));
  });
  const headers = { authorization: `token ${service.token}` };
  const times: number[] = [];
  for (let i = 0; i < lightRequests; i++) {
    times.push(await timed(async () => (await fetch(`${service.url}/api/dashboards`, { headers })).text()));
    await Bun.sleep(5);
  }
  isDone = true;
  await Promise.all(heavy);
  return times.sort((a, b) => a - b);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}
