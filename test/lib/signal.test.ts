import { expect, test } from "vitest";
import { createSignal } from "../../src/lib/signal.ts";

test("when it is emitted, then all who listen hear it, in order, and those who stopped do not", () => {
  const signal = createSignal<number>();
  const heard: string[] = [];
  const stop = signal.listen((value) => heard.push(`a${value}`));
  signal.listen((value) => heard.push(`b${value}`));
  signal.emit(1);
  stop();
  signal.emit(2);
  expect(heard).toEqual(["a1", "b1", "b2"]);
});
