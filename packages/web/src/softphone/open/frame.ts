import { settings } from '../../api/settings.ts';
import { answer, closeCall, dial, goOffline, goOnline, hangUp, hold, mute, sendKeys } from '../seat.ts';
import { type SeatCall, type SeatView, useSeat } from '../seat-store.ts';
import { type FrameCommand, type FrameEvent, frameMessage } from './messages.ts';

/** The page around this one, if its origin may show us (`FRAME_ANCESTORS`) or is ours; null: nobody who may speak. */
const parentOrigin = (): string | null => {
  if (window.parent === window) return null;
  const said = location.ancestorOrigins?.[0] ?? URL.parse(document.referrer)?.origin ?? null;
  return said !== null && mayRead(said) ? said : null;
};
const mayRead = (origin: string): boolean => origin === location.origin || settings.frames.includes(origin);

const callOf = ({ callId, direction, phone, status, answeredAt, isHeld, isMuted }: SeatCall) => ({
  ...{ callId, direction, phone, status, answeredAt, isHeld, isMuted },
});

/** What is new for who looks at us from outside. */
const eventsOf = (now: SeatView, before: SeatView | null): readonly FrameEvent[] => {
  const { call, state, reason } = now;
  const isOver = call?.status === 'ended' && before?.call?.status !== 'ended';
  return [
    ...(before === null || state !== before.state || reason !== before.reason
      ? [{ event: 'state', state, reason } as const]
      : []),
    ...(before === null || call !== before.call ? [{ event: 'call', call: call && callOf(call) } as const] : []),
    ...(isOver ? [{ event: 'ended', callId: call.callId, endedBy: call.endedBy, because: call.because } as const] : []),
  ];
};

/** False: not now. */
const obey = (wish: FrameCommand): boolean => {
  const { call, state } = useSeat.getState();
  const isLive = call !== null && call.status !== 'ended';
  switch (wish.command) {
    case 'dial':
      if (isLive || (state !== 'idle' && state !== 'wrapUp')) return false;
      // Nobody fills in a guide here: a call that is over is put away by the next.
      closeCall();
      dial({ to: wish.to, ...(wish.planId !== undefined && { planId: wish.planId }) });
      return true;
    case 'online':
      goOnline();
      return true;
    case 'offline':
      goOffline();
      return true;
    case 'state':
      return true;
    case 'answer':
      if (call?.status !== 'ringing') return false;
      answer();
      return true;
    case 'hangUp':
      return isLive && hangUp();
    case 'hold':
      if (call?.status !== 'answered') return false;
      hold(wish.on);
      return true;
    case 'mute':
      if (!isLive) return false;
      mute(wish.on);
      return true;
    case 'keys':
      if (call?.status !== 'answered') return false;
      sendKeys(wish.keys);
      return true;
  }
};

/** Speaks with the page around this one; the answer stops. Whoever may not show us is neither heard nor told anything. */
export const speakWithFrame = (): (() => void) => {
  const origin = parentOrigin();
  if (origin === null) return () => undefined;
  const say = (event: FrameEvent) => window.parent.postMessage({ lianxian: 1, ...event }, origin);
  const sayAll = (before: SeatView | null) => {
    for (const event of eventsOf(useSeat.getState(), before)) say(event);
  };
  const hear = ({ source, origin: from, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || from !== origin) return;
    const said = frameMessage.safeParse(data);
    if (!said.success) say({ event: 'refused', because: 'unknown' });
    else if (!obey(said.data)) say({ event: 'refused', because: 'notNow' });
    else if (said.data.command === 'state') sayAll(null);
  };
  addEventListener('message', hear);
  const stop = useSeat.subscribe((_, before) => sayAll(before));
  sayAll(null);
  return () => {
    removeEventListener('message', hear);
    stop();
  };
};
