import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { CircleX, Megaphone, TriangleAlert } from 'lucide-react';
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { when } from '../../ui/format.ts';
import { Popover } from '../../ui/popover.tsx';
import './ticker.css';

type Notice = OutputOf<typeof endpoints.notice.current>['list'][number];
const icons = { info: Megaphone, warn: TriangleAlert, bad: CircleX } as const;
const checkAgainMs = 120_000;
const lineMs = 6_000;
/** Of a line that is longer than its place: a sixth of it is rest at either end. */
const msOfPx = 30;
const still = matchMedia('(prefers-reduced-motion: reduce)');

const Level = ({ level }: { level: Notice['level'] }) => {
  const Icon = icons[level];
  return <Icon size={15} aria-hidden="true" />;
};

/** One notice. What does not fit moves along to its end, over and over, unless one wants no motion. */
const Line = ({ content, onMs }: { content: string; onMs: (ms: number) => void }) => {
  const place = useRef<HTMLSpanElement>(null);
  const text = useRef<HTMLSpanElement>(null);
  const [beyond, setBeyond] = useState(0);
  const ms = Math.max(lineMs, beyond * msOfPx);
  useLayoutEffect(() => {
    const [around, within] = [place.current, text.current];
    if (!around || !within || still.matches) return;
    const watch = new ResizeObserver(() => setBeyond(Math.max(0, within.offsetWidth - around.clientWidth)));
    watch.observe(around);
    return () => watch.disconnect();
  }, []);
  useEffect(() => onMs(ms), [ms, onMs]);
  return (
    <span
      ref={place}
      className={beyond > 0 ? 'ticker-words is-long cut' : 'ticker-words cut'}
      style={{ '--beyond': `${beyond}px`, '--ms': `${ms}ms` } as CSSProperties}
    >
      <span ref={text}>{content}</span>
    </span>
  );
};

/** Which line is shown: the next when this one was read, unless one looks at it or wants no motion. */
const useTurn = (lines: number, stopped: boolean, ms: number): number => {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (stopped || lines < 2 || still.matches) return;
    const timer = setInterval(() => setTurn(before => before + 1), ms);
    return () => clearInterval(timer);
  }, [stopped, lines, ms]);
  return lines === 0 ? 0 : turn % lines;
};

const All = ({ notices }: { notices: readonly Notice[] }) => {
  const { t } = useTranslation('help');
  const since = (from: string) =>
    when(
      from,
      new Date(),
      t($ => $.today),
    );
  return (
    <ul className="ticker-list">
      {notices.map(({ key, content, level, from }) => (
        <li key={key} className={`is- flex gap-8${level}`}>
          <Level level={level} />
          <p>
            <span>{content}</span>
            {from && <small>{t($ => $.ticker.since, { at: since(from) })}</small>}
          </p>
        </li>
      ))}
    </ul>
  );
};

/**
 * The scrolling notice: one line at a time, the platform's before the reseller's; one that is
 * longer than its place moves along. It stops under the pointer and the focus; a click shows all.
 */
export const Ticker = () => {
  const { t } = useTranslation('help');
  const [stopped, setStopped] = useState(false);
  const [ms, setMs] = useState(lineMs);
  const { data } = useQuery({
    queryKey: ['notice/current'],
    queryFn: ({ signal }) => call(endpoints.notice.current, {}, { signal, quiet: true }),
    refetchInterval: checkAgainMs,
  });
  const notices = data?.list ?? [];
  const turn = useTurn(notices.length, stopped, ms);
  const notice = notices[turn];
  if (!notice) return null;
  const more = notices.length > 1 && t($ => $.ticker.more, { n: turn + 1, all: notices.length });
  return (
    <section
      className={stopped ? 'ticker is-stopped flex lean' : 'ticker flex lean'}
      aria-label={t($ => $.ticker.title)}
      onPointerEnter={() => setStopped(true)}
      onPointerLeave={() => setStopped(false)}
      onFocus={() => setStopped(true)}
      onBlur={() => setStopped(false)}
    >
      <Popover
        className={`ticker-line row gap-8 lean is-${notice.level}`}
        label={
          <>
            <Level level={notice.level} />
            <Line key={`${notice.key} ${notice.content}`} content={notice.content} onMs={setMs} />
            {more && (
              <small title={more}>
                {turn + 1}/{notices.length}
              </small>
            )}
          </>
        }
      >
        {() => <All notices={notices} />}
      </Popover>
    </section>
  );
};
