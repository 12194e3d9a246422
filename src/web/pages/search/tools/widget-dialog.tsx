import { Modal, Select, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ask } from "../../../api/ask.ts";
import { call } from "../../../api/call.ts";
import { valuesMax } from "../../../histogram/histogram-data.ts";
import { FindSelect } from "../../../lists/find-select.tsx";
import { explain } from "../../../states/explain.ts";
import { LoadingState } from "../../../states/loading-state.tsx";
import { SaveForm } from "../../../states/save-form.tsx";
import { toApiRange, writeRange } from "../../../time/time-range.ts";
import { useZone } from "../../../time/zone.ts";
import { toast } from "../../../toasts/toast-store.ts";
import type { BoardWidget } from "../../../widgets/board-widget.ts";
import { boardsSource } from "../../../widgets/boards-source.ts";
import { WidgetBody } from "../../../widgets/widget-body.tsx";
import { words } from "../../../words/words.ts";
import type { Address } from "../address.ts";
import classes from "./dialog.module.css";

/** Twin: the dashboards of src/api/dashboards; of a widget only where it lies is looked at. */
interface Board {
  id: number;
  title: string;
  is_read_only: boolean;
  widgets: { config: { row?: number; sizeY?: number } }[];
}

const newBoard = "new";
const writableBoards = boardsSource("dashboards", ({ is_read_only }) => !is_read_only);

/** The search as a widget of a dashboard, or of a new one. */
export default function WidgetDialog({ address, onClose }: { address: Address; onClose: () => void }) {
  const { q } = address;
  const shapes = shapesOf(address);
  const [title, setTitle] = useState(q === "" ? words.keeping.widget.events : q);
  const [chosen, setChosen] = useState(shapes[0]!.value);
  const shape = shapes.find(({ value }) => value === chosen)!;
  const [board, setBoard] = useState<string>(newBoard);
  const make = useMutation({
    mutationFn: () => saveWidget({ title, shape, q, board: board === newBoard ? undefined : board }),
    onSuccess: ({ id, title: boardTitle }) => {
      toast(words.keeping.widget.made(boardTitle), {
        link: { label: words.parts.open, href: `/dashboards/${id}` },
      });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={words.keeping.widget.title} size={520}>
      <SaveForm label={words.keeping.widget.save} save={make} isReady={title.trim() !== ""}>
        <TextInput
          label={words.keeping.titleLabel}
          required
          withAsterisk={false}
          data-autofocus
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        <Select
          label={words.keeping.widget.shows}
          allowDeselect={false}
          value={chosen}
          onChange={(value) => setChosen(value ?? chosen)}
          data={shapes.map(({ value, label }) => ({ value, label }))}
        />
        <FindSelect
          source={writableBoards}
          always={[{ value: newBoard, label: words.keeping.widget.newOne }]}
          label={words.keeping.widget.on}
          allowDeselect={false}
          value={board}
          onChange={(value) => setBoard(value ?? newBoard)}
        />
        <Shown title={title} address={address} shape={shape} />
      </SaveForm>
    </Modal>
  );
}

/** What the search can be on a dashboard. */
interface Shape {
  value: string;
  label: string;
  type: BoardWidget["type"];
  config: Record<string, unknown>;
  /** Of the question, for the preview. */
  params: Record<string, unknown>;
}

/** What the page shows comes first; a widget leaves out what lacks the field. */
function shapesOf({ by, split }: Address): Shape[] {
  const said = words.keeping.widget;
  const counted = { field: split, limit: valuesMax, show_other: true };
  const bySplit: Shape[] =
    split === null
      ? []
      : [
          {
            value: "split",
            label: said.overTimeBy(split),
            type: "TopN",
            config: { ...counted, view_type: "time_chart_bars" },
            params: { ...counted, with_subperiods: true },
          },
        ];
  return [
    ...bySplit,
    { value: "EventRate", label: said.overTime, type: "EventRate", config: {}, params: {} },
    { value: "Search", label: said.eventsThemselves, type: "Search", config: {}, params: { page_size: 10 } },
    { value: "TopN", label: said.mostFrequent(by), type: "TopN", config: { field: by }, params: { field: by } },
  ];
}

/** Previews the widget over the range of the search; on a dashboard it takes the dashboard's range. */
function Shown({ title, shape, address: { q, t } }: { title: string; shape: Shape; address: Address }) {
  const zone = useZone();
  const found = useQuery({
    queryKey: ["widget-preview", shape, q, writeRange(t), zone],
    queryFn: ({ signal }) =>
      ask<unknown>(shape.type, { q, time_range: toApiRange(t, zone), ...shape.params }, { signal }),
  });
  return (
    <section className={classes.shown} aria-label={words.keeping.widget.shown}>
      {found.error ? (
        <p className={classes.problem}>{explain(found.error).text}</p>
      ) : found.data === undefined ? (
        <LoadingState lines={4} />
      ) : (
        <WidgetBody
          widget={{ type: shape.type, title, config: shape.config }}
          results={found.data.results}
          zone={zone}
          actions={{}}
        />
      )}
    </section>
  );
}

interface NewWidget {
  title: string;
  shape: Shape;
  q: string;
  /** Its id; undefined: a new one. */
  board: string | undefined;
}

/** Below everything that lies there. Gives the dashboard. */
async function saveWidget({ title, shape: { type, config: own }, q, board }: NewWidget): Promise<Board> {
  const target =
    board === undefined
      ? await call<Board>("POST", "/api/dashboards", { body: { title } })
      : await call<Board>("GET", `/api/dashboards/${board}`);
  const row = Math.max(0, ...target.widgets.map(({ config }) => (config.row ?? 0) + (config.sizeY ?? 1)));
  const config = { q, col: 0, row, sizeX: 3, sizeY: 3, ...own };
  await call("POST", `/api/dashboards/${target.id}/widgets`, { body: { type, title, config } });
  return target;
}
