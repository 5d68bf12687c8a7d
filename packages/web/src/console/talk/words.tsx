import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { byKeys } from '../../ui/by-keys.ts';
import { clock } from '../../ui/format.ts';
import type { Said } from './use-said.ts';

/** More are in the record. */
const most = 300;
/** Who has scrolled up by more reads, and is left there. */
const nearEndPx = 40;

interface WordsProps {
  readonly said: readonly Said[];
  /** The call is over: what was not heard by now is not heard any more. */
  readonly isOver: boolean;
  readonly children?: ReactNode;
}

/** Words as they are said; the newest stays in view unless one has scrolled up to read. `children`: below them. */
export const Words = ({ said, isOver, children }: WordsProps) => {
  const { t } = useTranslation('console');
  const list = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const newest = said.at(-1)?.text;
  useEffect(() => {
    if (newest !== undefined && follows.current) list.current?.scrollTo(0, list.current.scrollHeight);
  }, [newest]);
  return (
    <div
      ref={list}
      className="console-words fill low"
      role="log"
      aria-label={t($ => $.talk.title)}
      {...byKeys}
      onScroll={({ currentTarget: at }) => {
        follows.current = at.scrollHeight - at.scrollTop - at.clientHeight < nearEndPx;
      }}
    >
      {said.length === 0 && <p className="hint">{isOver ? t($ => $.talk.nothing) : t($ => $.talk.soon)}</p>}
      <ol>
        {said.slice(-most).map(({ line, by, atMs, text, isWhole }) => (
          <li key={line} className={`is-${by}`}>
            <b>{t($ => $[by])}</b> <time className="hint">{clock(atMs)}</time>
            <p className="breaks">
              {text}
              {!isWhole && '…'}
            </p>
          </li>
        ))}
      </ol>
      {children}
    </div>
  );
};
