import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import type { howList } from "../../../api/how/schema.ts";
import { call } from "../../api/call.ts";

/** Tells how to point one kind of sender here, with placeholders to fill in. */
export type HowPage = z.output<typeof howList>["objects"][number];

export interface Target {
  /** `http://logs:7080`. */
  origin: string;
  token: string;
}

/** The texts that `vigie how` prints, too. */
export function useHowPages() {
  return useQuery({
    queryKey: ["how"],
    queryFn: async ({ signal }) => (await call<{ objects: HowPage[] }>("GET", "/api/how", { signal })).objects,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The text, ready to be pasted. Twin: fillIn of src/api/how/pages.ts. */
export function fillIn({ text }: HowPage, { origin, token }: Target): string {
  const { hostname, port, protocol } = new URL(origin);
  const words: Record<string, string> = {
    URL: origin,
    HOST: hostname,
    PORT: port || (protocol === "https:" ? "443" : "80"),
    TOKEN: token,
  };
  return text.replace(/\{(URL|HOST|PORT|TOKEN)\}/g, (_, word: string) => words[word]!);
}
