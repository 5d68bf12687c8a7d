import { Layers } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Popover } from '../../ui/popover.tsx';
import { BatchList, usualSize } from '../../work/batch-list.tsx';
import { useBatches } from '../../work/use-batches.ts';
import './batches.css';

/** Own batch tasks of today: a button with how many run, and the list under it. */
export const BatchTool = () => {
  const { t } = useTranslation('messages');
  const { data } = useBatches({ page: 1, limit: usualSize });
  const running = data?.list.filter(batch => batch.state === 0).length ?? 0;
  return (
    <Popover
      align="end"
      className="button batches-button"
      name={running > 0 ? t($ => $.batches.running, { n: running }) : t($ => $.batches.title)}
      label={
        <>
          <Layers size={14} aria-hidden="true" /> <span>{t($ => $.batches.title)}</span>
          {running > 0 && <b>{running}</b>}
        </>
      }
    >
      {() => (
        <section className="batches">
          <BatchList />
        </section>
      )}
    </Popover>
  );
};
