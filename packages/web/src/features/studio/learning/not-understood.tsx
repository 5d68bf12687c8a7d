import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorPanel, ScopeNote, Skeleton } from '../../../ui/panels.tsx';
import { Classify } from './classify.tsx';
import { MissedDialog } from './missed-dialog.tsx';
import { type Group, useMissed } from './use-missed.ts';
import './learning.css';

const groupsShown = 6;

/** Left bottom in heat mode: the sentences nobody understood that came most, each with its way into the plan (06b). */
export const NotUnderstood = ({ planId }: { planId: string }) => {
  const { t } = useTranslation('learning');
  const [sorted, setSorted] = useState<Group | null>(null);
  const [whole, setWhole] = useState(false);
  const missed = useMissed(planId);
  const groups = missed.data?.list.filter(({ understoodAs }) => understoodAs === null) ?? [];
  return (
    <section className="learning-missed-part">
      <h2>{t($ => $.missed.title)}</h2>
      {missed.isError && !missed.data && (
        <ErrorPanel title={t($ => $.missed.failed)} error={missed.error} onAgain={() => void missed.refetch()} />
      )}
      {!missed.data && !missed.isError && <Skeleton rows={4} height={28} />}
      {missed.data && groups.length === 0 && (
        <div className="learning-missed-none">
          <p>{t($ => $.missed.none)}</p>
          <ScopeNote />
        </div>
      )}
      <ul>
        {groups.slice(0, groupsShown).map(group => (
          <li key={group.text}>
            <span title={group.text}>“{group.text}”</span>
            <small className="hint">{group.n}</small>
            <button
              type="button"
              className="link"
              aria-label={t($ => $.missed.dialog, { text: group.text })}
              onClick={() => setSorted(group)}
            >
              {t($ => $.missed.sort)}
            </button>
          </li>
        ))}
      </ul>
      {missed.data && (
        <button type="button" className="link" onClick={() => setWhole(true)}>
          {missed.data.lines > 0 ? t($ => $.missed.all, { count: missed.data.lines }) : t($ => $.missed.suspects)}
        </button>
      )}
      {whole && <MissedDialog planId={planId} onClose={() => setWhole(false)} />}
      {sorted && <Classify planId={planId} group={sorted} onClose={() => setSorted(null)} />}
    </section>
  );
};
