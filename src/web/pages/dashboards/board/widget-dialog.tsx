import { Button, Modal, Select, Textarea, TextInput, UnstyledButton } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/call.ts";
import { SaveForm } from "../../../states/save-form.tsx";
import { labelOf, presets } from "../../../time/time-range.ts";
import { type Board, type BoardWidget, configOf } from "../../../widgets/board-widget.ts";
import { type WidgetKind, widgetKind, widgetKinds } from "../../../widgets/widget-kinds.ts";
import { words } from "../../../words/words.ts";
import { refreshBoards } from "../boards.ts";
import { freeRow, placesOf } from "./grid-layout.ts";
import classes from "./widget-dialog.module.css";
import { KindFields, LineField } from "./widget-fields.tsx";

interface WidgetDialogProps {
  board: Board;
  widget: BoardWidget | "new";
  onClose: () => void;
}

/** Edits what a widget asks and how it shows it; a new one begins with its kind. */
export default function WidgetDialog({ board, widget, onClose }: WidgetDialogProps) {
  const said = words.dashboards.widget;
  const [kind, setKind] = useState(widget === "new" ? undefined : widgetKind(widget.type));
  return (
    <Modal
      opened
      onClose={onClose}
      title={widget === "new" ? (kind?.name ?? said.which) : said.change}
      size={kind === undefined ? 760 : 520}
    >
      {kind === undefined ? (
        <div className={classes.kinds}>
          {widgetKinds().map((each) => (
            <UnstyledButton key={each.type} className={classes.kind} onClick={() => setKind(each)}>
              <b>{each.name}</b>
              <span>{each.text}</span>
            </UnstyledButton>
          ))}
        </div>
      ) : (
        <WidgetForm board={board} widget={widget} kind={kind} onClose={onClose} />
      )}
    </Modal>
  );
}

function WidgetForm({ board, widget, kind, onClose }: WidgetDialogProps & { kind: WidgetKind }) {
  const said = words.dashboards.widget;
  const [title, setTitle] = useState(widget === "new" ? kind.name : widget.title);
  const [config, setConfig] = useState<Record<string, unknown>>(
    widget === "new" ? kind.config : (configOf(widget) as Record<string, unknown>),
  );
  const change = (name: string, value: unknown) => {
    const { [name]: _, ...others } = config;
    setConfig(value === undefined ? others : { ...others, [name]: value });
  };
  const save = useMutation({
    mutationFn: () => saveWidget(board, widget, kind, title.trim(), config),
    onSuccess: async () => {
      await refreshBoards();
      onClose();
    },
  });
  const wrong = save.error instanceof ApiError ? save.error.fields : {};
  const filterCount = Array.isArray(config.filter) ? config.filter.length : 0;
  return (
    <SaveForm label={widget === "new" ? said.add : words.parts.save} save={save} isReady={title.trim() !== ""}>
      <TextInput
        label={words.dashboards.titleLabel}
        data-autofocus
        maxLength={255}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      {kind.isAboutEvents && (
        <LineField
          label={said.ofThese}
          value={String(config.q ?? "")}
          onChange={(q) => change("q", q.trim() === "" ? undefined : q)}
        />
      )}
      {filterCount > 0 && (
        <p className={classes.hint}>
          {said.conditions(filterCount)}{" "}
          <Button variant="subtle" size="compact-sm" onClick={() => change("filter", undefined)}>
            {said.takeAway}
          </Button>
        </p>
      )}
      <KindFields kind={kind} config={config} wrong={wrong} onChange={change} />
      {kind.type !== "Tasks" && kind.type !== "Notifications" && (
        <OwnTime config={config} onChange={(range) => change("time_range", range)} />
      )}
      <Textarea
        label={said.about}
        description={said.aboutHint}
        autosize
        minRows={1}
        maxRows={4}
        value={String(config.description ?? "")}
        onChange={({ target }) => change("description", target.value === "" ? undefined : target.value)}
      />
    </SaveForm>
  );
}

interface OwnTimeProps {
  config: Record<string, unknown>;
  onChange: (range: { preset: string } | undefined) => void;
}

function OwnTime({ config, onChange }: OwnTimeProps) {
  const own = (config.time_range as { preset?: string } | undefined)?.preset;
  const isOther = config.time_range !== undefined && !presets.some((preset) => preset === own);
  return (
    <Select
      label={words.dashboards.widget.overTime}
      allowDeselect={false}
      value={isOther ? "own" : (own ?? "board")}
      data={[
        { value: "board", label: words.dashboards.widget.ofBoard },
        ...(isOther ? [{ value: "own", label: words.dashboards.widget.ofItsOwn }] : []),
        ...presets.map((preset) => ({ value: preset, label: labelOf({ preset }, "UTC") })),
      ]}
      onChange={(value) =>
        value !== "own" && onChange(value === null || value === "board" ? undefined : { preset: value })
      }
    />
  );
}

function saveWidget(board: Board, widget: BoardWidget | "new", kind: WidgetKind, title: string, config: object) {
  if (widget !== "new") return call("PATCH", `/api/widgets/${widget.id}`, { body: { title, config } });
  const [sizeX, sizeY] = kind.size;
  const places = placesOf(board.widgets);
  const place = { col: 0, row: freeRow(places), sizeX, sizeY };
  const body = { type: kind.type, title, config: { ...config, ...place }, position: board.widgets.length };
  return call("POST", `/api/dashboards/${board.id}/widgets`, { body });
}
