import { Link } from 'react-router';
import { byKeys } from '../by-keys.ts';
import './chart.css';

interface Cell {
  readonly text: string;
  /** All of it in words, for who points at it or hears it. */
  readonly says: string;
  /** 0…1: how dark it is. */
  readonly part: number;
  /** It stands out. */
  readonly isSure?: boolean;
  readonly to?: string | null;
}

interface TintedTableProps {
  readonly label: string;
  /** Heads the column of rows. */
  readonly of: string;
  readonly columns: readonly string[];
  readonly rows: readonly { readonly name: string; readonly cells: readonly (Cell | null)[] }[];
}

/** As dark as letters on it can still be read. */
const darkest = 33;
const tintOf = (part: number): string => `color-mix(in srgb, var(--ink1) ${Math.round(part * darkest)}%, var(--sheet))`;

/** Two things against each other: a table whose cells are the darker the more is in them, each with its figure. */
export const TintedTable = ({ label, of, columns, rows }: TintedTableProps) => (
  <section className="chart-table is-tinted" aria-label={label} {...byKeys}>
    <table aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{of}</th>
          {columns.map(name => (
            <th key={name} scope="col" className="cut" title={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, cells }) => (
          <tr key={name}>
            <th scope="row" className="cut" title={name}>
              {name}
            </th>
            {cells.map((cell, at) => (
              <td
                key={columns[at]}
                className={cell?.isSure ? 'bold' : undefined}
                style={cell ? { background: tintOf(cell.part) } : undefined}
                title={cell?.says}
              >
                {cell?.to ? (
                  <Link to={cell.to} aria-label={cell.says}>
                    {cell.text}
                  </Link>
                ) : (
                  cell?.text
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
