/** A rule cannot do with an event what it says. It is undone for this event and counts an error. */
export class RuleFailure extends Error {
  override readonly name = "RuleFailure";
}
