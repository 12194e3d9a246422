/**
 * Tasks of one weight that wait for a thread. Beyond it the caller is told to come again (429): a longer queue only
 * makes every answer late.
 */
export const waitingTasksMax = 200;

/**
 * Threads that heavy tasks never take: as many as heavy ones have, and at least two, so that a light task finds one
 * free though another light one has just begun. They are idle most of the time, so they do not take processors from
 * anybody.
 */
export const lightThreads = 2;

/**
 * A task that reads at most this many events is light. Measured on one core: a TopN over as many is answered in under
 * 20 ms, so light tasks do not hold each other up either.
 */
export const lightEventsMax = 200_000;

/** A task that tries rules on at most this many samples is light: a person writing a rule waits for it. */
export const lightSamplesMax = 20;

/** A thread that is idle this long is ended and its memory freed; starting one takes about 20 ms. */
export const idleThreadMs = 60_000;

/**
 * A thread that has not started by then never will, or the machine is so overloaded that nobody waits for its answer.
 */
export const threadStartMs = 20_000;

/**
 * Time for running tasks to notice their stop flag when the pool closes, unless the stop has less left. They look every
 * 50 ms.
 */
export const closeGraceMs = 1_000;

/**
 * Idle threads help a task that has run this long: waking one and merging its findings costs more than a shorter task.
 */
export const helpersAfterMs = 2;

/** How often a helper that found no memory is offered again while its task runs. */
export const helpRetryMs = 20;

/**
 * A pool without a task for this long collects young garbage, 2 to 5 ms in each thread; people who ask one question
 * after the other wait longer than that before the next.
 */
export const restMs = 15;

/** The same for all garbage, which takes some 30 ms. */
export const longRestMs = 150;

/**
 * Memory that must be left for a helper, of that for a task: it does a part, and lets go where a task would be refused.
 */
export const helperMemoryShare = 0.5;

/**
 * Niceness of threads for heavy tasks: with both processors busy they get a third of the share of a light request,
 * intake or another program, and whatever those leave.
 */
export const heavyNiceness = 5;

/**
 * A heavy task that has waited this long may interrupt a thread at work. Earlier, the tasks before it may finish, and a
 * thread of its own serves it better.
 */
export const preemptAfterMs = 20;

/** Delay before it is offered again when no thread could be interrupted: they may just have begun. */
export const preemptRetryMs = 10;

/** Owners whose thread time is remembered while tasks run or wait; those of `waitingTasksMax` tasks fit easily. */
export const rememberedOwnersMax = 1000;

/**
 * How often a lane checks whether a thread may start where too many files and connections are open: connections make
 * way within milliseconds.
 */
export const descriptorsRetryMs = 20;
