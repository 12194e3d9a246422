import * as z from "zod";
import { listParameters, listSchema } from "../../http/pagination.ts";
import { asyncTask } from "../../runs/async-task.ts";

export const asyncTaskList = listSchema(asyncTask);

export const asyncTaskQuery = z.object(
  listParameters(["created_at", "started_at", "finished_at", "name", "status"], "-created_at"),
);
export type AsyncTaskQuery = z.output<typeof asyncTaskQuery>;

/** Upper or lower case, as RFC 9562 allows. */
export const asyncTaskInPath = z.object({
  id: z
    .string()
    .regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
    .transform((id) => id.toLowerCase())
    .meta({ description: "The id of the run.", examples: ["01890a5d-ac96-774b-bcce-b302099a8057"] }),
});
