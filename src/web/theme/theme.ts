import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from "@mantine/core";
import { words } from "../words/words.ts";

/** From light to dark. Dark themes use the fourth, light ones the eighth. */
const sea: MantineColorsTuple = [
  "#e3f6f9",
  "#c5ebf1",
  "#94dae6",
  "#4cc3d9",
  "#2ab0c8",
  "#1898b0",
  "#0f8299",
  "#0b7285",
  "#095c6b",
  "#064650",
];

/** Buttons in our colours; Mantine's computed ones are too pale for small text on a dark ground. */
const variantColors: VariantColorsResolver = (input) => {
  const tone = tones[input.color ?? "sea"];
  const border = "1px solid transparent";
  if (tone === "accent" && input.variant === "filled")
    return { background: "var(--accent)", hover: "var(--accent-strong)", color: "var(--on-accent)", border };
  if (tone === "accent" && input.variant === "light")
    return { background: "var(--accent-soft)", hover: "var(--ground-chosen)", color: "var(--accent-strong)", border };
  if (tone === "danger" && input.variant === "light")
    return { background: "var(--danger-soft)", hover: "var(--ground-pressed)", color: "var(--danger)", border };
  if (tone !== undefined && input.variant === "subtle")
    return { background: "transparent", hover: "var(--ground-hover)", color: subtle[tone]!, border };
  return defaultVariantColorsResolver(input);
};

const tones: Record<string, "accent" | "danger" | "calm"> = { sea: "accent", red: "danger", gray: "calm" };

const subtle: Record<string, string> = { accent: "var(--accent)", danger: "var(--danger)", calm: "var(--text-calm)" };

/** Mantine's components in our colours and sizes; made once words are there. */
export const makeTheme = () =>
  createTheme({
    primaryColor: "sea",
    primaryShade: { light: 7, dark: 3 },
    variantColorResolver: variantColors,
    colors: { sea },
    fontFamily: "var(--font-sans)",
    fontFamilyMonospace: "var(--font-mono)",
    headings: { fontFamily: "var(--font-sans)", fontWeight: "600" },
    fontSizes: { xs: "12px", sm: "13px", md: "13px", lg: "15px", xl: "18px" },
    radius: { xs: "3px", sm: "6px", md: "8px", lg: "10px", xl: "14px" },
    defaultRadius: "sm",
    cursorType: "pointer",
    respectReducedMotion: true,
    components: {
      Button: { defaultProps: { size: "xs" } },
      ActionIcon: { defaultProps: { variant: "subtle", color: "gray", size: 28 } },
      Tooltip: { defaultProps: { openDelay: 350, withArrow: false, offset: 6, transitionProps: { duration: 80 } } },
      Popover: { defaultProps: { shadow: "none", transitionProps: { duration: 80 } } },
      Menu: {
        defaultProps: {
          shadow: "none",
          transitionProps: { duration: 80 },
          // An element of it that is no entry may not have the focus.
          withInitialFocusPlaceholder: false,
        },
      },
      Modal: {
        defaultProps: {
          transitionProps: { duration: 100, transition: "fade" },
          centered: false,
          radius: "md",
          closeButtonProps: { "aria-label": words.parts.close },
        },
      },
      Drawer: { defaultProps: { transitionProps: { duration: 120 } } },
      TextInput: { defaultProps: { size: "sm" } },
      PasswordInput: { defaultProps: { size: "sm" } },
      Select: { defaultProps: { size: "sm" } },
      Switch: { defaultProps: { size: "xs" } },
      Checkbox: { defaultProps: { size: "xs" } },
      SegmentedControl: { defaultProps: { size: "xs" } },
    },
  });

/** Mantine's colours are ours: one place says what a line, a ground, a text looks like. */
export const cssVariables: CSSVariablesResolver = () => {
  const colours = {
    "--mantine-color-body": "var(--ground)",
    "--mantine-color-text": "var(--text)",
    "--mantine-color-dimmed": "var(--text-faint)",
    "--mantine-color-placeholder": "var(--text-faint)",
    "--mantine-color-default": "var(--ground-raised)",
    "--mantine-color-default-hover": "var(--ground-hover)",
    "--mantine-color-default-color": "var(--text)",
    "--mantine-color-default-border": "var(--line-strong)",
    "--mantine-color-disabled": "transparent",
    "--mantine-color-disabled-color": "var(--text-faint)",
    "--mantine-color-disabled-border": "var(--line)",
    "--mantine-color-anchor": "var(--accent)",
    "--mantine-color-error": "var(--danger)",
    // The text of an entry in a menu.
    "--mantine-color-red-6": "var(--danger)",
    "--mantine-color-gray-light-color": "var(--text-calm)",
    "--mantine-color-gray-light-hover": "var(--ground-pressed)",
  };
  return { variables: {}, light: colours, dark: colours };
};
