import { SegmentedControl, Select, TagsInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { fieldNamesQuery, useFieldKnowledge } from "../../../api/fields.ts";
import { NumberField } from "../../../layout/number-field.tsx";
import { FindSelect } from "../../../lists/find-select.tsx";
import { QueryLine } from "../../../query-line/query-line.tsx";
import { listZones } from "../../../time/zone.ts";
import { boardsSource } from "../../../widgets/boards-source.ts";
import { words } from "../../../words/words.ts";
import type { Format } from "../report-data.ts";
import classes from "../report-form.module.css";
import { RangeField } from "./range-field.tsx";
import {
  type ErrorOf,
  formatsOf,
  questionKinds,
  type ReportDraft,
  type SetReport,
  withKind,
  withParam,
} from "./report-draft.ts";

interface ReportFieldsProps {
  draft: ReportDraft;
  set: SetReport;
  errorOf: ErrorOf;
}

/** Edits the content and the form of a report. */
export function ReportFields({ draft, set, errorOf }: ReportFieldsProps) {
  const { reports } = words;
  const formats = formatsOf(draft);
  return (
    <>
      <TextInput
        label={reports.name}
        maxLength={255}
        data-autofocus
        value={draft.title}
        error={errorOf("title")}
        onChange={({ target }) => set({ title: target.value })}
      />
      <div>
        <span className={classes.label}>{reports.what}</span>
        <SegmentedControl
          aria-label={reports.what}
          value={draft.source}
          onChange={(source) => set({ source: source as ReportDraft["source"] })}
          data={[
            { value: "query", label: reports.question },
            { value: "dashboard", label: reports.dashboard },
          ]}
        />
      </div>
      {draft.source === "query" ? (
        <QuestionFields draft={draft} set={set} errorOf={errorOf} />
      ) : (
        <BoardField draft={draft} set={set} errorOf={errorOf} />
      )}
      <div className={classes.row}>
        <Select
          label={reports.format}
          allowDeselect={false}
          data={formats.map((value) => ({ value, label: reports.formats[value] }))}
          value={formats.includes(draft.format) ? draft.format : formats[0]!}
          error={errorOf("format")}
          onChange={(format) => set({ format: format as Format })}
        />
        <Select
          label={reports.zone}
          searchable
          limit={50}
          allowDeselect={false}
          data={[...new Set([draft.timezone, ...listZones()])]}
          value={draft.timezone}
          error={errorOf("timezone")}
          onChange={(timezone) => timezone !== null && set({ timezone })}
        />
      </div>
    </>
  );
}

const everyBoard = boardsSource("dashboards", () => true);

function BoardField({ draft, set, errorOf }: ReportFieldsProps) {
  const { reports } = words;
  return (
    <FindSelect
      source={everyBoard}
      label={reports.whichDashboard}
      allowDeselect={false}
      nothingFoundMessage={reports.noDashboards}
      value={draft.dashboardId === null ? null : String(draft.dashboardId)}
      unknown={(id) => `${reports.dashboard} ${id}`}
      error={errorOf("dashboard_id")}
      onChange={(id) => set({ dashboardId: id === null ? null : Number(id) })}
    />
  );
}

/** Of a kind that only the API makes schedules of. */
function kindName(type: string): string {
  return (words.widgets.kinds as Record<string, { name: string } | undefined>)[type]?.name ?? type;
}

function QuestionFields({ draft, set, errorOf }: ReportFieldsProps) {
  const { reports } = words;
  const { question } = draft;
  const { type, params } = question;
  const change = (name: string, value: unknown) => set({ question: withParam(question, name, value) });
  const kinds = questionKinds.map((value) => ({ value, label: reports.questionKinds[value]! }));
  const isKnown = questionKinds.includes(type);
  return (
    <>
      <Select
        label={reports.kind}
        allowDeselect={false}
        data={isKnown ? kinds : [{ value: type, label: kindName(type) }, ...kinds]}
        value={type}
        error={errorOf("query.type", "type")}
        onChange={(kind) => kind !== null && set({ question: withKind(question, kind) })}
      />
      {type !== "Tasks" && (
        <>
          <LineField
            value={String(params.q ?? "")}
            error={errorOf("query.params.q", "params.q", "q")}
            onChange={(q) => change("q", q || undefined)}
          />
          <RangeField
            value={params.time_range}
            zone={draft.timezone}
            error={errorOf("query.params.time_range", "params.time_range", "time_range")}
            onChange={(range) => change("time_range", range)}
          />
        </>
      )}
      <OwnFields draft={draft} change={change} errorOf={errorOf} />
      {(!isKnown || params.filter !== undefined) && <p className={classes.hint}>{reports.hasOther}</p>}
    </>
  );
}

function LineField({ value, error, onChange }: { value: string; error?: string; onChange: (line: string) => void }) {
  const { reports } = words;
  const fields = useFieldKnowledge(undefined);
  return (
    <div>
      <span className={classes.label}>{reports.which}</span>
      <QueryLine
        value={value}
        label={reports.which}
        placeholder={reports.whichPlaceholder}
        fields={fields}
        refusal={error}
        onChange={onChange}
        onSubmit={onChange}
      />
    </div>
  );
}

interface OwnFieldsProps {
  draft: ReportDraft;
  change: (name: string, value: unknown) => void;
  errorOf: ErrorOf;
}

const figures = ["count", "sum", "avg", "min", "max", "p50", "p90", "p95", "p99", "distinct"];

/** Fields of this kind alone. */
function OwnFields({ draft, change, errorOf }: OwnFieldsProps) {
  const { reports } = words;
  const names = useQuery(fieldNamesQuery(undefined));
  const { type, params } = draft.question;
  const known = (names.data ?? []).filter(({ has_values }) => has_values).map(({ name }) => name);
  const data = [...new Set([...[params.field].flat().filter((name) => typeof name === "string"), ...known])];
  const field = (
    <Select
      label={type === "Stats" ? reports.ofNumber : reports.field}
      searchable
      clearable={type === "Stats"}
      allowDeselect={type === "Stats"}
      data={data}
      value={typeof params.field === "string" ? params.field : null}
      error={errorOf("query.params.field", "params.field")}
      onChange={(name) => change("field", name ?? undefined)}
    />
  );
  if (type === "TopN" || type === "LastN")
    return (
      <div className={classes.row}>
        {field}
        <NumberField
          label={reports.limit}
          min={1}
          max={1000}
          isWhole
          value={typeof params.limit === "number" ? params.limit : 5}
          error={errorOf("query.params.limit", "params.limit")}
          onChange={(limit) => change("limit", typeof limit === "number" ? limit : undefined)}
        />
      </div>
    );
  if (type !== "Stats") return null;
  const [by, functions] = [params.by ?? [], params.functions ?? []] as string[][];
  return (
    <>
      <TagsInput label={reports.by} data={known} value={by} onChange={(next) => change("by", next)} />
      <div className={classes.row}>
        <TagsInput
          label={reports.functions}
          data={figures}
          value={functions}
          error={errorOf("query.params.functions", "params.functions")}
          onChange={(next) => change("functions", next)}
        />
        {field}
      </div>
    </>
  );
}
