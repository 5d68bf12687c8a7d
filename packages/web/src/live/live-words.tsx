import { exitWord, lineText } from '@lianxian/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../text/said.ts';
import { heardAs } from '../ui/format.ts';
import type { SpokenLine } from './live-call.ts';
import './live-call.css';

/** Words as they are said, the newest line marked; it stays in view unless one has scrolled up to read. */
export const LiveWords = ({ lines, speaking }: { lines: readonly SpokenLine[]; speaking: boolean }) => {
  const { t } = useTranslation('console');
  const list = useRef<HTMLOListElement>(null);
  const following = useRef(true);
  const newest = lines.at(-1)?.text;
  useEffect(() => {
    if (newest !== undefined && following.current) list.current?.scrollTo(0, list.current.scrollHeight);
  }, [newest]);
  if (lines.length === 0) return <p className="words-soon">{t($ => $.testCall.wordsSoon)}</p>;
  return (
    <ol
      ref={list}
      className="live-words"
      aria-live="polite"
      onScroll={({ currentTarget: at }) => {
        following.current = at.scrollHeight - at.scrollTop - at.clientHeight < 40;
      }}
    >
      {lines.map((line, at) => (
        <li
          key={line.line}
          className={`is-${line.speaker}${line.final ? '' : ' is-growing'}`}
          aria-current={(speaking && at === lines.length - 1) || undefined}
        >
          <span className="who">{t($ => $.speaker[line.speaker])}</span>
          <p>{lineText(saidLanguage(), line.text)}</p>
          {line.understood && (
            <span className="understood">
              {exitWord(saidLanguage(), line.understood.meaning, line.understood.name)}
              {line.understood.matched && <em>{heardAs(line.understood.matched, line.understood.score)}</em>}
            </span>
          )}
          {line.interruptedAfterMs !== null && <span className="cut">{t($ => $.testCall.interrupted)}</span>}
        </li>
      ))}
    </ol>
  );
};
