import { useEffect, useState } from "react";
import type { QueryRecord } from "../api/ask.ts";
import { type WidgetLook, watchWidget } from "./live-socket.ts";

export interface LiveWidget {
  record?: QueryRecord;
  error?: Error;
  /** The answer on show belongs to an earlier look; the new one is on its way. */
  isStale: boolean;
}

/** A widget's answer, kept up to date while `isWatched`; otherwise the last one. */
export function useLiveWidget(id: number, look: WidgetLook, isWatched: boolean): LiveWidget {
  const wanted = JSON.stringify(look);
  const [shown, setShown] = useState<{ look: string; record?: QueryRecord; error?: Error }>({ look: wanted });
  useEffect(() => {
    if (!isWatched) return undefined;
    return watchWidget(id, JSON.parse(wanted) as WidgetLook, {
      update: (record) => setShown({ look: wanted, record }),
      fail: (error) => setShown({ look: wanted, error }),
    });
  }, [id, wanted, isWatched]);
  return { record: shown.record, error: shown.error, isStale: shown.look !== wanted };
}
