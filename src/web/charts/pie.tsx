import { UnstyledButton } from "@mantine/core";
import classes from "./pie.module.css";
import { writeNumber } from "./write-number.ts";

export interface PiePart {
  name: string;
  count: number;
  color: string;
  /** Shows what the sector stands for; absent where it stands for several values. */
  onOpen?: () => void;
}

/** Shares of a whole as a ring, with the figures beside it. */
export function Pie({ parts }: { parts: readonly PiePart[] }) {
  const total = parts.reduce((sum, { count }) => sum + count, 0);
  let done = 0;
  return (
    <div className={classes.pie}>
      <svg viewBox="-1 -1 2 2" className={classes.ring} aria-hidden="true">
        {parts.map(({ name, count, color }) => {
          const [from, to] = [done / total, (done + count) / total];
          done += count;
          return <path key={name} d={slice(from, to)} fill={color} />;
        })}
        <text className={classes.total} textAnchor="middle" dominantBaseline="central">
          {writeNumber(total)}
        </text>
      </svg>
      <ul className={classes.legend}>
        {parts.map(({ name, count, color, onOpen }) => (
          <li key={name}>
            <UnstyledButton className={classes.part} onClick={onOpen} disabled={onOpen === undefined}>
              <i style={{ background: color }} />
              <span className={classes.name} title={name}>
                {name}
              </span>
              <span className={classes.share}>{((count / total) * 100).toFixed(1)} %</span>
              <b>{writeNumber(count)}</b>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Path of a ring's sector, radii 1 and 0.62, between two shares of the turn that begins at the top. */
function slice(from: number, to: number): string {
  // A whole turn ends where it begins, and would be nothing.
  const end = to - from >= 1 ? from + 0.99999 : to;
  const large = end - from > 0.5 ? 1 : 0;
  const at = (turn: number, radius: number) => {
    const angle = 2 * Math.PI * turn - Math.PI / 2;
    return `${(Math.cos(angle) * radius).toFixed(4)} ${(Math.sin(angle) * radius).toFixed(4)}`;
  };
  const outer = `M${at(from, 1)}A1 1 0 ${large} 1 ${at(end, 1)}`;
  return `${outer}L${at(end, 0.62)}A.62 .62 0 ${large} 0 ${at(from, 0.62)}z`;
}
