import { useQuery } from "@tanstack/react-query";
import { send } from "../../../api/call.ts";
import { writeNumber } from "../../../charts/write-number.ts";
import { explain } from "../../../states/explain.ts";
import { LoadingState } from "../../../states/loading-state.tsx";
import { words } from "../../../words/words.ts";
import { type Format, reportsPath } from "../report-data.ts";
import { readCsv } from "./read-csv.ts";
import classes from "./reports-list.module.css";

/** Shows this much of a file and reads no more. */
const shownBytesMax = 64 * 1024;
const rowsMax = 100;

/** The beginning of a file that a browser can show. */
export function ReportPreview({ id, format }: { id: number; format: Format }) {
  const { reports, parts } = words;
  const isShown = format === "csv" || format === "json";
  const found = useQuery({
    queryKey: [reportsPath, id, "begin"],
    queryFn: ({ signal }) => readBegin(`${reportsPath}/${id}/file`, signal),
    enabled: isShown,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (format === "pdf") return <p className={classes.hint}>{reports.previewPdf}</p>;
  if (!isShown) return <p className={classes.hint}>{reports.previewNot(reports.formatNames[format])}</p>;
  if (found.error) {
    const { title, text } = explain(found.error);
    return <p className={classes.error}>{parts.refused(title, text)}</p>;
  }
  if (found.data === undefined) return <LoadingState lines={4} />;
  const { text, isCut } = found.data;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wide is scrolled by keys, too */}
      <section className={classes.preview} tabIndex={0} aria-label={reports.preview}>
        {format === "csv" ? <Rows text={text} /> : <pre className={classes.text}>{laidOut(text, isCut)}</pre>}
      </section>
      {isCut && <p className={classes.hint}>{reports.previewLong(writeNumber(shownBytesMax, "bytes"))}</p>}
    </>
  );
}

function Rows({ text }: { text: string }) {
  const [head = [], ...rows] = readCsv(text, rowsMax + 1);
  return (
    <table className={classes.table} aria-label={words.reports.previewTable}>
      <thead>
        <tr>
          {head.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is where it stands
            <th key={index} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows stand as they came
          <tr key={at}>
            {row.map((cell, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is where it stands
              <td key={index} title={cell}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

async function readBegin(path: string, signal: AbortSignal): Promise<{ text: string; isCut: boolean }> {
  const response = await send("GET", path, { signal });
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  while (bytes < shownBytesMax) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), isCut: false };
    bytes += value.length;
    text += decoder.decode(value.subarray(0, value.length - Math.max(0, bytes - shownBytesMax)), { stream: true });
  }
  const { done } = await reader.read();
  await reader.cancel();
  return { text, isCut: !done };
}

/** A whole JSON document with a value on each line; of a cut one what there is. */
function laidOut(text: string, isCut: boolean): string {
  if (isCut) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
