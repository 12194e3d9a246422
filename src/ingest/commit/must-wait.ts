/**
 * Thrown when an event of a small delivery would be an occurrence of one that a large delivery holds, or bears its
 * retry key: the small one, which was to be stored before it, has to wait for it.
 */
export class MustWait extends Error {
  override readonly name = "MustWait";

  constructor() {
    super("The delivery has to wait for the large one that is being read.");
  }
}
