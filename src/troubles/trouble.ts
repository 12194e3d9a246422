import type { AboutService } from "../notifications/about-service.ts";

/** A present problem of the service. */
export interface Trouble {
  /** Unique among all possible ones; the same as long as it lasts. */
  cause: string;
  about: AboutService;
  /**
   * Neither bad enough to be reported nor good again, such as a disk just above its bound: a reported one goes on, an
   * unreported one does not begin.
   */
  isUnsure: boolean;
}
