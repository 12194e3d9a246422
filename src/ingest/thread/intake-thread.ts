import type { MessagePort } from "node:worker_threads";
import type { EventStore } from "../../eventstore/event-store.ts";
import { createLog } from "../../lib/log.ts";
import { StopTime, stopPoints } from "../../lib/stop/stop-time.ts";
import { collectAfterStart } from "../../runtime/collect-after-start.ts";
import { watchOfThread } from "../../runtime/thread-memory-watch.ts";
import type { TriggerMatcher } from "../../triggers/matching/trigger-matcher.ts";
import type { Delivery, KeptEvents } from "../intake.ts";
import { closeWorkMs } from "../limits.ts";
import type { Pipeline } from "../pipeline/pipeline.ts";
import { type IntakeLoop, startIntakeLoop } from "./intake-loop.ts";
import {
  type IntakeAnswer,
  type IntakeMessage,
  type IntakeRequest,
  type IntakeThreadData,
  toPlainError,
} from "./intake-messages.ts";
import type { IntakeRules } from "./open-rules.ts";
import { openStore } from "./open-store.ts";
import { createRuleReader } from "./rule-reader.ts";
import type { NumberedSnapshot } from "./shared-snapshots.ts";

/**
 * Runs the intake thread: owns the store, answers the main thread on `port`. Messages are handled in the order they
 * came, and an answer is sent only after the commit, so a snapshot requested after a receipt has its events.
 */
export function runIntakeThread(port: MessagePort, options: IntakeThreadData): void {
  const changes = new Int32Array(options.changes);
  const bodies = [...options.bodies];
  const log = createLog(options.logLevel).child({ subsystem: "intake" });
  const send = (message: IntakeMessage) => port.postMessage(message);
  // The loop reports its own failures; any other comes from a timer or a message.
  process.on("uncaughtException", (error) => log.error({ err: error }, "uncaught exception"));
  const fail = (error: unknown) => {
    send({ kind: "fatal", error: toPlainError(error) });
    port.close();
  };
  try {
    const { store, pipeline, rules, triggers, setRetention } = openStore(
      options,
      log,
      (report) => send({ kind: "fired", report }),
      () => Atomics.add(changes, 0, 1),
    );
    const outbox: IntakeAnswer[] = [];
    const flush = () => {
      if (outbox.length > 0) send({ kind: "answers", answers: outbox.splice(0) });
    };
    const watch = watchOfThread(options.residentBytes);
    let turns = 0;
    const afterWork = () => {
      flush();
      if (++turns % turnsPerLook === 0) watch.look();
    };
    const loop = startIntakeLoop(pipeline, store, afterWork, (error) => {
      log.fatal({ err: error }, "the event store failed");
      fail(error);
    });
    const reader = createRuleReader(rules, fail);
    port.on("message", (request: IntakeRequest) => {
      // Deliveries that come this early wait for the rules without delaying others.
      if (request.kind === "deliver" && reader.defer(() => receive(request))) return;
      if (request.kind === "reload-rules") {
        reader.renew(request.renewed, request.readings, (result) => {
          outbox.push(answerOf(request.id, result));
          flush();
        });
        return;
      }
      if (request.kind === "give-back") {
        watch.giveBack(request.wantedBytes);
        return;
      }
      if (request.kind === "close") {
        reader.finish();
        triggers.close();
      }
      receive(request);
    });
    const receive = (request: Exclude<IntakeRequest, { kind: "reload-rules" | "give-back" }>) => {
      handle(request, {
        store,
        pipeline,
        rules,
        triggers,
        setRetention,
        loop,
        outbox,
        changes,
        bodies,
      });
      // Deliveries are answered by the loop, all others at once.
      if (request.kind !== "deliver") flush();
      if (request.kind === "close") port.close();
      else loop.wake();
    };
    send({ kind: "ready" });
    reader.begin();
    collectAfterStart();
  } catch (error) {
    fail(error);
  }
}

/** A look at the memory takes 15 µs, a turn up to 2 ms. */
const turnsPerLook = 16;

interface Thread {
  store: EventStore;
  pipeline: Pipeline;
  rules: IntakeRules;
  triggers: TriggerMatcher;
  setRetention(kept: KeptEvents): void;
  loop: IntakeLoop;
  outbox: IntakeAnswer[];
  changes: Int32Array;
  bodies: SharedArrayBuffer[];
}

function handle(request: Exclude<IntakeRequest, { kind: "reload-rules" | "give-back" }>, thread: Thread): void {
  const { store, pipeline, outbox } = thread;
  switch (request.kind) {
    case "deliver":
      pipeline.deliver(deliveryOf(request, thread.bodies), (result) => outbox.push(answerOf(request.id, result)));
      return;
    case "release":
      store.release(request.lease);
      return;
    case "loss":
      pipeline.countLoss(request.origin, request.cause, request.count);
      return;
    case "uncounted":
      pipeline.countUncounted(request.origin, request.cause, request.refused);
      return;
    case "triggers":
      thread.triggers.set(request.triggers);
      return;
    case "patterns":
      thread.triggers.patterns.learn(request.patterns);
      return;
    case "retention":
      thread.setRetention(request.kept);
      return;
    case "set-aside":
      store.setAside(request.damage);
      return;
    default:
      outbox.push(answer(request, thread));
  }
}

function deliveryOf(
  { delivery, body }: Extract<IntakeRequest, { kind: "deliver" }>,
  bodies: SharedArrayBuffer[],
): Delivery {
  if (body === undefined) return { ...delivery, isOwn: delivery.bytes.buffer instanceof ArrayBuffer };
  const { slot, sizeBytes, memory } = body;
  if (memory !== undefined) bodies[slot] = memory;
  return { ...delivery, bytes: new Uint8Array(bodies[slot]!, 0, sizeBytes) };
}

function answer(
  request: Exclude<Extract<IntakeRequest, { id: number }>, { kind: "reload-rules" | "deliver" }>,
  { store, pipeline, rules, loop, changes }: Thread,
): IntakeAnswer {
  const { id } = request;
  try {
    if (request.kind === "snapshot") {
      const snapshot = store.snapshot(request.span, request.asOf);
      return { id, value: { snapshot, change: Atomics.load(changes, 0) } satisfies NumberedSnapshot };
    }
    if (request.kind === "status") return { id, value: pipeline.status() };
    if (request.kind === "arrivals") return { id, value: store.arrivals(request.fromMs, request.toMs) };
    if (request.kind === "rule-states") return { id, value: rules.states() };
    const time = new StopTime(request.stopBeganMs);
    loop.close(time.left(stopPoints.deliveries, closeWorkMs), () => time.left(stopPoints.sealed));
    return { id };
  } catch (error) {
    return { id, error: toPlainError(error) };
  }
}

function answerOf(id: number, result: unknown): IntakeAnswer {
  return result instanceof Error ? { id, error: toPlainError(result) } : { id, value: result };
}
