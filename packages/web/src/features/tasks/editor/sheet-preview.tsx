import { useTranslation } from 'react-i18next';
import { type Picks, type Preview, variablePick } from './columns.ts';
import type { Plan } from './draft.ts';

interface SheetPreviewProps {
  readonly preview: Preview;
  readonly variables: Plan['variables'];
  readonly picks: Picks;
  readonly header: boolean;
  readonly onPick: (index: number, pick: string) => void;
}

/** The beginning of the sheet; above each column what it is for. */
export const SheetPreview = ({ preview, variables, picks, header, onPick }: SheetPreviewProps) => {
  const { t } = useTranslation('tasks');
  const body = [...(header ? preview.rows.slice(1) : preview.rows).entries()];
  return (
    <section className="editor-sheet-preview" aria-label={t($ => $.numbers.preview)}>
      <table>
        <thead>
          <tr>
            {preview.columns.map(({ index, title }) => (
              <th key={index} className={picks[index] ? 'is-used' : undefined}>
                <select
                  className="plain-select"
                  aria-label={`${t($ => $.numbers.column, { n: index + 1 })} ${header ? title : ''}`}
                  value={picks[index] ?? ''}
                  onChange={event => onPick(index, event.target.value)}
                >
                  <option value="">{t($ => $.numbers.unused)}</option>
                  <option value="phone">{t($ => $.numbers.phone)}</option>
                  <option value="name">{t($ => $.numbers.personName)}</option>
                  {variables.map(({ name, label }) => (
                    <option key={name} value={variablePick(name)}>
                      {label || name}
                    </option>
                  ))}
                </select>
                {header && (
                  <span className="hint" title={title}>
                    {title}
                  </span>
                )}
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
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
