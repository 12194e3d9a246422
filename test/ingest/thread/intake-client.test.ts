import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { uncountedOf } from "../../../src/eventstore/event-store.ts";
import type { Intake } from "../../../src/ingest/intake.ts";
import { bodySlots, bytesInFlightMax } from "../../../src/ingest/limits.ts";
import { openIntake } from "../../../src/ingest/thread/intake-client.ts";
import { startIntakeWorker } from "../../../src/ingest/thread/intake-worker.ts";
import type { AppError } from "../../../src/lib/errors.ts";
import { deliveryOf, optionsFor, storedEvents, withFolder } from "../take-in.ts";

function neverFatal(error: Error): void {
  throw new Error("The intake thread should not have failed.", { cause: error });
}

describe("openIntake", () => {
  test("when a receipt came, then a snapshot asked afterwards has its events, with 8 senders at once", () =>
    withFolder(async (folder) => {
      const intake = await openIntake(optionsFor(folder), neverFatal);
      const senders = Array.from({ length: 8 }, async (_, sender) => {
        for (let batch = 0; batch < 10; batch++) {
          const messages = Array.from({ length: 20 }, (_, index) => `event ${sender}.${batch}.${index}`);
          const body = messages.map((message) => JSON.stringify({ message })).join("\n");
          expect(await intake.deliver(deliveryOf(body))).toMatchObject({ accepted: 20 });
          const seen = new Set((await storedEvents(intake)).map(({ message }) => message));
          expect(messages.filter((message) => !seen.has(message))).toEqual([]);
        }
      });
      await Promise.all(senders);
      const stored = (await storedEvents(intake)).map(({ message }) => message);
      expect([stored.length, new Set(stored).size]).toEqual([1600, 1600]);
      await intake.close();
    }));

  test("when the intake is closed and opened again, then everything is there and repeats still count", () =>
    withFolder(async (folder) => {
      const deliver = (intake: Intake) => intake.deliver(deliveryOf('{"message":"same","ts":1790000000}'));
      const first = await openIntake(optionsFor(folder), neverFatal);
      await deliver(first);
      const closing = Promise.all([deliver(first), first.close()]);
      await closing;
      const second = await openIntake(optionsFor(folder), neverFatal);
      expect((await second.status()).stored).toBe(2);
      expect(await storedEvents(second)).toMatchObject([{ message: "same", times: [1790000000e6, 1790000000e6] }]);
      await second.close();
      await expect(second.deliver(deliveryOf("{}"))).rejects.toThrow("The intake is closed.");
    }));

  test("when a body is a piece of a larger buffer, then the rest of that buffer stays usable", () =>
    withFolder(async (folder) => {
      const intake = await openIntake(optionsFor(folder), neverFatal);
      const whole = new TextEncoder().encode('xx{"message":"m"}xx');
      await intake.deliver({ ...deliveryOf(""), bytes: whole.subarray(2, whole.length - 2) });
      expect(whole.length).toBe(19);
      await intake.close();
    }));

  test("when more bodies of all kinds come than there are slots for them, then each is read as it is alone", () =>
    withFolder(async (folder) => {
      const intake = await openIntake(optionsFor(folder), neverFatal);
      const bodiesOf = (name: string) => [
        Buffer.from(`{"message":"lines ${name}","tag":"äöü"}\n{"message":"ends ${name}","tag":"\\u00e4"}\n`),
        Buffer.from(`[{"message":"list ${name}","tag":"日本"}]`),
        Buffer.concat([Buffer.from(`{"message":"old ${name}`), Buffer.of(0xe4), Buffer.from('"}\n')]),
      ];
      const names = Array.from({ length: bodySlots * 3 }, (_, i) => `${i} ${"x".repeat(i * 97)}`);
      for (let round = 0; round < 2; round++)
        await Promise.all(
          names.flatMap((name) =>
            bodiesOf(`${round} ${name}`).map((body) => intake.deliver(deliveryOf(new Uint8Array(body)))),
          ),
        );
      const expected = [0, 1].flatMap((round) =>
        names.flatMap((name) => [
          [`lines ${round} ${name}`, "tag", "äöü"],
          [`ends ${round} ${name}`, "tag", "ä"],
          [`list ${round} ${name}`, "tag", "日本"],
          [`old ${round} ${name}\ufffd`],
        ]),
      );
      const stored = (await storedEvents(intake)).map(({ message, tags }) => [message, ...tags]);
      expect(stored.sort()).toEqual(expected.sort());
      await intake.close();
    }));

  test("when more is in flight than the bound, then the next is told to come again, and it is counted", () =>
    withFolder(async (folder) => {
      const intake = await openIntake(optionsFor(folder), neverFatal);
      const large = () => deliveryOf(new Uint8Array(bytesInFlightMax / 2).fill(32));
      const first = [intake.deliver(large()), intake.deliver(large())].map((sent) => sent.catch((error) => error.code));
      const third = (await intake.deliver(large()).catch((error) => error)) as AppError;
      expect([third.code, third.details.headers]).toEqual(["too_many", { "Retry-After": "1" }]);
      expect(await intake.deliver(deliveryOf('{"message":"small"}'))).toMatchObject({ accepted: 1 });
      expect(await Promise.all(first)).toEqual(["invalid", "invalid"]);
      expect(await intake.deliver(deliveryOf('{"message":"m"}'))).toMatchObject({ accepted: 1 });
      const { overload, rejected } = uncountedOf((await intake.status()).origins);
      expect([overload, rejected]).toEqual([
        { deliveries: 1, bytes: bytesInFlightMax / 2 },
        { deliveries: 2, bytes: bytesInFlightMax },
      ]);
      await intake.close();
    }));

  test("when a large body is being read, then snapshots are answered meanwhile", () =>
    withFolder(async (folder) => {
      const intake = await openIntake(optionsFor(folder), neverFatal);
      await intake.snapshot();
      const lines = Array.from({ length: 60_000 }, (_, i) => `{"message":"event number ${i}"}\n`).join("");
      let answered = 0;
      // On a busy machine a body may be read before this thread has its next turn.
      while (answered < 4) {
        let isDone = false;
        const delivered = intake.deliver(deliveryOf(lines)).then((receipt) => {
          isDone = true;
          return receipt;
        });
        while (!isDone) {
          const { segments, lease } = await intake.snapshot();
          if (!isDone) answered++;
          expect(segments.reduce((sum, { rows }) => sum + rows, 0) % 60_000).toBe(0);
          intake.release(lease);
        }
        expect(await delivered).toMatchObject({ accepted: 60_000 });
      }
      await intake.close();
    }));

  test("when the intake log is damaged while events come, then intake goes on in a fresh one and nothing is lost", () =>
    withFolder(async (folder) => {
      const intake = await openIntake(optionsFor(folder), neverFatal);
      await intake.deliver(deliveryOf('{"message":"m"}'));
      dropTables(join(folder, "events", "intake.sqlite"));
      expect(await intake.deliver(deliveryOf('{"message":"n"}'))).toMatchObject({ accepted: 1 });
      expect((await storedEvents(intake)).map(({ id, message }) => [id, message])).toEqual([
        [1, "m"],
        [2, "n"],
      ]);
      const { damaged, received } = await intake.status();
      expect(damaged).toEqual([{ file: expect.stringMatching(/^intake\.sqlite\.damaged-/), day: "" }]);
      expect(received).toBe(2);
      await intake.close();
      const again = await openIntake(optionsFor(folder), neverFatal);
      expect((await storedEvents(again)).map(({ message }) => message)).toEqual(["m", "n"]);
      await again.close();
    }));

  test("when the thread dies, then who waits is told, everything later too, and the process once", () =>
    withFolder(async (folder) => {
      const { promise: fatal, resolve } = Promise.withResolvers<Error>();
      const started = startIntakeWorker();
      const intake = await openIntake(optionsFor(folder), resolve, undefined, undefined, started);
      await intake.deliver(deliveryOf('{"message":"m"}'));
      void started.worker.terminate();
      await expect(intake.deliver(deliveryOf('{"message":"n"}'))).rejects.toThrow();
      expect((await fatal).message).not.toBe("");
      await expect(intake.deliver(deliveryOf('{"message":"o"}'))).rejects.toThrow();
      await expect(intake.snapshot()).rejects.toThrow();
      await intake.close();
    }));

  test("when the files cannot be opened, then opening says why", async () => {
    await expect(openIntake(optionsFor("/dev/null/nowhere"), neverFatal)).rejects.toThrow("/dev/null/nowhere");
  });

  test("when a thread that was started before has ended meanwhile, then opening says so", () =>
    withFolder(async (folder) => {
      const started = startIntakeWorker();
      await started.worker.terminate();
      await expect(openIntake(optionsFor(folder), neverFatal, undefined, undefined, started)).rejects.toThrow(
        "The intake thread ended with code",
      );
    }));
});

/** What no disk does and no user should: the next commit finds no log to write to. */
function dropTables(path: string): void {
  const database = new Database(path);
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all() as string[];
  for (const table of tables) database.exec(`DROP TABLE "${table}"`);
  database.close();
}
