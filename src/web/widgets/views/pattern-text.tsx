import classes from "./views.module.css";

/** What messages have in common; where each has something of its own stands a small box. */
export function PatternText({ text }: { text: string }) {
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
