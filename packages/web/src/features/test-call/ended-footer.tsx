import type { endpoints, OutputOf } from '@lianxian/contract';
import { PenLine, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useReadsCalls } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';

interface EndedFooterProps {
  /** null while it is being filed, and to who may not read calls. */
  readonly record: OutputOf<typeof endpoints.call.detail> | null;
  readonly onNew: () => void;
  readonly onAgain: (() => void) | null;
  readonly onLine: (() => void) | null;
  readonly onFiled: () => void;
}

/** These ends lie with the line: changing it may help. */
const ofTheLine: readonly unknown[] = ['lineFault', 'unreachable', 'limited'];

/** What one may do after the call: try the same again, change the line, call anew, see the record. */
export const EndedFooter = ({ record, onNew, onAgain, onLine, onFiled }: EndedFooterProps) => {
  const { t } = useTranslation('shell');
  const readsCalls = useReadsCalls();
  const failed = record !== null && record.state !== 'answered';
  return (
    <>
      {failed && onLine && ofTheLine.includes(record.state) && (
        <Button icon={<PenLine size={14} aria-hidden="true" />} onClick={onLine}>
          {t($ => $.testCall.changeLine)}
        </Button>
      )}
      {failed && onAgain ? (
        <Button icon={<RotateCcw size={14} aria-hidden="true" />} onClick={onAgain}>
          {t($ => $.error.again)}
        </Button>
      ) : (
        <Button icon={<RotateCcw size={14} aria-hidden="true" />} onClick={onNew}>
          {t($ => $.testCall.again)}
        </Button>
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
