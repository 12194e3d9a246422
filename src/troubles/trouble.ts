import type { AboutService } from "../notifications/about-service.ts";

/** Something that is wrong with the service now. */
export interface Trouble {
  /** Names it among all there may be; the same as long as it lasts. */
  cause: string;
  about: AboutService;
  /**
   * Neither bad enough to be told nor good again, such as a disk just above its bound: one that was told goes on, one
   * that was not does not begin.
   */
  isUnsure: boolean;
}
