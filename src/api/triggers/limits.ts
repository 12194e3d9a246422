/** A preview that takes longer is stopped: its author waits for it. Beyond: 429. */
export const previewMs = 20_000;
/** Tests that are being sent: each may take as long as the receiver likes, up to a bound. Beyond: 429. */
export const testsAtATimeMax = 8;
/** Default seconds between two actions of a trigger. */
export const defaultMinInterval = 60;
/** Default range of a preview. */
export const previewPreset = "last_24_hours";
