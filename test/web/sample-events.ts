/** The beginning of the minute an hour before now: what is stored after it lies in the last two hours. */
export const startSeconds = Math.floor(Date.now() / 60_000) * 60 - 3_600;

interface SampleEvent {
  ts: number;
  host: string;
  program: string;
  severity: number;
  message: string;
  user_tags: { user?: string };
}

/**
 * An event a second for 40 minutes of three hosts: sessions, now and then a refusal, more rarely an exception of
 * three lines.
 */
export function sampleEvents(): SampleEvent[] {
  return Array.from({ length: 2_400 }, (_, index) => {
    const ts = startSeconds + index + 0.25;
    const host = ["web-1", "web-2", "db-1"][index % 3]!;
    const user = `u${index % 5}`;
    if (index % 100 === 7)
      return { ts, host: "db-1", program: "orders", severity: 3, message: trace(index), user_tags: {} };
    if (index % 30 === 0)
      return { ts, host, program: "nginx", severity: 4, message: `connection refused by ${index}`, user_tags: {} };
    return { ts, host, program: "sshd", severity: 6, message: `session ${index} opened`, user_tags: { user } };
  });
}

/** How many of them are so. */
export function countSamples(isMeant: (event: { host: string; program: string; user?: string }) => boolean): number {
  return sampleEvents().filter(({ host, program, user_tags: { user } }) => isMeant({ host, program, user })).length;
}

function trace(index: number): string {
  return `Unhandled exception ${index}\n\tat Orders.submit(Orders.java:77)\n\tat Main.run(Main.java:4)`;
}
