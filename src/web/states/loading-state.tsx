import { Skeleton } from "@mantine/core";
import { words } from "../words/words.ts";
import classes from "./state.module.css";

/** Shown while loading, after a short delay so that quick answers do not flicker. */
export function LoadingState({ lines = 6 }: { lines?: number }) {
  return (
    <output className={classes.loading} aria-label={words.parts.loading}>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <Skeleton key={index} height={12} width={`${90 - ((index * 37) % 45)}%`} animate={false} />
      ))}
    </output>
  );
}
