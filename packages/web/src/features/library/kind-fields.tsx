import { voiceKinds, voiceLimits } from '@lianxian/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FormField } from '../../ui/form-field.tsx';
import { Segments } from '../../ui/segments.tsx';
import type { Kind, Use, VoiceFacts } from './use-library.ts';

type Facts = Omit<VoiceFacts, 'text'>;
interface KindFieldsProps {
  readonly facts: Facts;
  readonly onChange: (facts: Facts) => void;
  readonly uses: { readonly base: readonly Use[]; readonly piece: readonly Use[] };
}

/** What a recording is, what for, and who speaks. */
export const KindFields = ({ facts, onChange, uses }: KindFieldsProps) => {
  const { t } = useTranslation('voices');
  const id = useId();
  const own = facts.kind === 'sentence' ? [] : uses[facts.kind];
  const said = facts.use === 'filler' || facts.use === 'farewell' ? facts.use : null;
  const hint = facts.kind === 'base' && said !== null ? t($ => $.library.useHints[said]) : undefined;
  const first = (kind: Kind): Use | '' => (kind === 'sentence' ? '' : (uses[kind][0] ?? ''));
  return (
    <>
      <Segments
        label={t($ => $.library.kind)}
        options={voiceKinds.map(kind => ({ value: kind, text: t($ => $.library.kinds[kind]) }))}
        value={facts.kind}
        onChange={kind => onChange({ ...facts, kind, use: first(kind) })}
      />
      <div className="library-two grid gap-14">
        {own.length > 0 && (
          <FormField id={`${id}-use`} label={t($ => $.library.use)} hint={hint}>
            <select
              id={`${id}-use`}
              className="plain-select"
              aria-describedby={hint && `${id}-use-note`}
              value={facts.use}
              onChange={event => onChange({ ...facts, use: event.target.value as Use })}
            >
              {own.map(use => (
                <option key={use} value={use}>
                  {t($ => $.library.uses[use])}
                </option>
              ))}
            </select>
          </FormField>
        )}
        <FormField id={`${id}-speaker`} label={t($ => $.speaker)}>
          <input
            id={`${id}-speaker`}
            value={facts.speaker}
            maxLength={voiceLimits.speakerChars}
            onChange={event => onChange({ ...facts, speaker: event.target.value })}
          />
        </FormField>
      </div>
    </>
  );
};
