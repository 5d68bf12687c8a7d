import { planRanges } from '@lianxian/contract';
import type { NotUnderstood, Silence } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { useDraft } from '../draft/draft-store.ts';
import { Choice, SecondsRow } from './fields.tsx';
import { Sentences } from './sentences.tsx';

/** What the robot does while nobody speaks: as the plan does, or as this node says. */
export const SilenceField = ({
  value,
  onChange,
}: {
  value: Silence | undefined;
  onChange: (value: Silence | undefined) => void;
}) => {
  const { t } = useTranslation('inspector');
  const plain = useDraft(draft => draft.plan.defaults.silence);
  const words = (silence: Silence) => ({ seconds: silence.ms / 1_000, times: silence.sentences.length });
  return (
    <>
      <Choice
        label={t($ => $.silence.label)}
        value={value ? 'own' : 'plain'}
        options={[
          { value: 'plain', text: t($ => $.silence.plain, words(plain)) },
          { value: 'own', text: value ? t($ => $.silence.own, words(value)) : t($ => $.silence.ownChoice) },
        ]}
        onChange={choice => onChange(choice === 'own' ? { ...plain } : undefined)}
      />
      {value && (
        <div className="field-nest grid gap-6">
          <SecondsRow
            label={t($ => $.silence.ms)}
            unit={t($ => $.seconds)}
            range={planRanges.silenceMs}
            value={value.ms}
            onChange={ms => onChange({ ...value, ms })}
          />
          <Sentences
            label={t($ => $.silence.sentences)}
            optional
            value={value.sentences}
            onChange={sentences => onChange({ ...value, sentences })}
          />
        </div>
      )}
    </>
  );
};

/** What the robot does when nothing was understood; `fresh` is what the node's own sentences begin with. */
export const NotUnderstoodField = ({
  value,
  fresh,
  onChange,
}: {
  value: NotUnderstood | undefined;
  fresh: NotUnderstood | undefined;
  onChange: (value: NotUnderstood | undefined) => void;
}) => {
  const { t } = useTranslation('inspector');
  const plain = useDraft(draft => draft.plan.defaults.notUnderstood);
  const times = (of: NotUnderstood) => ({ times: of.sentences.length });
  return (
    <>
      <Choice
        label={t($ => $.notUnderstood.label)}
        value={value ? 'own' : 'plain'}
        options={[
          { value: 'plain', text: t($ => $.notUnderstood.plain, times(plain)) },
          { value: 'own', text: value ? t($ => $.notUnderstood.own, times(value)) : t($ => $.notUnderstood.ownChoice) },
        ]}
        onChange={choice => onChange(choice === 'own' ? { ...(fresh ?? plain) } : undefined)}
      />
      {value && (
        <div className="field-nest grid gap-6">
          <Sentences
            label={t($ => $.notUnderstood.sentences)}
            optional
            value={value.sentences}
            onChange={sentences => onChange({ sentences })}
          />
        </div>
      )}
    </>
  );
};
