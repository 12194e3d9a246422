import { words } from "../../words/words.ts";
import classes from "./views.module.css";

/** The words that messages have in common; a small box stands for each word that differs. */
export function PatternText({ text }: { text: string }) {
  if (text.trim() === "") return words.widgets.none;
  const parts = text.split("<*>");
  return (
    <span className={classes.pattern} title={text}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no name but their place
        <span key={index}>
          {index > 0 && <i className={classes.hole}>∗</i>}
          {part}
        </span>
      ))}
    </span>
  );
}
