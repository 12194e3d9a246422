import { AppError } from "../../lib/errors.ts";
import type { ProtocolReader } from "./protocol-reader.ts";

/** A check of a whole body in steps; "pending": a further step will tell whether it is valid. */
export interface BodyCheck {
  step(): boolean | "pending";
}

/** Checks a body before its first event is read; what is invalid is refused as no `kind`. */
export function readChecked(check: BodyCheck, kind: string, open: () => ProtocolReader["next"]): ProtocolReader {
  let next: ProtocolReader["next"] | undefined;
  return {
    next() {
      if (next === undefined) {
        const isValid = check.step();
        if (isValid === "pending") return isValid;
        if (!isValid) throw new AppError("invalid", `The body is no ${kind}. Nothing was stored.`);
        next = open();
      }
      return next();
    },
  };
}
