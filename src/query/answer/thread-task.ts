import type { HelpTask } from "../execution/task.ts";
import type { EventTask } from "./answer-event.ts";
import type { TagsTask } from "./answer-tags.ts";
import type { TailTask } from "./answer-tail.ts";
import type { EncodedTask } from "./encode-answer.ts";
import type { PatternsTask } from "./list-patterns.ts";
import type { LocateTask } from "./locate-values.ts";
import type { PreviewTask } from "./preview-trigger.ts";
import type { RehearsalTask } from "./rehearse.ts";

/** Tasks of `workers/query.ts`, told apart by their kind. Plain data: it crosses threads. */
export type ThreadTask =
  | ({ kind: "query" } & EncodedTask)
  | ({ kind: "help" } & HelpTask)
  | ({ kind: "event" } & EventTask)
  | ({ kind: "tags" } & TagsTask)
  | ({ kind: "patterns" } & PatternsTask)
  | ({ kind: "preview" } & PreviewTask)
  | ({ kind: "tail" } & TailTask)
  | ({ kind: "locate" } & LocateTask)
  | ({ kind: "rehearse" } & RehearsalTask);
