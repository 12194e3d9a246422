import type { PageFiles } from "./page-files.ts";

/** build.ts replaces this file in the executable; from source there is no built page. */
export const carriedPage: PageFiles | undefined = undefined;
