import * as z from "zod";

export const howList = z
  .object({
    objects: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        place: z.string().describe("Place of the text."),
        needs: z.string().describe("Other software that the service or the sender needs; empty: none."),
        text: z.string().describe("Paste it with {URL}, {HOST}, {PORT} and {TOKEN} filled in."),
      }),
    ),
  })
  .meta({ id: "HowToSend" });
