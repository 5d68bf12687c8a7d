import { planLimits } from '@lianxian/contract';
import { Plus, X } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '../draft/draft-store.ts';
import { slot } from '../frame/slot.ts';
import { SentenceField } from './sentence-field.tsx';

const SentenceVoice = slot(() => import('../voices/sentence-voice.tsx').then(file => file.SentenceVoice), 'voices');

interface SentencesProps {
  readonly label: string;
  readonly value: readonly string[];
  /** May there be none? Else the last one stays. */
  readonly optional?: boolean;
  readonly hint?: string;
  /** Shows how each of them sounds. */
  readonly voiced?: boolean;
  readonly onChange: (value: readonly string[]) => void;
}

/** Wordings of one sentence; which one is said goes by turns. */
export const Sentences = ({ label, value, optional = false, hint, voiced = false, onChange }: SentencesProps) => {
  const { t } = useTranslation('inspector');
  const planId = useDraft(draft => draft.planId);
  const least = optional ? 0 : 1;
  return (
    <fieldset className="grid gap-6" aria-label={label}>
      {value.map((text, at) => {
        const name = value.length > 1 ? t($ => $.sentence.nth, { number: at + 1 }) : label;
        // A wording has no identity but its place.
        const key = `wording ${at}`;
        return (
          <div key={key}>
            <SentenceField
              label={name}
              value={text}
              placeholder={t($ => $.sentence.placeholder)}
              onChange={next => onChange(value.with(at, next))}
              tools={
                value.length > least && (
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={t($ => $.removeRow, { what: name })}
                    onClick={() => onChange(value.filter((_, index) => index !== at))}
                  >
                    <X size={14} aria-hidden="true" />
                  </button>
                )
              }
            />
            {voiced && text.trim() !== '' && (
              <Suspense>
                <SentenceVoice planId={planId} text={text} />
              </Suspense>
            )}
          </div>
        );
      })}
      {value.length < planLimits.wordings && (
        <button type="button" className="link" onClick={() => onChange([...value, ''])}>
          <Plus size={13} aria-hidden="true" /> {t($ => $.sentence.more)}
        </button>
      )}
      {hint && value.length > 1 && <p className="hint">{hint}</p>}
    </fieldset>
  );
};
