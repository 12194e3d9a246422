import { localStorageColorSchemeManager } from "@mantine/core";

/** Twin: theme-choice.ts, which reads the same key before anything is drawn. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: "vigie.colors" });
