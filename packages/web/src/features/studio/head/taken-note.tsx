import { planEndpoints } from '@lianxian/contract';
import { type Difference, differenceOf } from '@lianxian/core';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { listed } from '../../../text/said.ts';
import { toast } from '../../../ui/toast.ts';
import { draftServer } from '../draft/draft-server.ts';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';

/** Names shown of one kind of difference. */
const mostNames = 12;
const namesOf = (names: readonly string[]) =>
  listed([...names.slice(0, mostNames), ...(names.length > mostNames ? ['…'] : [])]);

const DifferenceList = ({ difference }: { difference: Difference }) => {
  const { t } = useTranslation('versions');
  const { added, removed, changed, rest } = difference;
  const lines = [
    added.length > 0 && t($ => $.taken.added, { names: namesOf(added) }),
    removed.length > 0 && t($ => $.taken.removed, { names: namesOf(removed) }),
    changed.length > 0 && t($ => $.taken.changed, { names: namesOf(changed) }),
    rest && t($ => $.taken.others),
  ].filter(line => line !== false);
  return (
    <ul>
      {(lines.length > 0 ? lines : [t($ => $.taken.same)]).map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
};

/** Somebody else saved first: nothing is lost on either side until one has chosen. */
export const TakenNote = ({ onOpen }: { onOpen: (planId: string) => void }) => {
  const { t } = useTranslation('versions');
  const store = useDraftStore();
  const saved = useDraft(draft => draft.savedState);
  const [difference, setDifference] = useState<Difference | null>(null);
  const [busy, setBusy] = useState(false);
  if (saved.state !== 'taken') return null;
  const doing = async (act: () => Promise<void>) => {
    setBusy(true);
    try {
      await act();
    } catch {
      toast.bad(t($ => $.taken.failed));
    }
    setBusy(false);
  };
  const look = async () => {
    const { planId, plan } = store.getState();
    setDifference(differenceOf(plan, (await draftServer.open(planId)).graph));
  };
  const takeTheirs = async () => {
    await store.getState().reload();
    setDifference(null);
  };
  const keepCopy = async () => {
    const { planId, plan, name } = store.getState();
    const copyName = t($ => $.taken.copyName, { name });
    const { id } = await call(planEndpoints.copy, { id: planId, name: copyName }, { quiet: true });
    const copy = await draftServer.open(id);
    await draftServer.save({ id, rev: copy.rev, graph: { ...plan, name: copyName } });
    await takeTheirs();
    toast.ok(t($ => $.taken.copied, { name: copyName }));
    onOpen(id);
  };
  return (
    <section className="studio-taken-note row wrap" role="alert">
      <p>
        <Users size={16} aria-hidden="true" />
        <strong>{t($ => $.taken.title)}</strong> {t($ => $.taken.kept, { why: saved.why })}
      </p>
      <div className="flex gap-8">
        <button
          type="button"
          className="button"
          disabled={busy}
          onClick={() => (difference ? setDifference(null) : void doing(look))}
        >
          {difference ? t($ => $.taken.hide) : t($ => $.taken.look)}
        </button>
        <button type="button" className="button" disabled={busy} onClick={() => void doing(takeTheirs)}>
          {t($ => $.taken.theirs)}
        </button>
        <button type="button" className="button is-first" disabled={busy} onClick={() => void doing(keepCopy)}>
          {t($ => $.taken.copy)}
        </button>
      </div>
      {difference && <DifferenceList difference={difference} />}
    </section>
  );
};
