import fc from "fast-check";

const parts = fc.constantFrom(
  ..."user for from by to invalid uid GET POST Nov Sat SHA256 amd64 CMD msg name id error path http file a ab dead deadbeef".split(
    " ",
  ),
  ..."7 0 007 12345 1e5 0x7f a1 ssh2 SSH2 worker17 eth0 node_3 x_y_4 x86_64 blk_12 v1 3f2c a1b2c3d4 é 日本 é1 naïve2b".split(
    " ",
  ),
  ...`( ) [ ] { } < > = == : :: , ; . .. / // \\ " ' \\" - + _ @ ~ % # $ & * ! ? |`.split(" "),
);
const gap = fc.constantFrom(" ", " ", " ", "", "", "\n", "  ");

/** Texts of all that the rules of patterns know, in any order. */
export const patternTexts: fc.Arbitrary<string> = fc
  .array(fc.tuple(parts, gap), { maxLength: 14 })
  .map((some) => some.flat().join(""));
