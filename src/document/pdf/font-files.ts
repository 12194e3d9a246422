import { readFileSync } from "node:fs";
import emoji from "@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf" with { type: "file" };
import regular from "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf" with { type: "file" };
import bold from "@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf" with { type: "file" };
import korean from "@expo-google-fonts/noto-sans-kr/400Regular/NotoSansKR_400Regular.ttf" with { type: "file" };
import chinese from "@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf" with { type: "file" };
import thai from "@expo-google-fonts/noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf" with { type: "file" };
import dejavu from "dejavu-fonts-ttf/ttf/DejaVuSans.ttf" with { type: "file" };
import mono from "dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf" with { type: "file" };

/**
 * Inside the executable. DejaVu has Hebrew, Arabic and symbols of all kinds; Chinese and Japanese share the Chinese
 * forms.
 */
const paths = { regular, bold, mono, dejavu, thai, chinese, korean, emoji };

export type FontName = keyof typeof paths;

export function readFont(name: FontName): Buffer {
  return readFileSync(paths[name]);
}

/** Fonts that are searched for a glyph, in this order. */
export const fontChains = {
  regular: ["regular", "dejavu", "thai", "chinese", "korean", "emoji"],
  bold: ["bold", "regular", "dejavu", "thai", "chinese", "korean", "emoji"],
  mono: ["mono", "regular", "dejavu", "thai", "chinese", "korean", "emoji"],
} as const satisfies Record<string, readonly FontName[]>;

export type Style = keyof typeof fontChains;
