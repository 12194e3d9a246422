import classes from "./views.module.css";

/** A widget that found nothing says so in one line. */
export function Nothing({ text }: { text: string }) {
  return <p className={classes.nothing}>{text}</p>;
}
