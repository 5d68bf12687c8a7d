import type { CallOf, endpoints } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import type { Preview } from './columns.ts';
import '../../../ui/plain-select.css';

/** How the sheet is read, where somebody says so; what is not here is found out. */
export interface HowRead {
  readonly encoding?: Encoding | undefined;
  /** Of a workbook. */
  readonly sheet?: number | undefined;
  /** The row in which the titles stand; 0: nowhere. */
  readonly titles?: number | undefined;
  /** Columns are guessed, whatever they were for before. */
  readonly anew?: '1' | undefined;
}
type Encoding = NonNullable<CallOf<typeof endpoints.task.preview>['encoding']>;

interface SheetToolsProps {
  readonly preview: Preview;
  readonly isFile: boolean;
  readonly how: HowRead;
  readonly onChange: (part: HowRead) => void;
}

const encodings: readonly Encoding[] = ['utf-8', 'gb18030', 'big5', 'utf-16le'];
/** As far down as titles are sought. */
const titleRows = Array.from({ length: 10 }, (_, at) => at + 1);

/** In which row the titles stand, which sheet of a workbook, which encoding. */
export const SheetTools = ({ preview, isFile, how, onChange }: SheetToolsProps) => {
  const { t } = useTranslation('tasks');
  const { header, skipped, kind, sheets, encoding } = preview;
  return (
    <>
      <label>
        {t($ => $.numbers.titles)}
        <select
          className="plain-select"
          value={header ? skipped + 1 : 0}
          onChange={event => onChange({ titles: Number(event.target.value) })}
        >
          <option value={0}>{t($ => $.numbers.noTitles)}</option>
          {titleRows.map(n => (
            <option key={n} value={n}>
              {t($ => $.numbers.titlesIn, { n })}
            </option>
          ))}
        </select>
      </label>
      {skipped > 0 && <span className="hint">{t($ => $.numbers.skipped, { n: skipped })}</span>}
      {kind === 'text' && isFile && (
        <label title={t($ => $.numbers.encodingHint)}>
          {t($ => $.numbers.encoding)}
          <select
            className="plain-select"
            value={how.encoding ?? ''}
            onChange={event => onChange({ encoding: (event.target.value || undefined) as Encoding | undefined })}
          >
            <option value="">
              {t($ => $.numbers.encodingAuto)}
              {encoding && !how.encoding ? ` · ${encoding.toUpperCase()}` : ''}
            </option>
            {encodings.map(each => (
              <option key={each} value={each}>
                {each.toUpperCase()}
              </option>
            ))}
          </select>
        </label>
      )}
      {sheets.length > 1 && (
        <label>
          {t($ => $.numbers.sheet)}
          <select
            className="plain-select"
            value={how.sheet ?? 0}
            onChange={event => onChange({ sheet: Number(event.target.value), titles: undefined })}
          >
            {sheets.map((name, at) => (
              <option key={name} value={at}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
};
