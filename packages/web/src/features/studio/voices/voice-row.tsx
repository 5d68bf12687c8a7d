import { type OutputOf, type planVoiceEndpoints, speechFaultWords, speechKindWords } from '@lianxian/contract';
import type { Synthesis } from '@lianxian/core';
import { Pause, Play } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../../../text/said.ts';
import { useDraft } from '../draft/draft-store.ts';
import { draftChars } from '../draft/limits.ts';
import { useTrial } from './use-trial.ts';

type Voice = OutputOf<typeof planVoiceEndpoints.list>['list'][number];

interface VoiceRowProps {
  /** `chosen`: whoever the merchant chose. */
  readonly service: string;
  readonly name: string;
  readonly about?: string;
  /** Of the merchant's services. */
  readonly voice?: Voice;
  /** What the plan is spoken by. */
  readonly of: Synthesis | undefined;
  readonly speed: number | undefined;
  /** What it is heard with. */
  readonly text: string;
  readonly onChoose: (speaker: string) => void;
}

/** What is to be known of a service: that it did not speak lately, that it has one speed. */
const About = ({ voice: { kind, speed, failed, lastFault }, hasSpeed }: { voice: Voice; hasSpeed: boolean }) => {
  const { t } = useTranslation('voices');
  const language = saidLanguage();
  return (
    <>
      {speed === null && hasSpeed && (
        <p className="hint">{t($ => $.plan.noSpeed, { kind: speechKindWords[kind][language] })}</p>
      )}
      {failed > 0 && (
        <p className="hint is-warn">
          {t($ => $.plan.failed, { n: failed, why: speechFaultWords[lastFault ?? 'unknown'][language] })}
        </p>
      )}
    </>
  );
};

/** A voice: heard by a button of its own, chosen by its circle. A speaker that is typed is the choice's once it is chosen. */
export const VoiceRow = ({ service, name, about, voice, of, speed, text, onChoose }: VoiceRowProps) => {
  const { t } = useTranslation('voices');
  const planId = useDraft(draft => draft.planId);
  const id = useId();
  const isChosen = (of?.service ?? 'chosen') === service;
  const [typed, setTyped] = useState<string | null>(null);
  const speaker = (isChosen ? of?.speaker : typed) ?? voice?.speaker ?? '';
  const trial = useTrial({ planId, text, service, speaker: speaker.trim(), ...(speed !== undefined && { speed }) });
  const kind = voice && speechKindWords[voice.kind][saidLanguage()];
  return (
    <div className="voices-row" data-chosen={isChosen || undefined}>
      <div className="row gap-8">
        <label className="row gap-8" htmlFor={id}>
          <input id={id} type="radio" name="voice" checked={isChosen} onChange={() => onChoose(speaker.trim())} />
          <strong>{name}</strong>
          <span className="hint">{about ?? (kind === name ? '' : kind)}</span>
        </label>
        {voice && voice.speaker !== null && (
          <input
            className="field"
            aria-label={t($ => $.plan.speaker, { name })}
            placeholder={t($ => $.plan.speakerHint)}
            maxLength={draftChars('defaults.voice.by.speaker')}
            value={speaker}
            onChange={event => (isChosen ? onChoose(event.target.value) : setTyped(event.target.value))}
          />
        )}
        <button
          type="button"
          className="icon-button"
          aria-label={trial.isHeard ? t($ => $.stop) : t($ => $.plan.try, { name })}
          disabled={text === ''}
          onClick={trial.toggle}
        >
          {trial.isHeard ? <Pause size={15} aria-hidden="true" /> : <Play size={15} aria-hidden="true" />}
        </button>
      </div>
      {trial.fault && (
        <p className="is-bad" role="status">
          {t($ => $.plan.silent, { why: speechFaultWords[trial.fault][saidLanguage()] })}
        </p>
      )}
      {voice && <About voice={voice} hasSpeed={speed !== undefined} />}
    </div>
  );
};
