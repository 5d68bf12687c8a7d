import { Mic, RotateCcw, Square } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { LevelMeter } from './level-meter.tsx';
import { SoundStrip } from './sound-strip.tsx';
import type { useMicrophone } from './use-microphone.ts';
import './prompter-deck.css';

interface PrompterDeckProps {
  readonly text: string;
  /** Where it stands, over the text; and what helps to read it, below. */
  readonly above: ReactNode;
  readonly beneath?: ReactNode;
  readonly microphone: ReturnType<typeof useMicrophone>;
  /** What was recorded last and lies on this machine. */
  readonly take: {
    readonly file: Blob;
    readonly peaks: readonly number[];
    readonly durationMs: number;
    readonly doubts: readonly string[];
  } | null;
  /** It is on its way, and nothing new begins; it is being kept. */
  readonly isSending: boolean;
  readonly isSaving: boolean;
  readonly saveText: string;
  readonly onSave: () => void;
  readonly onNext: () => void;
  /** Takes of before. */
  readonly children?: ReactNode;
}

/** What was recorded is on this machine until it is saved: heard from here. */
export const useLocalSound = (file: Blob | null): string | null => {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
};

/** One text in big type: record, hear, again, save and on. Space, R and enter do it without the mouse. */
export const PrompterDeck = (props: PrompterDeckProps) => {
  const { text, above, beneath, microphone, take, isSending, isSaving, saveText, onSave, onNext, children } = props;
  const { t } = useTranslation('voices');
  const card = useRef<HTMLElement>(null);
  const url = useLocalSound(take?.file ?? null);
  // Whoever pressed the button to stop means what was recorded with the next key, not the button.
  useEffect(() => {
    if (take === null || card.current?.contains(document.activeElement) || document.activeElement === document.body)
      card.current?.focus();
  }, [take]);
  const save = () => {
    if (take !== null && !microphone.take && !isSaving) onSave();
  };
  const toggle = () => {
    if (microphone.take) microphone.stop();
    else if (microphone.state === 'idle' && !isSending) microphone.start();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const own = (event.target as Element).closest('button, input, select');
    if (own || event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    if (event.key === ' ') toggle();
    else if (event.key === 'Enter') save();
    else if (event.key.toLowerCase() === 'r' && take && !microphone.take) microphone.start();
    else return;
    event.preventDefault();
  };
  return (
    <section
      ref={card}
      className="prompter-deck-card stack gap-14"
      tabIndex={-1}
      aria-label={text}
      onKeyDown={onKeyDown}
    >
      <p className="ink2">{above}</p>
      <p className="prompter-deck-big">{text}</p>
      {beneath}
      <div className="prompter-deck-strip row">
        {microphone.take ? (
          <LevelMeter take={microphone.take} text={text} />
        ) : (
          take &&
          url && (
            <SoundStrip
              name={url}
              label={t($ => $.play, { text })}
              find={async () => url}
              peaks={take.peaks}
              durationMs={take.durationMs}
            />
          )
        )}
      </div>
      {!microphone.take &&
        take?.doubts.map(said => (
          <p key={said} className="prompter-deck-doubt" role="status">
            {said}
          </p>
        ))}
      <div className="prompter-deck-acts flex gap-10 wrap">
        <Button
          kind={take ? 'default' : 'primary'}
          danger={microphone.take !== null}
          icon={microphone.take ? <Square size={14} /> : take ? <RotateCcw size={14} /> : <Mic size={14} />}
          loading={isSending || microphone.state === 'asking'}
          onClick={toggle}
        >
          {microphone.take ? t($ => $.prompter.stop) : take ? t($ => $.prompter.again) : t($ => $.prompter.start)}
        </Button>
        {take && !microphone.take && (
          <Button kind="primary" loading={isSaving} onClick={save}>
            {saveText}
          </Button>
        )}
        <Button kind="text" onClick={onNext} disabled={microphone.take !== null}>
          {t($ => $.prompter.skip)}
        </Button>
      </div>
      {children}
    </section>
  );
};
