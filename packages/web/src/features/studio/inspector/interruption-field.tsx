import { planRanges } from '@lianxian/contract';
import type { Interruption } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { useDraft } from '../draft/draft-store.ts';
import { Choice, SecondsRow } from './fields.tsx';
import { PickList } from './pick-list.tsx';

const kinds = ['never', 'always', 'after', 'onMeaning', 'onIntents'] as const;
const usualMs = 2_000;

/** When what the callee says stops the robot. */
export const InterruptionField = ({
  value,
  onChange,
}: {
  value: Interruption;
  onChange: (value: Interruption) => void;
}) => {
  const { t } = useTranslation('inspector');
  const intents = useDraft(draft => draft.plan.intents);
  const knowledge = useDraft(draft => draft.plan.knowledge);
  const seconds = (value.when === 'after' ? value.ms : usualMs) / 1_000;
  const choose = (when: Interruption['when']) => {
    if (when === 'after') onChange({ when, ms: usualMs });
    else if (when === 'onIntents') onChange({ when, intents: [] });
    else onChange({ when });
  };
  return (
    <>
      <Choice
        label={t($ => $.interruption.label)}
        value={value.when}
        options={kinds.map(kind => ({ value: kind, text: t($ => $.interruption[kind], { seconds }) }))}
        onChange={choose}
      />
      {value.when === 'after' && (
        <SecondsRow
          label={t($ => $.interruption.afterMs)}
          unit={t($ => $.seconds)}
          range={planRanges.interruptionMs}
          value={value.ms}
          onChange={ms => onChange({ when: 'after', ms })}
        />
      )}
      {value.when === 'onIntents' && (
        <PickList
          label={t($ => $.interruption.intents)}
          options={[...intents, ...knowledge].map(({ id, name }) => ({ value: id, text: name }))}
          value={value.intents}
          onChange={next => onChange({ when: 'onIntents', intents: next })}
        />
      )}
    </>
  );
};
