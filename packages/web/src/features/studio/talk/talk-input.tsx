import { endpoints, type TalkMove, talkLimits } from '@lianxian/contract';
import { Mic } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { upload } from '../../../api/upload.ts';
import { toast } from '../../../ui/toast.ts';
import { startTake, type Take } from './microphone.ts';

interface InputProps {
  readonly disabled: boolean;
  /** Of the node the talk stands at: the chip's silence makes it ask again. */
  readonly silenceMs: number;
  readonly onMove: (move: TalkMove) => void;
  /** Somebody begins to speak into the microphone. */
  readonly onSpeak: () => void;
}

/** An interruption comes so long into what the robot says. */
const overAfterMs = 1_000;
const coughMs = 300;
const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const;

const useMicrophone = (onText: (text: string) => void, onStart: () => void) => {
  const { t } = useTranslation('talk');
  const [state, setState] = useState<'idle' | 'speaking' | 'hearing'>('idle');
  const take = useRef<Promise<Take> | null>(null);
  const start = () => {
    if (take.current) return;
    onStart();
    setState('speaking');
    take.current = startTake();
    take.current.catch(() => {
      take.current = null;
      setState('idle');
      toast.bad(t($ => $.noMicrophone));
    });
  };
  const end = async () => {
    const taken = await take.current?.catch(() => null);
    take.current = null;
    if (!taken) return;
    setState('hearing');
    try {
      const options = { signal: AbortSignal.timeout(60_000), onProgress: () => undefined };
      onText((await upload(endpoints.talk.hear, await taken.end(), options)).text);
    } catch (error) {
      toast.bad(error instanceof Error ? error.message : String(error));
    } finally {
      setState('idle');
    }
  };
  return { state, start, end };
};

/** What the callee does next: types, speaks, presses, interrupts, is silent, hangs up. */
export const TalkInput = ({ disabled, silenceMs, onMove, onSpeak }: InputProps) => {
  const { t } = useTranslation('talk');
  const [text, setText] = useState('');
  const [isOver, setIsOver] = useState(false);
  const [showsKeys, setShowsKeys] = useState(false);
  const say = (said: string) => {
    const spoken = said.trim();
    if (spoken === '') return;
    onMove(isOver ? { does: 'over', text: spoken, afterMs: overAfterMs } : { does: 'say', text: spoken });
    setText('');
    setIsOver(false);
  };
  const microphone = useMicrophone(say, onSpeak);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!disabled) say(text);
  };
  const isSpeaking = microphone.state === 'speaking';
  return (
    <div className="talk-input">
      <form className="row gap-4" onSubmit={submit}>
        <input
          aria-label={isOver ? t($ => $.typeOver) : t($ => $.type)}
          placeholder={
            microphone.state === 'hearing' ? t($ => $.hearing) : isOver ? t($ => $.typeOver) : t($ => $.type)
          }
          value={text}
          maxLength={talkLimits.textChars}
          autoComplete="off"
          onChange={event => setText(event.target.value)}
        />
        <button
          type="button"
          className="icon-button"
          aria-label={isSpeaking ? t($ => $.speaking) : t($ => $.speak)}
          aria-pressed={isSpeaking}
          disabled={disabled || microphone.state === 'hearing'}
          onPointerDown={microphone.start}
          onPointerUp={() => void microphone.end()}
          onPointerLeave={() => void microphone.end()}
          onKeyDown={event => {
            if (event.key === ' ' && !event.repeat) microphone.start();
          }}
          onKeyUp={event => {
            if (event.key === ' ') void microphone.end();
          }}
        >
          <Mic size={16} aria-hidden="true" />
        </button>
        <button type="submit" className="button is-first" disabled={disabled || text.trim() === ''}>
          {t($ => $.send)}
        </button>
      </form>
      <div className="talk-chips flex gap-6 wrap">
        <button type="button" disabled={disabled} onClick={() => onMove({ does: 'silent', ms: silenceMs })}>
          {t($ => $.move.silent, { seconds: Math.round(silenceMs / 100) / 10 })}
        </button>
        <button type="button" disabled={disabled} aria-pressed={isOver} onClick={() => setIsOver(!isOver)}>
          {isOver ? t($ => $.move.overOn, { seconds: overAfterMs / 1_000 }) : t($ => $.move.over)}
        </button>
        <button type="button" disabled={disabled} onClick={() => onMove({ does: 'press', keys: '1' })}>
          {t($ => $.move.key, { key: 1 })}
        </button>
        <button type="button" disabled={disabled} aria-expanded={showsKeys} onClick={() => setShowsKeys(!showsKeys)}>
          {t($ => $.move.keys)}
        </button>
        <button
          type="button"
          disabled={disabled}
          onClick={() => onMove({ does: 'cough', afterMs: overAfterMs, ms: coughMs })}
        >
          {t($ => $.move.cough)}
        </button>
        <button type="button" disabled={disabled} onClick={() => onMove({ does: 'hangUp' })}>
          {t($ => $.move.hangUp)}
        </button>
      </div>
      {showsKeys && (
        <fieldset className="talk-keys flex gap-6 wrap" aria-label={t($ => $.move.keys)}>
          {keys.map(key => (
            <button key={key} type="button" disabled={disabled} onClick={() => onMove({ does: 'press', keys: key })}>
              {key}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
};
