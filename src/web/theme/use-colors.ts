import { useComputedColorScheme, useMantineColorScheme } from "@mantine/core";

/** Light or dark: the system's until the reader chooses. */
export function useColors(): { isDark: boolean; toggle: () => void } {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme("light", { getInitialValueInEffect: false }) === "dark";
  return { isDark, toggle: () => setColorScheme(isDark ? "light" : "dark") };
}
