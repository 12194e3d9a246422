/** Time for an answer, because somebody is typing: after it the values found so far are the answer, marked as such. */
export const workMs = 2000;

/** Longest wait for a free thread; then 429. */
export const waitMs = 5000;

/** The widest time range; beyond: 400. Completions come from recent events. */
export const rangeSecondsMax = 31 * 86_400;

/** Names or values in an answer; beyond: 400. */
export const itemsMax = 1000;

/** Values unless a limit is asked for: as many as a list under an input shows. */
export const defaultValues = 20;

/** Characters of a prefix; beyond: 400. As long as a tag's name can be. */
export const prefixCharactersMax = 255;

/** Steps into which the range of a count is cut: the finer, the less it is widened to whole ones. */
export const stepsMax = 5000;
