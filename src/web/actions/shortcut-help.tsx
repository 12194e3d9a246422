import { Modal, Switch } from "@mantine/core";
import { useState } from "react";
import { words } from "../words/words.ts";
import { actionGroups, useOfferedActions } from "./action-store.ts";
import { Keys } from "./keys.tsx";
import { LanguageTable } from "./language-table.tsx";
import classes from "./shortcut-help.module.css";
import { singleKeysAreOn, switchSingleKeys } from "./single-keys.ts";

/** All shortcuts available here, and the language of the query line. */
export function ShortcutHelp({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const actions = useOfferedActions().filter(({ keys }) => keys !== undefined);
  const [isOn, setOn] = useState(singleKeysAreOn);
  return (
    <Modal opened={opened} onClose={onClose} title={words.frame.keyboard} size={720}>
      <div className={classes.groups}>
        {actionGroups.map((group) => (
          <section key={group} className={classes.group}>
            <h3 className={classes.title}>{words.frame.groups[group]}</h3>
            <dl>
              {actions
                .filter((action) => action.group === group)
                .map(({ id, label, keys }) => (
                  <div key={id} className={classes.row}>
                    <dt>{label}</dt>
                    <dd>
                      <Keys keys={keys!} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <LanguageTable />
      <Switch
        mt="lg"
        label={words.account.singleKeys}
        description={words.account.singleKeysHint}
        checked={isOn}
        onChange={({ target }) => {
          switchSingleKeys(target.checked);
          setOn(target.checked);
        }}
      />
    </Modal>
  );
}
