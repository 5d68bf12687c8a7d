import { AudioLines, Mic, Square } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LevelMeter } from '../../../sound/level-meter.tsx';
import { SoundStrip } from '../../../sound/sound-strip.tsx';
import { useDoubts } from '../../../sound/use-doubts.ts';
import { useMicrophone } from '../../../sound/use-microphone.ts';
import { listed } from '../../../text/said.ts';
import { toast } from '../../../ui/toast.ts';
import { useDraft } from '../draft/draft-store.ts';
import { isSynthesised, withSynthesis } from './choice.ts';
import { keptSpeaker, listenTo, type SentencePart, useAddTake, useSend, useSentence } from './use-voices.ts';

type Voice = SentencePart['voices'][number];

/** The take each part begins with. */
const takesOf = (parts: readonly SentencePart[]): readonly Voice[] =>
  parts.flatMap(({ voices }) => voices.find(({ chosen }) => chosen) ?? []);

const sum = (takes: readonly Voice[]): number => takes.reduce((total, { durationMs }) => total + durationMs, 0);

/** Who speaks a sentence: the people who recorded it, the machine, or both in turn. */
const Who = ({ parts, byChoice }: { parts: readonly SentencePart[]; byChoice: boolean }) => {
  const { t } = useTranslation('voices');
  const takes = takesOf(parts);
  if (byChoice || takes.length === 0) return <span>{t($ => $.synthesis)}</span>;
  if (takes.length < parts.length) return <span>{t($ => $.mixed)}</span>;
  const names = listed([...new Set(takes.map(({ speaker }) => speaker || t($ => $.noName)))]);
  return <span>{t($ => $.person, { name: names })}</span>;
};

/**
 * How a sentence sounds, below its text: heard as a call would say it, and recorded on the spot where it is one piece;
 * one with variables is recorded part by part in the tab 录音.
 */
export const SentenceVoice = ({ planId, text }: { planId: string; text: string }) => {
  const { t } = useTranslation('voices');
  const { data } = useSentence(planId, text);
  const send = useSend();
  const add = useAddTake(planId);
  const doubtsIn = useDoubts();
  const byChoice = useDraft(({ plan }) => isSynthesised(plan, text));
  const speaker = useDraft(({ plan }) => plan.defaults.voice?.speaker);
  const change = useDraft(draft => draft.change);
  const parts = data?.parts ?? [];
  const microphone = useMicrophone(file => {
    send.mutate(file, {
      onSuccess: sent => {
        const [part] = parts;
        if (part === undefined) return;
        for (const said of doubtsIn(part.text, sent)) toast.bad(said);
        const take = {
          place: '',
          text: part.text.trim(),
          speaker: speaker ?? keptSpeaker(),
          source: 'microphone',
        } as const;
        add.mutate({ ...take, sound: sent.sound });
      },
    });
  });
  const takes = byChoice ? [] : takesOf(parts);
  const isWhole = parts.length > 0 && takes.length === parts.length;
  const busy = send.isPending || add.isPending;
  if (microphone.take)
    return (
      <div className="sound-strip">
        <LevelMeter take={microphone.take} />
        <button type="button" className="icon-button" aria-label={t($ => $.recordStop)} onClick={microphone.stop}>
          <Square size={14} aria-hidden="true" />
        </button>
      </div>
    );
  return (
    <SoundStrip
      name={`${planId} ${text}`}
      label={t($ => $.play, { text })}
      find={listenTo(planId, text)}
      peaks={isWhole ? takes.flatMap(({ peaks }) => peaks) : null}
      durationMs={isWhole ? sum(takes) : null}
    >
      <Who parts={parts} byChoice={byChoice} />
      {data?.state === 'changed' && <span className="is-changed">{t($ => $.states.changed)}</span>}
      <button
        type="button"
        className="icon-button push"
        aria-pressed={byChoice}
        aria-label={t($ => $.sentence.bySynthesis)}
        title={byChoice ? t($ => $.sentence.byPerson) : t($ => $.sentence.bySynthesis)}
        onClick={() =>
          change(
            plan => withSynthesis(plan, text, !byChoice),
            t($ => $.sentence.bySynthesis),
          )
        }
      >
        <AudioLines size={14} aria-hidden="true" />
      </button>
      {parts.length === 1 && !byChoice && (
        <button
          type="button"
          className="icon-button"
          aria-label={t($ => $.record, { text })}
          disabled={busy || microphone.state === 'asking'}
          onClick={microphone.start}
        >
          <Mic size={14} aria-hidden="true" />
        </button>
      )}
    </SoundStrip>
  );
};
