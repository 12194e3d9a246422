import * as z from "zod";

export const howList = z
  .object({
    objects: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        place: z.string().describe("Where the text goes."),
        needs: z.string().describe("What the service or the sender must have beside it; empty: nothing."),
        text: z.string().describe("Paste it with {URL}, {HOST}, {PORT} and {TOKEN} filled in."),
      }),
    ),
  })
  .meta({ id: "HowToSend" });
