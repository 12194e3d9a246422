/** The chunks, and undefined after each interval in which none has come. */
export async function* withPauses<T>(
  chunks: AsyncIterator<T, void, void>,
  pauseMs: number,
): AsyncGenerator<T | undefined, void, void> {
  for (;;) {
    const next = chunks.next();
    while ((await raceWithPause(next, pauseMs)) === paused) yield undefined;
    const { done, value } = await next;
    if (done) return;
    yield value as T;
  }
}

const paused = Symbol("paused");

async function raceWithPause(next: Promise<unknown>, pauseMs: number): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pause = new Promise<typeof paused>((resolve) => {
    timer = setTimeout(resolve, pauseMs, paused);
  });
  try {
    return await Promise.race([next, pause]);
  } finally {
    clearTimeout(timer);
  }
}
