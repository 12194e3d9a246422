/** A font inside the executable: the path to read it from. */
declare module "*.ttf" {
  const path: string;
  export default path;
}

declare module "bidi-js" {
  interface Levels {
    levels: Uint8Array;
    paragraphs: { start: number; end: number; level: number }[];
  }
  interface Bidi {
    getEmbeddingLevels(text: string, direction?: "ltr" | "rtl"): Levels;
    getReorderSegments(text: string, levels: Levels, start?: number, end?: number): [start: number, end: number][];
    getMirroredCharacter(character: string): string | null;
  }
  export default function createBidi(): Bidi;
}
