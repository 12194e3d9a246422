import { join } from "node:path";

/** One step of a script: a command whose output is shown as it comes. */
export interface Step {
  name: string;
  /** Without the interpreter: every program of the project runs in this Bun. */
  arguments: string[];
  environment?: Record<string, string>;
}

export interface StepOutcome {
  exitCode: number;
  /** Both streams together. */
  output: string;
  seconds: number;
}

/** Runs a step to its end, shows and returns its output. */
export async function runStep(step: Step): Promise<StepOutcome> {
  const started = performance.now();
  console.log(`\n── ${step.name}`);
  const child = Bun.spawn([process.execPath, ...step.arguments], {
    cwd: projectFolder,
    env: { ...process.env, ...step.environment },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const chunks: string[] = [];
  await Promise.all([pass(child.stdout, process.stdout, chunks), pass(child.stderr, process.stderr, chunks)]);
  const exitCode = await child.exited;
  return { exitCode, output: chunks.join(""), seconds: (performance.now() - started) / 1000 };
}

/** The last line of every script; programs that count tests read it. */
export function closingLine(passed: number, failed: number): string {
  return `${passed} passed, ${failed} failed`;
}

const projectFolder = join(import.meta.dirname, "..");

async function pass(from: ReadableStream<Uint8Array<ArrayBuffer>>, to: NodeJS.WriteStream, chunks: string[]) {
  const decoder = new TextDecoder();
  for await (const chunk of from) {
    to.write(chunk);
    chunks.push(decoder.decode(chunk, { stream: true }));
  }
}
