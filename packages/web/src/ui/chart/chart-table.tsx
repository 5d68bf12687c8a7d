import { Link } from 'react-router';
import { byKeys } from '../by-keys.ts';
import type { ChartShape } from './chart-shape.ts';
import './chart.css';

/** Where a mark, or one figure of it, leads to; null: nowhere. */
export type HrefOf = (at: number, key?: string) => string | null;

interface ChartTableProps {
  readonly label: string;
  /** Heads the column of the marks. */
  readonly of: string;
  readonly shape: ChartShape;
  readonly hrefOf?: HrefOf | undefined;
}

const Way = ({ to, name, text }: { to: string | null | undefined; name?: string; text: string }) =>
  to ? (
    <Link className="link" to={to} aria-label={name}>
      {text}
    </Link>
  ) : (
    text
  );

/** What a chart shows, as figures one can read out, copy and follow. */
export const ChartTable = ({ label, of, shape, hrefOf }: ChartTableProps) => (
  <section className="chart-table" aria-label={label} {...byKeys}>
    <table aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{of}</th>
          {shape.series.map(({ key, name }) => (
            <th key={key} scope="col" className="right">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shape.marks.map((mark, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two tasks may have one name
          <tr key={at}>
            <th scope="row" className="cut" title={mark}>
              <Way to={hrefOf?.(at)} text={mark} />
            </th>
            {shape.series.map(({ key, name, values, past }) => {
              const value = values[at] ?? null;
              const text = value === null ? '—' : shape.say(value);
              return (
                <td key={key} className="right">
                  <Way to={past || !value ? null : hrefOf?.(at, key)} name={`${mark} ${name} ${text}`} text={text} />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
