import { words } from "../words/words.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";

/** Somebody else saved what is being edited. */
export class ChangedMeanwhile extends Error {
  override readonly name = "ChangedMeanwhile";
}

interface OverwriteDialogProps {
  /** Saves what the reader has; `true`: also where somebody else saved something. */
  save: { error: Error | null; mutateAsync: (overwrites: boolean) => Promise<unknown>; reset: () => void };
  title: string;
  text: string;
}

/** Asks before what somebody else saved meanwhile is replaced: a save that failed with `ChangedMeanwhile`. */
export function OverwriteDialog({ save, title, text }: OverwriteDialogProps) {
  if (!(save.error instanceof ChangedMeanwhile)) return null;
  return (
    <ConfirmDialog
      title={title}
      text={
        <>
          {text}{" "}
          <a href={window.location.href} target="_blank" rel="noopener">
            {words.parts.seeTheirs}
          </a>
        </>
      }
      does={words.parts.overwrite}
      run={() => save.mutateAsync(true)}
      onClose={save.reset}
    />
  );
}
