import type { PageFiles } from "./page-files.ts";

/** What build.ts put into the executable in place of this file; from source there is nothing. */
export const carriedPage: PageFiles | undefined = undefined;
