import type { System } from "../../../../api/system/schema.ts";
import { writeNumber } from "../../../charts/write-number.ts";
import { words } from "../../../words/words.ts";
import { Part } from "./part.tsx";
import classes from "./system.module.css";

/** Causes that left an event stored. Twin: the ledger of src/eventstore. */
const storedCauses = new Set(["cut", "out_of_time", "without_time", "rule_overwrote"]);

/** Events that were lost or changed on their way in, by cause. */
export function LedgerPart({ system: found }: { system: System }) {
  const { system } = words;
  const causes = Object.entries(found.loss).filter(([, count]) => count > 0);
  const refused = Object.entries(found.uncounted).filter(([, { deliveries }]) => deliveries > 0);
  return (
    <Part title={system.ledger}>
      {(found.lost > 0 || refused.length === 0) && (
        <p className={classes.calm}>
          {found.lost === 0 ? system.ledgerNone : system.ledgerSome(found.lost, found.received)}
        </p>
      )}
      {causes.length > 0 && (
        <table className={classes.table}>
          <tbody>
            {causes.map(([cause, count]) => (
              <tr key={cause}>
                <th scope="row">
                  {system.causes[cause] ?? cause}
                  {storedCauses.has(cause) && <span className={classes.faint}>{system.isStored}</span>}
                </th>
                <td data-bad={!storedCauses.has(cause)}>{writeNumber(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {refused.length > 0 && (
        <>
          <p className={classes.calm}>{system.uncounted}</p>
          <table className={classes.table}>
            <tbody>
              {refused.map(([cause, { deliveries, bytes }]) => (
                <tr key={cause}>
                  <th scope="row">{system.causes[cause] ?? cause}</th>
                  <td>{system.refusedDeliveries(deliveries, bytes === 0 ? "" : writeNumber(bytes, "bytes"))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Part>
  );
}

/** The senders of the most events since the first start. */
export function SendersPart({ system: { noisiest: senders } }: { system: System }) {
  const { system } = words;
  const noisiest = senders.filter(({ received }) => received > 0);
  return (
    <Part title={system.senders}>
      {noisiest.length === 0 && <p className={classes.calm}>{system.noSender}</p>}
      {noisiest.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wide is scrolled by keys, too
        <div className={classes.wide} tabIndex={0} role="region" aria-label={system.senders}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{system.source}</th>
                <th scope="col">{system.protocol}</th>
                <th scope="col">{system.token}</th>
                <th scope="col">{system.received}</th>
                <th scope="col">{system.lostShort}</th>
              </tr>
            </thead>
            <tbody>
              {noisiest.map(({ source, protocol, token, received, lost }) => (
                <tr key={`${protocol} ${source} ${token}`}>
                  <td>{source || "–"}</td>
                  <td>{protocol}</td>
                  <td>{token === null ? "–" : <code>{token}</code>}</td>
                  <td>{writeNumber(received)}</td>
                  <td data-bad={lost > 0}>{writeNumber(lost)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Part>
  );
}
