import { Skeleton } from "@mantine/core";
import classes from "./state.module.css";

/** Shown while something is read; a moment later than at once, so that what is quick does not flicker. */
export function LoadingState({ lines = 6 }: { lines?: number }) {
  return (
    <output className={classes.loading} aria-label="Loading">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <Skeleton key={index} height={12} width={`${90 - ((index * 37) % 45)}%`} animate={false} />
      ))}
    </output>
  );
}
