import { Mic, RotateCcw, Square } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LevelMeter } from '../../../sound/level-meter.tsx';
import type { SentSound } from '../../../sound/send-sound.ts';
import { SoundStrip } from '../../../sound/sound-strip.tsx';
import { useDoubts } from '../../../sound/use-doubts.ts';
import { useMicrophone } from '../../../sound/use-microphone.ts';
import { Button } from '../../../ui/button.tsx';
import { useDraft } from '../draft/draft-store.ts';
import type { ToRecord } from './parts-to-record.ts';
import { Takes } from './takes.tsx';
import { useAddTake, useSend, useTakeActs } from './use-voices.ts';

interface PrompterCardProps {
  readonly planId: string;
  readonly subject: ToRecord;
  readonly speaker: string;
  readonly onNext: () => void;
}

/** What was recorded is on this machine until it is saved: heard from here. */
const useLocalSound = (file: File | null): string | null => {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
};

/** One part in big type: record, hear, again, save and on. Space, R and enter do it without the mouse. */
export const PrompterCard = ({ planId, subject, speaker, onNext }: PrompterCardProps) => {
  const { t } = useTranslation('voices');
  const [sent, setSent] = useState<{ readonly file: File; readonly sound: SentSound } | null>(null);
  const card = useRef<HTMLElement>(null);
  const send = useSend();
  const add = useAddTake(planId);
  const { keep } = useTakeActs();
  const url = useLocalSound(sent?.file ?? null);
  const microphone = useMicrophone(file => send.mutate(file, { onSuccess: sound => setSent({ file, sound }) }));
  const doubtsIn = useDoubts();
  // Whoever pressed the button to stop means what was recorded with the next key, not the button.
  useEffect(() => {
    if (sent === null || card.current?.contains(document.activeElement) || document.activeElement === document.body)
      card.current?.focus();
  }, [sent]);
  const { text } = subject;
  const variables = useDraft(({ plan }) => plan.variables);
  const whole = variables.reduce(
    (said, { name, label }) => said.replaceAll(`\${${name}}`, `【${label}】`),
    subject.sentence.text,
  );
  const save = () => {
    if (sent === null || microphone.take || add.isPending) return;
    const take = { place: subject.place, text, speaker, source: 'microphone' } as const;
    add.mutate({ ...take, sound: sent.sound.sound }, { onSuccess: onNext });
  };
  const toggle = () => {
    if (microphone.take) microphone.stop();
    else if (microphone.state === 'idle' && !send.isPending) microphone.start();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const own = (event.target as Element).closest('button, input, select');
    if (own || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    if (event.key === ' ') toggle();
    else if (event.key === 'Enter') save();
    else if (event.key.toLowerCase() === 'r' && sent && !microphone.take) microphone.start();
    else return;
    event.preventDefault();
  };
  const was = subject.part.was;
  return (
    <section
      ref={card}
      className="voices-prompter-card stack gap-14"
      tabIndex={-1}
      aria-label={text}
      onKeyDown={onKeyDown}
    >
      <p className="ink2">
        {subject.sentence.of?.name ?? t($ => $.prompter.defaults)} · {t($ => $.states[subject.part.state])}
      </p>
      <p className="voices-big">{text}</p>
      {subject.sentence.text.trim() !== text && <p className="ink2">{whole}</p>}
      {was && (
        <p className="voices-was">
          {t($ => $.prompter.was, { text: was.text })}
          <button
            type="button"
            className="link"
            onClick={() => keep.mutate({ id: was.id, text }, { onSuccess: onNext })}
          >
            {t($ => $.prompter.keep)}
          </button>
        </p>
      )}
      <div className="voices-deck row">
        {microphone.take ? (
          <LevelMeter take={microphone.take} />
        ) : (
          sent &&
          url && (
            <SoundStrip
              name={url}
              label={t($ => $.play, { text })}
              find={async () => url}
              peaks={sent.sound.peaks}
              durationMs={sent.sound.durationMs}
            />
          )
        )}
      </div>
      {sent &&
        !microphone.take &&
        doubtsIn(text, sent.sound).map(said => (
          <p key={said} className="voices-doubt" role="status">
            {said}
          </p>
        ))}
      <div className="voices-acts flex gap-10 wrap">
        <Button
          kind={sent ? 'default' : 'primary'}
          danger={microphone.take !== null}
          icon={microphone.take ? <Square size={14} /> : sent ? <RotateCcw size={14} /> : <Mic size={14} />}
          loading={send.isPending || microphone.state === 'asking'}
          onClick={toggle}
        >
          {microphone.take ? t($ => $.prompter.stop) : sent ? t($ => $.prompter.again) : t($ => $.prompter.start)}
        </Button>
        {sent && !microphone.take && (
          <Button kind="primary" loading={add.isPending} onClick={save}>
            {t($ => $.prompter.next)}
          </Button>
        )}
        <Button kind="text" onClick={onNext} disabled={microphone.take !== null}>
          {t($ => $.prompter.skip)}
        </Button>
      </div>
      <Takes planId={planId} voices={subject.part.voices} />
    </section>
  );
};
