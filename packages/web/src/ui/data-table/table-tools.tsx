import { Columns3, Rows3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Popover } from '../popover.tsx';
import type { TableLook } from './table-look.ts';

/** Which columns, and how close the rows stand. */
export const TableTools = <Row,>({ look }: { look: TableLook<Row> }) => {
  const { t } = useTranslation('console');
  return (
    <>
      <Popover
        align="end"
        className="button is-bare"
        label={
          <>
            <Columns3 size={14} aria-hidden="true" /> {t($ => $.table.columns)}
          </>
        }
      >
        {() => (
          <fieldset className="options">
            <legend className="only-read">{t($ => $.table.columns)}</legend>
            {look.all
              .filter(column => column.priority > 0)
              .map(({ key, title }) => (
                <label key={key}>
                  <input type="checkbox" checked={!look.isHidden(key)} onChange={() => look.toggle(key)} /> {title}
                </label>
              ))}
          </fieldset>
        )}
      </Popover>
      <button
        type="button"
        className="button is-bare"
        aria-pressed={look.dense}
        onClick={() => look.setDense(!look.dense)}
      >
        <Rows3 size={14} aria-hidden="true" /> {t($ => $.table.dense)}
      </button>
    </>
  );
};
