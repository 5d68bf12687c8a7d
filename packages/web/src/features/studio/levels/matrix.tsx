import { type Level as LevelWord, levels } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import type { Pair } from './use-back-tests.ts';

interface MatrixProps {
  readonly moves: readonly Pair[];
  readonly cell: Pick<Pair, 'from' | 'to'> | null;
  /** Null: no calls are listed. */
  readonly onCell: ((cell: Pick<Pair, 'from' | 'to'>) => void) | null;
}

const amount = (n: number): string => n.toLocaleString('en');

/** From what to what: rows are the rules of then, columns these. A cell that changes opens its calls. */
export const Matrix = ({ moves, cell, onCell }: MatrixProps) => {
  const { t } = useTranslation('learning');
  const count = (from: LevelWord, to: LevelWord) => moves.find(move => move.from === from && move.to === to)?.n ?? 0;
  const most = Math.max(1, ...moves.filter(({ from, to }) => from !== to).map(({ n }) => n));
  return (
    <table className="levels-matrix">
      <caption className="section-title">{t($ => $.back.matrix)}</caption>
      <thead>
        <tr>
          <th scope="col">
            {t($ => $.back.was)} → {t($ => $.back.becomes)}
          </th>
          {levels.map(to => (
            <th key={to} scope="col">
              {to}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {levels.map(from => (
          <tr key={from}>
            <th scope="row">{from}</th>
            {levels.map(to => {
              const n = count(from, to);
              const isShown = cell?.from === from && cell.to === to;
              return (
                <td key={to} className={from === to ? 'is-same' : undefined}>
                  {n === 0 || from === to || onCell === null ? (
                    <span>{n === 0 ? '' : amount(n)}</span>
                  ) : (
                    <button
                      type="button"
                      aria-pressed={isShown}
                      aria-label={t($ => $.back.cell, { from, to, n })}
                      style={{
                        backgroundColor: `color-mix(in srgb, var(--idle) ${Math.round((n / most) * 30)}%, var(--sheet))`,
                      }}
                      onClick={() => onCell({ from, to })}
                    >
                      {amount(n)}
                    </button>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
