/** A preview that takes longer is stopped: who draws up a trigger waits for it. Beyond: 429. */
export const previewMs = 20_000;
/** Tests that are being sent: each may take as long as the other side likes, up to a bound. Beyond: 429. */
export const testsAtATimeMax = 8;
/** Seconds that a trigger waits between two times that it acts, when nobody says. */
export const defaultMinInterval = 60;
/** Range of a preview that names none. */
export const previewPreset = "last_24_hours";
