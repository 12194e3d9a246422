import type { DamagedDay } from "../eventstore/snapshot.ts";
import type { Remark } from "../query/execution/task.ts";
import type { QueryStatus } from "./query-run.ts";
import type { Definition, View } from "./stored-query.ts";

/** A GenericQuery without its results. */
interface EnvelopeHead {
  qid: string | null;
  query_id: string | null;
  type: string;
  params: Record<string, unknown>;
  status: QueryStatus;
  progress: number;
  base_time: number;
  owner_id: number;
  error: string | null;
  warnings: readonly (DamagedDay | Remark)[];
}

/** The record of a query as JSON text. The results are passed on as a worker wrote them. */
export function writeEnvelope(
  definition: Omit<Definition, "qid"> & { qid: string | null },
  { evaluation, run }: View,
  results: Uint8Array | undefined,
): Uint8Array<ArrayBuffer> {
  const head: EnvelopeHead = {
    qid: definition.qid,
    query_id: definition.qid,
    type: definition.askedType,
    params: definition.params,
    status: run.status,
    progress: run.progress,
    base_time: evaluation.question.baseTime,
    owner_id: definition.ownerId,
    error: run.error,
    warnings: [...evaluation.warnings, ...run.remarks],
  };
  return joinEnvelope(head, results ?? noResults);
}

/** The results without the question, for readers who may see no more. */
export function writeFound({ evaluation, run }: View): Uint8Array<ArrayBuffer> {
  const { status, error } = run;
  const warnings = [...evaluation.warnings, ...run.remarks];
  return joinEnvelope({ status, base_time: evaluation.question.baseTime, error, warnings }, run.results ?? noResults);
}

/** Answer to `validate_only`: the question as understood; nothing is stored. */
export function writeValidated(definition: Omit<Definition, "qid">, baseTime: number): Uint8Array<ArrayBuffer> {
  const head: EnvelopeHead = {
    qid: null,
    query_id: null,
    type: definition.askedType,
    params: definition.params,
    status: "PENDING",
    progress: 0,
    base_time: baseTime,
    owner_id: definition.ownerId,
    error: null,
    warnings: [],
  };
  return joinEnvelope(head, noResults);
}

const encoder = new TextEncoder();
const noResults = encoder.encode("null");

function joinEnvelope(head: Partial<EnvelopeHead>, results: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = JSON.stringify(head);
  const start = encoder.encode(`${text.slice(0, -1)},"results":`);
  const record = new Uint8Array(start.length + results.length + 1);
  record.set(start);
  record.set(results, start.length);
  record[record.length - 1] = "}".charCodeAt(0);
  return record;
}
