import { useTranslation } from 'react-i18next';
import { listed } from '../../../text/said.ts';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { useHearing } from '../draft/use-hearing.ts';

/** How words of an intent or item may be written wrongly and are heard all the same; a plan that does not is offered it. */
export const ByEar = ({ kind, id }: { kind: 'intent' | 'knowledge'; id: string }) => {
  const { t } = useTranslation(['inspector', 'studio']);
  const { change } = useDraftStore().getState();
  const isOn = useDraft(draft => draft.plan.defaults.byEar === true);
  const mayEdit = useDraft(draft => draft.mayEdit);
  const { data } = useHearing();
  const heard = data?.byEar.find(({ owner }) => owner.kind === kind && owner.id === id)?.heard ?? [];
  if (isOn && heard.length === 0) return null;
  if (isOn)
    return (
      <p className="hint">
        {t($ => $.recognised.byEar.heard, { list: listed(heard.map(({ written, word }) => `${written} → ${word}`)) })}
      </p>
    );
  if (!mayEdit) return null;
  const turnOn = () =>
    change(
      plan => ({ ...plan, defaults: { ...plan.defaults, byEar: true } }),
      t($ => $.steps.settings, { ns: 'studio' }),
    );
  return (
    <p className="hint">
      {t($ => $.recognised.byEar.offered)}{' '}
      <button type="button" className="button" onClick={turnOn}>
        {t($ => $.recognised.byEar.turnOn)}
      </button>
    </p>
  );
};
