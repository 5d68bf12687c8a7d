import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeptLadder } from '../../line/ladder/lazy-ladder.tsx';

/** SIP of a call whose messages were kept, folded away until one looks. */
export const RecordLadder = ({ id, kept }: { id: string; kept: boolean }) => {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);
  if (!kept) return null;
  return (
    <section className="call-record-ladder">
      <button type="button" className="link" aria-expanded={open} onClick={() => setOpen(!open)}>
        {open ? t($ => $.record.hideLadder) : t($ => $.record.ladder)}
      </button>
      {open && (
        <Suspense>
          <KeptLadder id={id} />
        </Suspense>
      )}
    </section>
  );
};
