import { Check, CircleMinus, Download, LoaderCircle, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { count } from './format.ts';
import './batch-line.css';
import './parts.css';

interface BatchLineProps {
  readonly batch: {
    readonly title: string;
    /** 0 in progress, 1 done, 2 failed, 3 cancelled. */
    readonly state: 0 | 1 | 2 | 3;
    /** 0 import, 1 export, 2 delete. */
    readonly type: 0 | 1 | 2;
    readonly remark: string;
    readonly fileId: string | null;
    readonly done: number;
    readonly of: number | null;
  };
  /** When it began, where that matters. */
  readonly since?: string;
  readonly onCancel: () => void;
  readonly onDownload: (fileId: string) => void;
}

const looks = [
  { word: 'running', family: 'warn', Icon: LoaderCircle },
  { word: 'done', family: 'ok', Icon: Check },
  { word: 'failed', family: 'bad', Icon: TriangleAlert },
  { word: 'cancelled', family: 'idle', Icon: CircleMinus },
] as const;

/** A batch task in a few lines: what, how far, and what one can do with it now. */
export const BatchLine = ({ batch, since, onCancel, onDownload }: BatchLineProps) => {
  const { t } = useTranslation('shell');
  const { word, family, Icon } = looks[batch.state];
  const { fileId } = batch;
  const running = batch.state === 0;
  const rows = batch.of === null ? count(batch.done) : `${count(batch.done)} / ${count(batch.of)}`;
  return (
    <div className="batch-line">
      <p className="batch-line-head row gap-10">
        <strong title={batch.title}>{batch.title}</strong>
        <span className={`state is-${family}`}>
          <Icon size={14} aria-hidden="true" /> {t($ => $.batch[word])}
        </span>
      </p>
      {running && (
        <progress
          aria-label={batch.title}
          max={batch.of ?? undefined}
          value={batch.of === null ? undefined : batch.done}
        />
      )}
      <p className="batch-line-foot row gap-10">
        <span className="batch-line-rows">{t($ => $.batch.rows, { n: rows })}</span>
        {since && <span className="key">{since}</span>}
        {running && (
          <button type="button" onClick={onCancel}>
            {t($ => $.batch.cancel)}
          </button>
        )}
        {fileId && (
          <button type="button" onClick={() => onDownload(fileId)}>
            <Download size={13} aria-hidden="true" />
            {batch.type === 0 ? t($ => $.batch.refused) : t($ => $.batch.download)}
          </button>
        )}
      </p>
      {batch.remark && <p className="batch-line-remark">{batch.remark}</p>}
    </div>
  );
};
