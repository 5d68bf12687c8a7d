import type { endpoints, OutputOf } from '@lianxian/contract';
import { PenLine, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useReadsCalls } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';

interface EndedFooterProps {
  /** null while it is being filed, and to who may not read calls. */
  readonly record: OutputOf<typeof endpoints.call.detail> | null;
  readonly placing: Placing | undefined;
  readonly onFiled: () => void;
}

/** What may be done where calls are placed. */
export interface Placing {
  readonly onNew: () => void;
  /** The same call once more; null when it was not placed here. */
  readonly onAgain: (() => void) | null;
  /** Opens the line it went over; null when there is nothing to change. */
  readonly onLine: (() => void) | null;
}

/** These ends lie with the line: changing it may help. */
const ofTheLine: readonly unknown[] = ['lineFault', 'unreachable', 'limited'];

/** What one may do after the call: try the same again, change the line, call anew, see the record. */
export const EndedFooter = ({ record, placing, onFiled }: EndedFooterProps) => {
  const { t } = useTranslation('shell');
  const readsCalls = useReadsCalls();
  const failed = record !== null && record.state !== 'answered';
  return (
    <>
      {failed && placing?.onLine && ofTheLine.includes(record.state) && (
        <Button icon={<PenLine size={14} aria-hidden="true" />} onClick={placing.onLine}>
          {t($ => $.testCall.changeLine)}
        </Button>
      )}
      {failed && placing?.onAgain ? (
        <Button icon={<RotateCcw size={14} aria-hidden="true" />} onClick={placing.onAgain}>
          {t($ => $.error.again)}
        </Button>
      ) : (
        placing && (
          <Button icon={<RotateCcw size={14} aria-hidden="true" />} onClick={placing.onNew}>
            {t($ => $.testCall.again)}
          </Button>
        )
      )}
      {record ? (
        <Button kind="primary" onClick={onFiled}>
          {t($ => $.testCall.record)}
        </Button>
      ) : (
        readsCalls && <span className="hint">{t($ => $.testCall.filing)}</span>
      )}
    </>
  );
};
