import { Modal, TextInput, UnstyledButton } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { LoadingState } from "../../../states/loading-state.tsx";
import { SaveForm } from "../../../states/save-form.tsx";
import { widgetKind } from "../../../widgets/widget-kinds.ts";
import { words } from "../../../words/words.ts";
import { createBoard, refreshBoards, type Template, useTemplates } from "../boards.ts";
import classes from "./new-board-dialog.module.css";

/** An empty dashboard, or one of the gallery. */
export default function NewBoardDialog({ onClose }: { onClose: () => void }) {
  const said = words.dashboards;
  const [, navigate] = useLocation();
  const [chosen, setChosen] = useState<Template>();
  const [title, setTitle] = useState("");
  const ownTitle = chosen && titleOf(chosen);
  const templates = useTemplates();
  const make = useMutation({
    mutationFn: () => createBoard(title.trim() || ownTitle || "", chosen),
    onSuccess: async ({ id }) => {
      await refreshBoards();
      onClose();
      navigate(chosen === undefined ? `/dashboards/${id}?edit=true` : `/dashboards/${id}`);
    },
  });
  return (
    <Modal opened onClose={onClose} title={said.new} size={760}>
      <SaveForm
        label={said.make}
        save={make}
        problem={templates.error}
        isReady={chosen !== undefined || title.trim() !== ""}
      >
        <TextInput
          label={said.titleLabel}
          data-autofocus
          placeholder={ownTitle ?? said.whatItShows}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        <fieldset className={classes.gallery}>
          <legend className={classes.legend}>{said.beginWith}</legend>
          {templates.isPending && <LoadingState lines={4} />}
          <Entry
            title={said.nothing}
            text={said.nothingText}
            isChosen={chosen === undefined}
            onChoose={() => setChosen(undefined)}
          />
          {templates.data?.map((template) => (
            <Entry
              key={template.path}
              title={titleOf(template)}
              text={template.error ?? describe(template)}
              isOff={template.error !== null}
              isChosen={chosen?.path === template.path}
              onChoose={() => setChosen(template)}
            />
          ))}
        </fieldset>
      </SaveForm>
    </Modal>
  );
}

/** Dashboards from the user's own folder keep their names. */
function titleOf({ title, source }: Template): string {
  return source === "shipped" ? words.service.template(title) : title;
}

interface EntryProps {
  title: string;
  text: string;
  isChosen: boolean;
  isOff?: boolean;
  onChoose: () => void;
}

function Entry({ title, text, isChosen, isOff, onChoose }: EntryProps) {
  return (
    <UnstyledButton className={classes.entry} aria-pressed={isChosen} disabled={isOff} onClick={onChoose}>
      <b>{title}</b>
      <span>{text}</span>
    </UnstyledButton>
  );
}

/** Its widgets, each kind once. */
function describe({ widget_types, source }: Template): string {
  const { kind, liesOnIt, ofThisService } = words.dashboards;
  const kindName = (type: string) => kind(widgetKind(type)?.name ?? type);
  const names = [...new Set(widget_types.map((type) => kindName(type)))];
  const said = liesOnIt(widget_types.length, `${names.slice(0, 3).join(", ")}${names.length > 3 ? " …" : ""}`);
  return source === "own" ? ofThisService(said) : said;
}
