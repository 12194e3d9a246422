import { languageExamples } from "../../filter/language/examples.ts";
import { words } from "../words/words.ts";
import classes from "./shortcut-help.module.css";

/** What can be written in a query line, by examples. */
export function LanguageTable() {
  return (
    <section className={classes.language}>
      <h3 className={classes.title}>{words.line.language}</h3>
      <dl>
        {languageExamples.map(([line, meaning]) => (
          <div key={line} className={classes.row}>
            <dt>
              <code>{line}</code>
            </dt>
            <dd>{words.service.example(meaning)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
