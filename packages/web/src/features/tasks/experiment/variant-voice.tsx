import { comparedVoiceText, endpoints, fieldChars, type OutputOf } from '@lianxian/contract';
import { houseVoice } from '@lianxian/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { saidLanguage } from '../../../text/said.ts';
import { Input } from '../../../ui/input.tsx';
import { PlainChoice } from '../../../ui/plain-choice.tsx';

/** `service`: who speaks in place of the plan's own voice; empty: nobody does. */
export interface TypedVariant {
  readonly planId: string;
  readonly share: string;
  readonly service: string;
  readonly speaker: string;
}

type Voices = OutputOf<typeof endpoints.experiment.voices>;

/** The voices there are, and how much of these plans each would be heard in; undefined while they come. */
export const useVoices = (variants: readonly TypedVariant[]) => {
  const planIds = [...new Set(variants.map(({ planId }) => planId))].filter(id => id !== '');
  return useQuery({
    queryKey: ['experiment/voices', planIds],
    queryFn: ({ signal }) => call(endpoints.experiment.voices, { planIds }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
};

interface VariantVoiceProps {
  /** A, B or C. */
  readonly name: string;
  readonly variant: TypedVariant;
  readonly voices: Voices | undefined;
  readonly onChange: (part: Partial<TypedVariant>) => void;
}

const usual = '';
const builtIn = { service: houseVoice, name: '', speaker: null };

/** Who speaks what is not recorded of a variant; a plan of recordings alone sounds the same by every voice, and says so. */
export const VariantVoice = ({ name, variant, voices, onChange }: VariantVoiceProps) => {
  const { t } = useTranslation('ahead');
  const { planId, service, speaker } = variant;
  const plan = voices?.plans.find(each => each.planId === planId);
  if (!voices || !plan) return null;
  const label = `experiment-voice-${name}`;
  const recorded = plan.sentences - plan.synthesised;
  const all = [builtIn, ...voices.voices];
  const chosen = all.find(each => each.service === service);
  return (
    <div className="experiment-voice stack gap-4">
      <span className="only-read" id={label}>
        {t($ => $.experiment.voiceOf, { name })}
      </span>
      {(plan.synthesised > 0 || service !== usual) && (
        <span className="row gap-8">
          <PlainChoice
            labelledBy={label}
            options={[
              { value: usual, label: t($ => $.experiment.ownVoice) },
              ...all.map(each => ({
                value: each.service,
                label: comparedVoiceText({ ...each, speaker: '' }, saidLanguage()),
              })),
            ]}
            value={service === usual || chosen ? service : null}
            placeholder={t($ => $.experiment.chooseVoice)}
            onChange={value => onChange({ service: value, speaker: '' })}
          />
          {chosen && chosen.speaker !== null && (
            <Input
              aria-label={t($ => $.experiment.speakerOf, { name })}
              placeholder={chosen.speaker || t($ => $.experiment.speaker)}
              maxLength={fieldChars(endpoints.experiment.save.input, 'variants.synthesis.speaker')}
              value={speaker}
              onChange={event => onChange({ speaker: event.target.value })}
            />
          )}
        </span>
      )}
      {plan.synthesised === 0 && <p className="hint">{t($ => $.experiment.allRecorded, { n: plan.sentences })}</p>}
      {plan.synthesised > 0 && service !== usual && recorded > 0 && (
        <p className="hint">{t($ => $.experiment.someRecorded, { n: recorded, of: plan.sentences })}</p>
      )}
    </div>
  );
};
