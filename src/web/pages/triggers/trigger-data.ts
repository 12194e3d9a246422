import { useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import type { Absences, preview, TestAnswer, Trigger, TriggerActs } from "../../../api/triggers/schema.ts";
import { call } from "../../api/call.ts";
import { areAtOdds, changedFields } from "../../api/changed-fields.ts";
import { queryClient } from "../../api/query-client.ts";
import { ChangedMeanwhile } from "../../layout/overwrite-dialog.tsx";

export const triggersPath = "/api/triggers";

/** The fields that the editor changes; the service keeps all others. */
export type TriggerDraft = Pick<
  Trigger,
  | "name"
  | "is_active"
  | "filter"
  | "threshold"
  | "is_new_pattern"
  | "learning_time"
  | "absence"
  | "quiet_hours"
  | "maintenance"
  | "order"
  | "stop_flag"
  | "mark_known"
  | "mark_actionable"
  | "add_note"
  | "notify"
  | "send_email"
  | "send_webhook"
  | "create_task"
  | "min_interval"
>;

export type SetDraft = (changes: Partial<TriggerDraft>) => void;

export const emptyDraft: TriggerDraft = {
  name: "",
  is_active: true,
  filter: [],
  threshold: null,
  is_new_pattern: false,
  learning_time: 0,
  absence: null,
  quiet_hours: [],
  maintenance: [],
  order: 0,
  stop_flag: false,
  mark_known: false,
  mark_actionable: false,
  add_note: "",
  notify: [],
  send_email: null,
  send_webhook: null,
  create_task: null,
  min_interval: 60,
};

export function draftOf(trigger: Trigger): TriggerDraft {
  return Object.fromEntries(
    Object.keys(emptyDraft).map((name) => [name, trigger[name as keyof TriggerDraft]]),
  ) as unknown as TriggerDraft;
}

export function useTrigger(id: number | undefined) {
  return useQuery({
    queryKey: [triggersPath, id],
    queryFn: ({ signal }) => call<Trigger>("GET", `${triggersPath}/${id}`, { signal }),
    enabled: id !== undefined,
    staleTime: 0,
  });
}

export function refreshTriggers(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: [triggersPath] });
}

/** What was sent and what is stored now. */
export interface SavedTrigger {
  sent: TriggerDraft;
  trigger: Trigger;
}

/**
 * Changes the fields in which the draft differs from what it began with: fields the reader may not see, such as the
 * address of another's webhook, must not be sent in part. Throws `ChangedMeanwhile` when somebody else has changed one
 * of them, unless it may be overwritten.
 */
export async function changeTrigger(
  id: number,
  draft: TriggerDraft,
  base: TriggerDraft,
  overwrites: boolean,
): Promise<Trigger> {
  const path = `${triggersPath}/${id}`;
  const changes = changedFields(draft, base);
  if (!overwrites) {
    const theirs = changedFields(draftOf(await call<Trigger>("GET", path)), base);
    if (areAtOdds(changes, theirs)) throw new ChangedMeanwhile();
  }
  return call<Trigger>("PATCH", path, { body: changes });
}

export type Preview = z.output<typeof preview>;

/** Events it would have fired on. */
export function usePreview(draft: TriggerDraft, preset: string) {
  const { filter, threshold, is_new_pattern, absence } = draft;
  const body = { filter, threshold, is_new_pattern, absence, time_range: { preset } };
  return useQuery({
    queryKey: ["trigger-preview", body],
    queryFn: ({ signal }) => call<Preview>("POST", `${triggersPath}/preview`, { body, signal }),
    placeholderData: (previous) => previous,
    staleTime: 10_000,
  });
}

/** Runs the actions of a trigger once. An unchanged one is tested as stored: only the service knows its address. */
export function testTrigger(draft: TriggerDraft, stored: Trigger | undefined): Promise<TestAnswer> {
  const changes = stored && changedFields(draft, draftOf(stored));
  const isStored = changes !== undefined && !("send_webhook" in changes) && !("send_email" in changes);
  if (isStored) return call<TestAnswer>("POST", `${triggersPath}/${stored!.id}/test`);
  const { name, send_email, send_webhook } = draft;
  return call<TestAnswer>("POST", `${triggersPath}/test`, {
    body: { name: name.trim() || "trigger", send_email, send_webhook },
  });
}

export function useAbsences(trigger: Trigger) {
  return useQuery({
    queryKey: [triggersPath, trigger.id, "absences"],
    queryFn: ({ signal }) => call<Absences>("GET", `${triggersPath}/${trigger.id}/absences`, { signal }),
    enabled: trigger.absence !== null,
  });
}

/** When it acted lately; followed while something of it is on its way. */
export function useActs({ id }: Trigger) {
  return useQuery({
    queryKey: [triggersPath, id, "acts"],
    queryFn: async ({ signal }) => (await call<TriggerActs>("GET", `${triggersPath}/${id}/acts`, { signal })).objects,
    staleTime: 0,
    refetchInterval: ({ state: { data = [] } }) =>
      data.some(({ outcomes }) => outcomes.some(({ state }) => state === "owed")) ? owedLookMs : false,
  });
}

const owedLookMs = 2_000;
