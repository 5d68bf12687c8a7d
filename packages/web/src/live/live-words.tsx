import { exitWord, lineText } from '@lianxian/contract';
import { isCallees, type SpokenLine, type TalkView } from '@lianxian/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../text/said.ts';
import { byKeys } from '../ui/by-keys.ts';
import { heardAs } from '../ui/format.ts';
import './live-call.css';

/** A page shows at most this many; the record keeps all of them. */
const mostLines = 500;

/** What stands below a whole sentence of the callee. */
type Under = (line: SpokenLine) => ReactNode;

const Line = ({ line, isNow, under }: { line: SpokenLine; isNow: boolean; under: Under | undefined }) => {
  const { t } = useTranslation('shell');
  const isRobot = line.by === 'robot';
  const of = isCallees(line) ? 'callee' : line.by;
  return (
    <li
      className={`is-${of === 'seat' ? 'robot' : of}${!isCallees(line) || line.isWhole ? '' : ' is-growing'}`}
      aria-current={isNow || undefined}
    >
      <span className="live-who">{t($ => $.speaker[of])}</span>
      <p>{lineText(saidLanguage(), line.text)}</p>
      {isCallees(line) && line.understood && (
        <span className="live-understood small">
          {exitWord(saidLanguage(), line.understood.meaning, line.understood.name)}
          {line.understood.matched && <em>{heardAs(line.understood.matched, line.understood.score)}</em>}
        </span>
      )}
      {isCallees(line) && line.isWhole && line.understood?.by !== 'key' && under && (
        <span className="live-under">{under(line)}</span>
      )}
      {isRobot && line.interrupted && <span className="live-cut small">{t($ => $.testCall.interrupted)}</span>}
    </li>
  );
};

/** Words as they are said, the newest line marked; it stays in view unless one has scrolled up to read. */
export const LiveWords = ({ talk, speaking, under }: { talk: TalkView; speaking: boolean; under?: Under }) => {
  const lines = talk.lines.slice(-mostLines);
  const { t } = useTranslation('shell');
  const list = useRef<HTMLOListElement>(null);
  const following = useRef(true);
  const newest = lines.at(-1)?.text;
  useEffect(() => {
    if (newest !== undefined && following.current) list.current?.scrollTo(0, list.current.scrollHeight);
  }, [newest]);
  if (lines.length === 0) return <p className="live-words-soon">{t($ => $.testCall.wordsSoon)}</p>;
  return (
    <ol
      ref={list}
      className="live-words"
      aria-label={t($ => $.testCall.words)}
      aria-live="polite"
      {...byKeys}
      onScroll={({ currentTarget: at }) => {
        following.current = at.scrollHeight - at.scrollTop - at.clientHeight < 40;
      }}
    >
      {lines.map((line, at) => (
        <Line key={line.line} line={line} isNow={speaking && at === lines.length - 1} under={under} />
      ))}
    </ol>
  );
};
