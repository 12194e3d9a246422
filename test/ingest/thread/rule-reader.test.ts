import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openIntake } from "../../../src/ingest/thread/intake-client.ts";
import { patienceMs } from "../../support/patience.ts";
import { deliveryOf, optionsFor, storedEvents, withFolder } from "../take-in.ts";

function neverFatal(error: Error): void {
  throw new Error("The intake thread should not have failed.", { cause: error });
}

/** A rule that tags every event of a program with its version, behind others that take time to read. */
function writeRule(folder: string, version: number): void {
  mkdirSync(folder, { recursive: true });
  const rule = `rewrite_rules:\n  - match: {field: program, value: counted}\n    tag: {version: "${version}"}\n`;
  writeFileSync(join(folder, "versions.yaml"), rule);
}

test("when deliveries come at once after the start, then none passes before the rules are read", () =>
  withFolder(async (folder) => {
    writeRule(join(folder, "rules"), 1);
    const intake = await openIntake(optionsFor(folder, { rulesFolder: join(folder, "rules") }), neverFatal);
    const bodies = Array.from({ length: 20 }, (_, i) => `{"program":"counted","message":"early ${i}"}`);
    await Promise.all(bodies.map((body) => intake.deliver(deliveryOf(body))));
    const events = await storedEvents(intake);
    expect(events.map(({ tags }) => tags)).toEqual(bodies.map(() => ["version", "1"]));
    await intake.close();
  }));

test(
  "when a rule is changed 100 times while events come in, then none is lost, and each has the rule that was in force or a later one",
  () =>
    withFolder(async (folder) => {
      const rulesFolder = join(folder, "rules");
      writeRule(rulesFolder, 0);
      const intake = await openIntake(optionsFor(folder, { rulesFolder }), neverFatal);
      await intake.ruleStates();
      let inForce = 0;
      let isOver = false;
      let sent = 0;
      const deliverSome = () => {
        const lines = Array.from({ length: 20 }, () => `{"program":"counted","message":"${sent++} ${inForce}"}`);
        return intake.deliver(deliveryOf(lines.join("\n"), { mediaType: "application/x-ndjson" }));
      };
      const send = async () => {
        while (!isOver) await deliverSome();
      };
      const senders = [send(), send()];
      for (let version = 1; version <= 100; version++) {
        writeRule(rulesFolder, version);
        const states = await intake.reloadRules();
        expect(states.find(({ name }) => name === "versions")?.error).toBeUndefined();
        inForce = version;
        await deliverSome();
      }
      isOver = true;
      await Promise.all(senders);
      const events = await storedEvents(intake);
      expect(events.length).toBe(sent);
      for (const { message, tags } of events)
        expect(Number(tags[1])).toBeGreaterThanOrEqual(Number(message.split(" ")[1]));
      expect(new Set(events.map(({ tags }) => tags[1])).size).toBeGreaterThanOrEqual(100);
      await intake.close();
    }),
  patienceMs,
);

test("when the intake is closed while rules are read again, then who asked is answered", () =>
  withFolder(async (folder) => {
    const rulesFolder = join(folder, "rules");
    writeRule(rulesFolder, 0);
    const intake = await openIntake(optionsFor(folder, { rulesFolder }), neverFatal);
    const answers = [intake.reloadRules(), intake.reloadRules("versions"), intake.close()];
    const [first, second] = (await Promise.all(answers)) as { name: string }[][];
    for (const states of [first!, second!]) expect(states.map(({ name }) => name)).toContain("versions");
  }));
