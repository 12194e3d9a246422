import type * as z from "zod";

/** One setting. Every source gives text; the schema reads it. */
export interface Setting<Schema extends z.ZodType = z.ZodType> {
  /** Name in the environment. */
  env: string;
  /** Name on the command line and in the settings file, without dashes in front. */
  flag: string;
  /** Placeholder for the value in the help; absent for a switch without a value. */
  hint?: string;
  default: z.output<Schema>;
  /** Not offered on the command line, where every process of the machine could read it. */
  secret?: true;
  /** The settings file gives it as an object; elsewhere it is JSON text. */
  structured?: true;
  meaning: string;
  schema: Schema;
}

export const setting = <Schema extends z.ZodType>(definition: Setting<Schema>) => definition;
