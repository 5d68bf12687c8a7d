import { isAddressTitle, readListed } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { keptPick, type Picks, type Preview, variablePick } from './columns.ts';

interface SheetPreviewProps {
  readonly preview: Preview;
  readonly picks: Picks;
  readonly onPick: (index: number, pick: string) => void;
}

type Column = Preview['columns'][number];

/** What of the column speaks for what it is picked for. */
const useLooksLike = ({ filled, mobiles, dates, names }: Column, pick: string): string | null => {
  const { t } = useTranslation('tasks');
  const of = filled;
  if (pick === 'name') return t($ => $.numbers.names, { n: names, of });
  if (mobiles > 0) return t($ => $.numbers.mobiles, { n: mobiles, of });
  return dates > 0 ? t($ => $.numbers.dates, { n: dates, of }) : null;
};

const ColumnPick = ({
  column,
  preview,
  pick,
  onPick,
}: Pick<SheetPreviewProps, 'preview'> & {
  readonly column: Column;
  readonly pick: string;
  readonly onPick: (pick: string) => void;
}) => {
  const { t } = useTranslation('tasks');
  const { index, title, kept } = column;
  const looksLike = useLooksLike(column, pick);
  return (
    <>
      <select
        className="plain-select"
        aria-label={`${t($ => $.numbers.column, { n: index + 1 })} ${title}`}
        value={pick}
        onChange={event => onPick(event.target.value)}
      >
        <option value="">{t($ => $.numbers.unused)}</option>
        <option value="phone">{t($ => $.numbers.phone)}</option>
        <option value="further">{t($ => $.numbers.further)}</option>
        <option value="name">{t($ => $.numbers.personName)}</option>
        {preview.variables
          // The name of the person fills these by itself, so it is offered once.
          .filter(({ name, label }) => pick === variablePick(name) || !(isAddressTitle(label) || isAddressTitle(name)))
          .map(({ name, label }) => (
            <option key={name} value={variablePick(name)}>
              {label || name}
            </option>
          ))}
        <option value={keptPick(kept)}>{t($ => $.numbers.keep, { title: kept })}</option>
      </select>
      {title !== '' && (
        <span className="hint" title={title}>
          {title}
        </span>
      )}
      {looksLike && <span className="hint">{looksLike}</span>}
    </>
  );
};

/** The second number of a cell, which is kept beside the one that is dialled. */
const Spare = ({ cell }: { readonly cell: string }) => {
  const { t } = useTranslation('tasks');
  const read = readListed(cell);
  return read.ok && read.spare !== null ? (
    <span className="hint">{t($ => $.numbers.spare, { phone: read.spare })}</span>
  ) : null;
};

/** The beginning of the sheet; above each column what it is for, and what speaks for it. */
export const SheetPreview = ({ preview, picks, onPick }: SheetPreviewProps) => {
  const { t } = useTranslation('tasks');
  const body = [...(preview.header ? preview.rows.slice(1) : preview.rows).entries()];
  return (
    <section className="editor-sheet-preview" aria-label={t($ => $.numbers.preview)}>
      <table>
        <thead>
          <tr>
            {preview.columns.map(column => (
              <th key={column.index} className={picks[column.index] ? 'is-used' : undefined}>
                <ColumnPick
                  column={column}
                  preview={preview}
                  pick={picks[column.index] ?? ''}
                  onPick={pick => onPick(column.index, pick)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map(([at, row]) => (
            <tr key={at}>
              {preview.columns.map(({ index }) => (
                <td key={index} className={picks[index] ? 'is-used' : undefined}>
                  {row[index] ?? ''}
                  {picks[index] === 'phone' && <Spare cell={row[index] ?? ''} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
