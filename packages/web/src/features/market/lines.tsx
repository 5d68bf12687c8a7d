import type { marketEndpoints, OutputOf } from '@lianxian/contract';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { placed } from '../../ui/placed.ts';

type Line = OutputOf<typeof marketEndpoints.talk>['lines'][number];

interface LinesProps {
  readonly label: string;
  readonly lines: readonly Line[];
  /** It is being talked: what was said last is seen and read out. */
  readonly live?: boolean;
  readonly beside?: (line: Line, at: number) => ReactNode;
}

/** Sentences of a talk, of both sides. */
export const Lines = ({ label, lines, live = false, beside }: LinesProps) => {
  const { t } = useTranslation('market');
  const list = useRef<HTMLOListElement>(null);
  const count = lines.length;
  useEffect(() => {
    if (live && count > 0) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [live, count]);
  return (
    <ol
      ref={list}
      className={live ? 'market-lines is-live stack gap-6' : 'market-lines stack gap-6'}
      aria-label={label}
      // It scrolls: who has no pointer scrolls it by keys.
      {...(live && { tabIndex: 0, 'aria-live': 'polite' as const })}
    >
      {placed(lines).map(({ item: line, at, key }) => (
        <li key={key} className={`is-${line.by} row gap-4`}>
          {line.by !== 'note' && <span className="only-read">{t($ => $.detail[line.by as 'robot'])}</span>}
          <span className="breaks">{line.text}</span>
          {beside?.(line, at)}
        </li>
      ))}
    </ol>
  );
};
