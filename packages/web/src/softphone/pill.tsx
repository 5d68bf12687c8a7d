import type { SeatState } from '@lianxian/core';
import {
  BellRing,
  ChevronDown,
  Coffee,
  Headset,
  Loader,
  type LucideIcon,
  Pause,
  PenLine,
  PhoneCall,
  PhoneOutgoing,
  Unplug,
} from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { askForDesktop } from '../live/good-calls.ts';
import { Confirm } from '../ui/confirm.tsx';
import { MenuButton, type MenuPart } from '../ui/menu-button.tsx';
import { useCallClock, useRestClock } from './call-clock.ts';
import { answer, endBreak, endWrapUp, goOffline, goOnline, hangUp, takeBreak } from './seat.ts';
import { type SeatView, useSeat } from './seat-store.ts';

/** Colour, icon: the word beside them decides. */
const looks: Readonly<Record<SeatState, readonly [look: string, icon: LucideIcon]>> = {
  offline: ['is-bad', Unplug],
  connecting: ['is-bad is-turning', Loader],
  idle: ['is-ok', Headset],
  dialling: ['is-warn', PhoneOutgoing],
  ringing: ['is-ringing', BellRing],
  inCall: ['is-talking', PhoneCall],
  held: ['is-held', Pause],
  wrapUp: ['is-warn', PenLine],
  break: ['is-idle', Coffee],
};

/** What stands behind the word: how long, or why. */
const useBehind = ({ state, call, wrapUpEndsAt, reason }: SeatView): string => {
  const isTalking = state === 'inCall' || state === 'held';
  const talked = useCallClock(isTalking ? (call?.answeredAt ?? null) : null);
  const rest = useRestClock(state === 'wrapUp' ? wrapUpEndsAt : null);
  return state === 'break' ? reason : talked || rest;
};

/** How the seat stands: colour, icon, word, and how long or why. */
const PillFace = ({ seat }: { seat: SeatView }) => {
  const { t } = useTranslation('softphone');
  const behind = useBehind(seat);
  const Icon = looks[seat.state][1];
  const { restsAfter } = seat;
  const word = t($ => $.pill.states[seat.state]);
  return (
    <>
      <Icon size={16} aria-hidden="true" />
      <span>{word}</span>
      {behind && behind !== word && <span>{behind}</span>}
      {restsAfter !== null && <span>{t($ => $.pill.restsAfter, { reason: restsAfter })}</span>}
    </>
  );
};
const pillLook = (state: SeatState): string => `softphone-pill row gap-6 fixed ${looks[state][0]}`;

type Asked = 'connect' | 'leave' | null;

interface Tools {
  readonly onDevices: () => void;
  readonly onCheck: () => void;
  readonly onLeave: () => void;
}

/** What may be done from where the seat stands. */
const useParts = (
  { state, facts, restsAfter }: SeatView,
  { onDevices, onCheck, onLeave }: Tools,
): readonly MenuPart[] => {
  const { t } = useTranslation('softphone');
  const entry = (
    key: 'answer' | 'refuse' | 'hangUp' | 'endWrapUp' | 'endBreak' | 'dropBreak',
    onChoose: () => unknown,
  ) => ({
    key,
    label: t($ => $.pill[key]),
    onChoose: () => void onChoose(),
  });
  const isTalking = state === 'dialling' || state === 'inCall' || state === 'held';
  const mayRest = state === 'idle' || state === 'wrapUp' || isTalking;
  return [
    {
      key: 'now',
      entries: [
        ...(state === 'ringing' ? [entry('answer', answer), entry('refuse', hangUp)] : []),
        ...(isTalking ? [entry('hangUp', hangUp)] : []),
        ...(state === 'wrapUp' ? [entry('endWrapUp', endWrapUp)] : []),
        ...(state === 'break' ? [entry('endBreak', endBreak)] : []),
        ...(restsAfter !== null ? [entry('dropBreak', endBreak)] : []),
      ],
    },
    {
      key: 'breaks',
      title: t($ => $.pill.breaks),
      entries: mayRest
        ? (facts?.breakReasons ?? []).map(reason => ({
            key: `break ${reason}`,
            label: reason,
            onChoose: () => takeBreak(reason),
          }))
        : [],
    },
    {
      key: 'tools',
      entries: [
        { key: 'devices', label: t($ => $.pill.devices), onChoose: onDevices },
        { key: 'check', label: t($ => $.pill.check), onChoose: onCheck },
        { key: 'off', label: t($ => $.pill.goOffline), onChoose: onLeave },
      ],
    },
  ];
};

/** Connecting and disconnecting ask first (O-074, O-245), so does taking the seat from another device. */
const Questions = ({ asked, onDone }: { asked: Asked; onDone: () => void }) => {
  const { t } = useTranslation('softphone');
  const takenBy = useSeat(seat => seat.takenBy);
  const isLive = useSeat(seat => seat.call !== null && seat.call.status !== 'ended');
  const cancelText = t($ => $.connect.cancel);
  if (takenBy !== null)
    return (
      <Confirm
        title={t($ => $.takeOver.title)}
        text={t($ => $.takeOver.text, { where: takenBy })}
        okText={t($ => $.takeOver.ok)}
        cancelText={cancelText}
        onOk={() => goOnline(true)}
        onCancel={goOffline}
      />
    );
  if (asked === 'connect')
    return (
      <Confirm
        danger={false}
        title={t($ => $.connect.title)}
        text={t($ => $.connect.text)}
        okText={t($ => $.connect.ok)}
        cancelText={cancelText}
        onOk={() => {
          onDone();
          askForDesktop();
          goOnline();
        }}
        onCancel={onDone}
      />
    );
  if (asked === 'leave')
    return (
      <Confirm
        title={t($ => $.leave.title)}
        text={isLive ? t($ => $.leave.inCall) : t($ => $.leave.text)}
        okText={t($ => $.leave.ok)}
        cancelText={cancelText}
        onOk={() => {
          onDone();
          goOffline();
        }}
        onCancel={onDone}
      />
    );
  return null;
};

/** The one place that says how the seat stands (look.md 2), and where it is switched. */
export const Pill = ({ onDevices, onCheck }: Omit<Tools, 'onLeave'>) => {
  const { t } = useTranslation('softphone');
  const seat = useSeat();
  const [asked, setAsked] = useState<Asked>(null);
  const parts = useParts(seat, { onDevices, onCheck, onLeave: () => setAsked('leave') });
  const name = t($ => $.pill.name, { state: t($ => $.pill.states[seat.state]) });
  const face = <PillFace seat={seat} />;
  return (
    <>
      {seat.isOn || seat.state !== 'offline' ? (
        <MenuButton
          label={
            <>
              {face}
              <ChevronDown size={14} aria-hidden="true" />
            </>
          }
          className={pillLook(seat.state)}
          title={name}
          parts={parts}
        />
      ) : (
        <button type="button" className={pillLook('offline')} title={name} onClick={() => setAsked('connect')}>
          {face}
        </button>
      )}
      <span className="only-read" role="status">
        {name}
      </span>
      {createPortal(<Questions asked={asked} onDone={() => setAsked(null)} />, document.body)}
    </>
  );
};
