import { Switch } from "@mantine/core";
import { useState } from "react";
import { useOfferedActions } from "../../actions/action-store.ts";
import { Keys } from "../../actions/keys.tsx";
import { singleKeysAreOn, switchSingleKeys } from "../../actions/single-keys.ts";
import { PageHead } from "../../layout/page-head.tsx";
import { words } from "../../words/words.ts";
import classes from "./account.module.css";

/** The keys that work on every page, and whether single ones do. */
export function KeyboardPart() {
  const actions = useOfferedActions().filter(({ keys, group }) => keys !== undefined && group !== "This page");
  const [isOn, setOn] = useState(singleKeysAreOn);
  const { account } = words;
  return (
    <div className={classes.page}>
      <PageHead title={account.keyboard} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is long is scrolled by keys, too */}
      <div className={classes.body} tabIndex={0} role="region" aria-label={account.keyboard}>
        <section className={classes.part}>
          <Switch
            label={account.singleKeys}
            description={account.singleKeysHint}
            checked={isOn}
            onChange={({ target }) => {
              switchSingleKeys(target.checked);
              setOn(target.checked);
            }}
          />
          <dl className={classes.keys}>
            {actions.map(({ id, label, keys }) => (
              <div key={id}>
                <dt>{label}</dt>
                <dd>
                  <Keys keys={keys!} />
                </dd>
              </div>
            ))}
          </dl>
          <p className={classes.hint}>{account.keys}</p>
        </section>
      </div>
    </div>
  );
}
