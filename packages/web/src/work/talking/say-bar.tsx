import { lineText } from '@lianxian/contract';
import { AudioLines } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallWords } from '../../live/call-words.ts';
import { useCallLevel, useCallNode } from '../../live/use-call-words.ts';
import { saidLanguage } from '../../text/said.ts';
import { Level } from '../../ui/level.tsx';
import { whileSeen } from './while-seen.ts';
import './talking.css';

/** What a speaker is called; made once for all rows. */
interface SpeakerNames {
  readonly robot: string;
  readonly callee: string;
  readonly seat: string;
}
export const useSpeakerNames = (): SpeakerNames => {
  const { t } = useTranslation('live');
  return useMemo(() => ({ robot: t($ => $.robot), callee: t($ => $.callee), seat: t($ => $.seat) }), [t]);
};

interface SayBarProps {
  readonly words: CallWords;
  readonly call: string;
  readonly names: SpeakerNames;
}

/** One element for all rows: React skips what is the same element as before. */
const waves = <AudioLines size={14} aria-hidden="true" />;

/** Its classes while nobody speaks. */
const bare = 'talking-say row gap-8';

const put = (element: Element | null, text: string) => {
  if (element && element.textContent !== text) element.textContent = text;
};

/**
 * Who speaks now and what; the newest words stay in view, the left side is cut. A callee is tinted: someone to listen
 * to. A hundred rows change three times a second, so words are written past React, and only into rows that are seen.
 */
export const SayBar = ({ words, call, names }: SayBarProps) => {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = bar;
    if (!current) return;
    const write = () => {
      const word = words.of(call);
      const look = word?.speaker ? `${bare} is-${word.speaker === 'seat' ? 'robot' : word.speaker}` : bare;
      if (current.className !== look) current.className = look;
      put(current.querySelector('b'), word?.speaker ? names[word.speaker] : '');
      put(current.querySelector('bdi'), word ? lineText(saidLanguage(), word.text) : '');
    };
    const seen = whileSeen(current, write);
    const stop = words.watch(call, seen.changed);
    return () => {
      stop();
      seen.stop();
    };
  }, [words, call, names]);
  return (
    <div ref={bar} className={bare}>
      {waves}
      <b />
      <p className="cut fill lean" dir="rtl">
        <bdi dir="ltr" />
      </p>
    </div>
  );
};

/** Where in the plan the call has come to. */
export const AtNode = ({ words, call }: Omit<SayBarProps, 'names'>) => <>{useCallNode(words, call)}</>;

/** What the rules of the plan make of the call so far. */
export const LevelNow = ({ words, call }: Omit<SayBarProps, 'names'>) => <Level level={useCallLevel(words, call)} />;
