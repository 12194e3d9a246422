import { NativeSelect, SegmentedControl, Select, useMantineColorScheme } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { keepPreferences, type Preferences } from "../../api/preferences.ts";
import { useUser } from "../../api/session.ts";
import { explain } from "../../states/explain.ts";
import { chooseZone, listZones, useZone } from "../../time/zone.ts";
import { toast } from "../../toasts/toast-store.ts";
import { chooseLanguage } from "../../words/choose-language.ts";
import { isLanguage, languages } from "../../words/language.ts";
import { words } from "../../words/words.ts";
import classes from "./account.module.css";

/** Language, zone and colours: they apply at once and are stored with the account. */
export function LooksForm() {
  const user = useUser();
  const zone = useZone();
  const { setColorScheme } = useMantineColorScheme();
  const { account, parts } = words;
  const { preferences } = user;
  const keep = useMutation({
    mutationFn: (changes: Partial<Record<keyof Preferences, string | undefined>>) =>
      // JSON leaves out what is undefined.
      keepPreferences(user, { ...preferences, ...changes } as Preferences),
    onSuccess: (_, changes) => {
      if ("theme" in changes) setColorScheme((changes.theme as "light" | "dark" | undefined) ?? "auto");
      if ("timezone" in changes) chooseZone(changes.timezone);
      if ("language" in changes)
        chooseLanguage(changes.language !== undefined && isLanguage(changes.language) ? changes.language : undefined);
      toast(account.kept);
    },
    onError: (error) => {
      const { title, text } = explain(error);
      toast(parts.refused(title, text), { kind: "bad" });
    },
  });
  return (
    <section className={classes.part} aria-label={account.page}>
      <h2>{account.page}</h2>
      <p className={classes.hint}>{account.pageHint}</p>
      <div className={classes.row}>
        <NativeSelect
          label={account.language}
          value={preferences.language ?? ""}
          data={[
            { value: "", label: account.ofBrowser },
            ...Object.entries(languages).map(([value, label]) => ({ value, label })),
          ]}
          onChange={({ target }) => keep.mutate({ language: target.value || undefined })}
        />
        <Select
          label={account.zone}
          searchable
          clearable
          limit={200}
          placeholder={`${account.ofBrowser}: ${zone}`}
          data={listZones()}
          value={preferences.timezone ?? null}
          onChange={(name) => keep.mutate({ timezone: name ?? undefined })}
        />
      </div>
      <div className={classes.colors}>
        <span id="colors-label">{account.colors}</span>
        <SegmentedControl
          aria-labelledby="colors-label"
          value={preferences.theme ?? "auto"}
          data={[
            { value: "auto", label: account.ofSystem },
            { value: "light", label: account.light },
            { value: "dark", label: account.dark },
          ]}
          onChange={(theme) => keep.mutate({ theme: theme === "auto" ? undefined : theme })}
        />
      </div>
    </section>
  );
}
