import { ChevronDown, ChevronUp, Columns3, Rows3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Popover } from '../popover.tsx';
import { isMovable } from './columns.ts';
import { SavedViews } from './saved-views.tsx';
import type { TableLook } from './table-look.ts';

/** Which columns, in which order. */
export const Columns = <Row,>({ look }: { look: TableLook<Row> }) => {
  const { t } = useTranslation('parts');
  const movable = look.all.filter(isMovable);
  return (
    <fieldset className="options table-columns">
      <legend className="only-read">{t($ => $.table.columns)}</legend>
      {movable.map(({ key, title, priority }, at) => (
        <div key={key} className="option-row row">
          <label>
            <input
              type="checkbox"
              checked={priority === 0 || !look.isHidden(key)}
              disabled={priority === 0}
              onChange={() => look.toggle(key)}
            />{' '}
            {title}
          </label>
          <button
            type="button"
            className="icon-button"
            aria-label={t($ => $.table.up, { name: title })}
            disabled={at === 0}
            onClick={() => look.move(key, -1)}
          >
            <ChevronUp size={14} aria-hidden="true" />
          </button>
          <button
            type="button"
            className="icon-button"
            aria-label={t($ => $.table.down, { name: title })}
            disabled={at === movable.length - 1}
            onClick={() => look.move(key, 1)}
          >
            <ChevronDown size={14} aria-hidden="true" />
          </button>
        </div>
      ))}
      <button type="button" className="link" disabled={look.isUsual} onClick={look.reset}>
        {t($ => $.table.reset)}
      </button>
    </fieldset>
  );
};

/** Saved views, which columns in which order, and how close the rows stand. */
export const TableTools = <Row,>({ look }: { look: TableLook<Row> }) => {
  const { t } = useTranslation('parts');
  return (
    <>
      <SavedViews settings={look.settings} />
      <Popover
        align="end"
        className="button is-bare"
        label={
          <>
            <Columns3 size={14} aria-hidden="true" /> {t($ => $.table.columns)}
          </>
        }
      >
        {() => <Columns look={look} />}
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
