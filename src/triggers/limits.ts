/** Every bound of triggers, with its reason and the effect of exceeding it. */

/** Triggers, active or not; beyond: 400. Each costs some kilobytes in the intake thread. */
export const triggersMax = 5_000;
/**
 * Triggers that may fire for one occurrence; the others, later in order, count as not matching. Fired triggers are
 * stored with the event.
 */
export const firedPerOccurrenceMax = 64;
/** Characters of a name and of a note: both are stored with every event that it fires for. */
export const nameCharactersMax = 255;
export const noteCharactersMax = 1_000;
/** Length of a text searched for in messages: a longer one is no rarer. */
export const literalCharactersMax = 24;
/** Combinations of triggers that fire together, cached as texts in the intake thread. Beyond, they are rebuilt. */
export const firedSetsMax = 4_096;

/** Events of a threshold, and its window: a window of a day outlasts every burst. */
export const thresholdCountMax = 10_000;
export const thresholdSecondsMax = 86_400;
/** Values that a threshold counts separately; beyond, the one not seen for longest is forgotten and starts over. */
export const thresholdValuesMax = 16_384;
/** Times that one trigger's threshold keeps, 2 MB; beyond, values are forgotten in the same way. */
export const thresholdTimesMax = 262_144;

/** Longest interval between two actions of a trigger; a week is as good as never. */
export const quietSecondsMax = 604_800;
/**
 * Actions reported to the main thread with one commit; beyond, they are dropped and counted, except those about new
 * patterns, which are held.
 */
export const actionsPerCommitMax = 512;
/** Those of them that are not their trigger's first in the commit: only triggers without an interval have such. */
export const repeatedPerCommitMax = 256;
/** Characters of the message that is sent as evidence; the event itself is found by its id. */
export const evidenceCharactersMax = 4_096;

/** Characters of a template of a webhook or a mail. */
export const templateCharactersMax = 16_384;
/** People that a trigger may notify, and addresses it may write to. */
export const notifiedUsersMax = 100;
export const mailAddressesMax = 50;
/** From the event until a task is due: a year. */
export const dueInSecondsMax = 31_622_400;
/**
 * Messages to other machines that are owed, of all triggers, of those of one owner and of one; beyond, new ones are
 * dropped and counted. Triggers that owe some already leave the rest of the room to those that owe none, and an owner
 * of very many leaves some to others.
 */
export const owedMax = 900;
export const owedPerOwnerMax = 750;
export const owedRepeatedMax = 600;
export const owedPerTriggerMax = 50;
/** Interval of writing hits; a service killed in between forgets the hits since then. */
export const hitsFlushMs = 1_000;

/** Interval between two events that report failing actions of a trigger. */
export const reportPauseMs = 600_000;

/**
 * Occurrences that a preview with a threshold puts in order of time; beyond: 400, since memory would grow with the
 * range.
 */
export const previewOccurrencesMax = 1_000_000;
/** Events that a preview shows. */
export const previewSamplesMax = 10;
/**
 * Actions that wait for the main thread; beyond, they are dropped and counted. Triggers of which some wait already
 * leave the rest of the room to those of which none does.
 */
export const actionsWaitingMax = 3_000;
export const repeatedWaitingMax = 2_000;
/** A stop carries out waiting actions for this long; the next start does the rest. */
export const actionsAtStopMsMax = 1_000;
/** Actions that stops left; beyond, they are dropped and counted. More than wait, since quiet times hold some. */
export const leftActionsMax = 5_000;
/** Interval at which actions that a stop left are looked at, while quiet times hold some. */
export const leftActionsMs = 60_000;

/** Ranges of hours, and times of maintenance, of a trigger: each is checked when it is about to act. */
export const quietHoursMax = 50;
export const maintenanceMax = 100;
/** Time from its creation in which it fires for no new pattern: a month. */
export const learningSecondsMax = 2_678_400;
/** New patterns that one message lists besides its own, and characters of each; those beyond are counted. */
export const otherPatternsMax = 10;
export const otherCharactersMax = 300;
/** New patterns of one commit, of all triggers, that are reported later; those beyond are only counted. */
export const heldPerCommitMax = 1_024;
/** Delay of their report: saves a turn of the thread for each, and ends soon after quiet hours. */
export const heldMsMin = 1_000;
export const heldMsMax = 60_000;
/**
 * Patterns that intake knows when a trigger waits for new ones, 20 MB; beyond, the oldest are forgotten, and if all
 * came today nothing is new until tomorrow.
 */
export const knownPatternsMax = 100_000;
/** Text structures whose patterns intake caches, 2 MB; beyond, all are forgotten. */
export const knownStructuresMax = 65_536;

/** Wait of a trigger for absence, which asks the store: people would not notice a shorter one. Up to a month. */
export const absenceSecondsMin = 5;
export const absenceSecondsMax = 2_678_400;
export const knownWithinSecondsMax = 8_035_200;
export const knownWithinSecondsDefault = 86_400;
/** Absent values at once that get a message each; those beyond share one. Returned ones beyond wait for a next look. */
export const absencesToldSinglyMax = 20;
/** Incidents that are ended when their trigger is changed or removed, the newest; older ones stay open. */
export const endedIncidentsMax = 200;
/** Absences shown at a time. */
export const absencesShownMax = 1_000;

/** Actions of one trigger that are kept with their results; the oldest are deleted. */
export const actsPerTriggerMax = 100;
/** Characters of the event's message that are kept: enough to recognise it; the event has the rest. */
export const actMessageCharactersMax = 300;
