import { exitWord, type TalkLine } from '@lianxian/contract';
import type { TFunction } from 'i18next';
import { CornerDownRight, Undo2, Volume2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../../../text/said.ts';
import type { words } from '../../../text/zh-CN/talk.ts';
import { byKeys } from '../../../ui/by-keys.ts';
import { heardAs } from '../../../ui/format.ts';
import { placed } from '../../../ui/placed.ts';

interface LinesProps {
  readonly lines: readonly TalkLine[];
  /** By the move of a turn: so many ms until the robot was heard. */
  readonly spoke?: Readonly<Record<number, number>>;
  readonly onPlay?: (line: TalkLine) => void;
  readonly onBack?: (move: number) => void;
  /** What stands below a line of the callee. */
  readonly under?: (line: TalkLine) => ReactNode;
}

const isKnown = <T extends object>(words: T, key: string): key is Extract<keyof T, string> => Object.hasOwn(words, key);
/** Whether what was found says more than the sentence itself. */
const methods = {
  words: true,
  combined: true,
  exact: false,
  pattern: true,
  sound: true,
  like: true,
  act: false,
  model: false,
  key: false,
  number: false,
  choice: false,
  text: false,
  date: false,
  phone: false,
  amount: false,
  wish: false,
} as const satisfies Readonly<Record<keyof (typeof words)['by'], boolean>>;
const kinds = { webhook: 1, sms: 1, transfer: 1, llm: 1, meaning: 1 } as const;
const outcomes = { asked: 1, kept: 1, sent: 1, transferred: 1, said: 1, exit: 1, means: 1, failed: 1 } as const;

/** Why a line was understood as it was, as in 「愿意试听 · 相似句「好的可以」 91% 140 ms」. */
const reasonOf = (t: TFunction<'talk'>, { understood, missed, kept, replyMs }: TalkLine): string => {
  const parts: string[] = [];
  if (missed) parts.push(t($ => $.line.missed));
  for (const { label, value } of kept) parts.push(t($ => $.line.kept, { label, value }));
  if (understood && kept.length === 0) {
    const { meaning, name, by, matched, score } = understood;
    const word = exitWord(saidLanguage(), meaning, name);
    const method = isKnown(methods, by) ? t($ => $.by[by]) : by;
    const isTold = matched !== '' && isKnown(methods, by) && methods[by];
    parts.push(`${word} · ${method}${isTold ? heardAs(matched, score) : ''}`);
  }
  if (replyMs !== null) parts.push(t($ => $.line.reply, { ms: replyMs }));
  return parts.join(' ');
};

const noteOf = (t: TFunction<'talk'>, text: string): string => {
  const [kind = '', outcome = ''] = text.split(' ');
  const what = isKnown(kinds, kind) ? t($ => $.asked[kind]) : kind;
  if (kind === 'transfer' && outcome === 'failed') return `${what} · ${t($ => $.asked.nobody)}`;
  return `${what} · ${isKnown(outcomes, outcome) ? t($ => $.asked[outcome]) : outcome}`;
};

interface LineProps extends Pick<LinesProps, 'onPlay' | 'onBack' | 'under'> {
  readonly line: TalkLine;
  /** It is the first that was heard in its turn. */
  readonly spokeMs: number | undefined;
}

const Line = ({ line, spokeMs, onPlay, onBack, under }: LineProps) => {
  const { t } = useTranslation('talk');
  if (line.by === 'note') return <li className="talk-note hint">{noteOf(t, line.text)}</li>;
  const isRobot = line.by === 'robot';
  const reason = isRobot ? '' : reasonOf(t, line);
  return (
    <li className={isRobot ? 'is-robot' : 'is-callee'}>
      <div className="talk-bubble">
        {line.by === 'key' ? t($ => $.move.key, { key: line.text }) : line.text}
        {line.heardMs !== null && <em> {t($ => $.line.stopped, { seconds: (line.heardMs / 1_000).toFixed(1) })}</em>}
      </div>
      {isRobot && onPlay && (
        <button type="button" className="icon-button" aria-label={t($ => $.line.play)} onClick={() => onPlay(line)}>
          <Volume2 size={14} aria-hidden="true" />
        </button>
      )}
      {!isRobot && onBack && (
        <button
          type="button"
          className="icon-button"
          aria-label={t($ => $.line.back)}
          title={t($ => $.line.back)}
          onClick={() => onBack(line.move)}
        >
          <Undo2 size={14} aria-hidden="true" />
        </button>
      )}
      {spokeMs !== undefined && <p className="talk-spoke hint">{t($ => $.line.spoke, { ms: spokeMs })}</p>}
      {reason && (
        <p
          className={
            line.missed ? 'talk-reason is-missed row gap-4 to-end small' : 'talk-reason row gap-4 to-end small'
          }
        >
          <CornerDownRight size={12} aria-hidden="true" />
          {reason}
        </p>
      )}
      {line.by === 'callee' && under && <div className="talk-under">{under(line)}</div>}
    </li>
  );
};

/** Which line was heard first in each turn, and how long that took. */
const firstHeard = (
  lines: readonly TalkLine[],
  spoke: NonNullable<LinesProps['spoke']>,
): ReadonlyMap<TalkLine, number> =>
  new Map(
    Object.entries(spoke).flatMap(([from, ms]) => {
      const first = lines.find(({ by, move }) => by === 'robot' && move >= Number(from));
      return first ? [[first, ms] as const] : [];
    }),
  );
const nothing = {};

/** What was said, the newest in view. */
export const TalkLines = ({ lines, spoke = nothing, ...acts }: LinesProps) => {
  const { t } = useTranslation('talk');
  const list = useRef<HTMLOListElement>(null);
  const count = lines.length;
  const heard = firstHeard(lines, spoke);
  useEffect(() => {
    if (count > 0) list.current?.scrollTo(0, list.current.scrollHeight);
  }, [count]);
  return (
    <ol
      ref={list}
      className="talk-lines stack gap-8"
      aria-label={t($ => $.tests.transcript)}
      aria-live="polite"
      {...byKeys}
    >
      {placed(lines, line => `${line.by} ${line.text}`).map(({ item: line, key }) => (
        <Line key={key} line={line} spokeMs={heard.get(line)} {...acts} />
      ))}
    </ol>
  );
};
