import { endpoints, fieldChars } from '@lianxian/contract';
import { levels } from '@lianxian/core';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../line/use-now.ts';
import { useSeat } from '../softphone/seat-store.ts';
import { when } from '../ui/format.ts';
import { PlainChoice } from '../ui/plain-choice.tsx';
import { changePaper, isTouched, type Paper } from './paper.ts';
import type { ShownCall } from './shown-call.ts';
import '../ui/input.css';
import './wrap-up.css';

const tagChars = fieldChars(endpoints.seatWork.wrapUp.input, 'tags') * 20;
const stays = '';

const Row = ({ label, id, children }: { label: string; id: string; children: ReactNode }) => (
  <div className="row gap-8">
    <label htmlFor={id} id={`${id}-label`}>
      {label}
    </label>
    <div className="fill lean">{children}</div>
  </div>
);

/** `2026-11-29T16:34` by the merchant's clock. */
const wallClock = (at: number): string => when(new Date(at).toISOString(), new Date(0), '').replace(' ', 'T');

const Countdown = ({ until, isKept }: { until: number; isKept: boolean }) => {
  const { t } = useTranslation('console');
  const now = useNow(500);
  const s = Math.max(0, Math.ceil((until - now) / 1_000));
  return <span className="hint">{isKept ? t($ => $.wrapUp.stays, { s }) : t($ => $.wrapUp.left, { s })}</span>;
};

interface WrapUpProps {
  readonly call: ShownCall;
  readonly paper: Paper;
  /** The time is over and nothing was typed. */
  readonly onOver: () => void;
}

/** Ends with its time, which the seat keeps, unless somebody is at it. */
const useOver = (until: number | null, isKept: boolean, onOver: () => void): void => {
  const before = useRef(until);
  const over = useEffectEvent(onOver);
  useEffect(() => {
    const isOver = before.current !== null && until === null;
    before.current = until;
    if (isOver && !isKept) over();
  }, [until, isKept]);
};

/** What comes after the call: level, tags, when to speak again. Note and type stand where they stood in the call. */
export const WrapUp = ({ call, paper, onOver }: WrapUpProps) => {
  const { t } = useTranslation('console');
  const id = useId();
  const until = useSeat(seat => seat.wrapUpEndsAt);
  const isKept = isTouched(paper);
  useOver(until, isKept, onOver);
  const change = (next: Partial<Paper>) => changePaper(call.key, next);
  const tags = paper.tags ?? call.tags.join(', ');
  return (
    <section className="wrap-up grid gap-8 fixed" aria-label={t($ => $.wrapUp.title)}>
      <header className="row between wrap">
        <h3 className="section-title whole">{t($ => $.wrapUp.title)}</h3>
        {until !== null && <Countdown until={until} isKept={isKept} />}
      </header>
      <Row label={t($ => $.wrapUp.level)} id={`${id}-level`}>
        <PlainChoice
          id={`${id}-level`}
          value={paper.level}
          placeholder=""
          options={[
            { value: stays, label: t($ => $.wrapUp.levelNone) },
            ...levels.map(level => ({ value: level, label: level })),
          ]}
          onChange={level => change({ level })}
        />
      </Row>
      <Row label={t($ => $.wrapUp.tags)} id={`${id}-tags`}>
        <input
          id={`${id}-tags`}
          className="input"
          placeholder={t($ => $.wrapUp.tagsHint)}
          maxLength={tagChars}
          value={tags}
          onChange={event => change({ tags: event.target.value })}
        />
      </Row>
      <Row label={t($ => $.wrapUp.nextCall)} id={`${id}-next`}>
        <input
          id={`${id}-next`}
          className="input"
          type="datetime-local"
          min={wallClock(Date.now())}
          value={paper.nextCallAt}
          onChange={event => change({ nextCallAt: event.target.value })}
        />
      </Row>
    </section>
  );
};
