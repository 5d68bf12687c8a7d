import { endpoints, type TopicMessage } from '@lianxian/contract';
import { type SeatEvent, seatStateOf } from '@lianxian/core';
import { call as ask } from '../api/call.ts';
import { hearReturn, listenTo } from '../live/socket.ts';
import { type Connecting, createConnecting } from './connecting.ts';
import {
  attempt,
  callOf,
  dialledCall,
  type Held,
  hasOthers,
  headersOf,
  holdPage,
  type KeeperParts,
} from './keeper-parts.ts';
import { readDevices } from './media.ts';
import type { PhoneLevels, PhoneNews } from './port.ts';
import { gradeOf } from './quality.ts';
import type { Dialled, SeatWish } from './seat.ts';
import { keepPlan, keepSwitch, readSwitch } from './switch-state.ts';

export interface Keeper {
  readonly wish: (wish: SeatWish) => void;
  readonly levels: () => PhoneLevels;
  /** A tab that has just come wants to see it. */
  readonly showAgain: () => void;
  readonly stop: () => void;
}

const measureMs = 2_000;
/** A path that is broken mends by itself within it, or the server is asked for a new leg. */
const rejoinAfterMs = 1_500;

type Act = Parameters<typeof ask<typeof endpoints.seatWork.act>>[1];

/** Something in the call one is in; nothing while the server has not said which it is. */
const act = ({ read }: Held, wanted: Omit<Act, 'callId'>): Promise<unknown> => {
  const callId = read().call?.callId;
  return callId ? ask(endpoints.seatWork.act, { ...wanted, callId }) : Promise.resolve();
};

/**
 * What the server holds: of a call whose leg is away, or that began on another device. That there is none ends the call
 * that the page had when it asked, never one that began while the answer was on its way.
 */
const findCall = ({ read, step }: Held, { phone }: Pick<Connecting, 'phone'>): void => {
  const had = read().call;
  attempt(
    ask(endpoints.seatWork.call, {}, { quiet: true }).then(({ call }) => {
      const isOver = call === null || call.endedAt !== null;
      if (!isOver && call.answeredAt !== null) step({ type: 'found', call: callOf(call) });
      if (isOver && had?.status === 'answered' && read().call?.startedAt === had.startedAt) {
        phone()?.forget();
        step({ type: 'found', call: null });
      }
    }),
  );
};

/** Who has been hung up on is told so without waiting for what became of the call. */
const knownWithinMs = 3_000;
/** Over for this seat alone: it handed the call on, or was taken out of it. */
const goesOn = async (id: string | null): Promise<boolean> => {
  if (id === null) return false;
  const answer = await ask(endpoints.seatWork.call, { id }, { quiet: true, timeLimitMs: knownWithinMs }).catch(
    () => null,
  );
  return answer !== null && answer.call !== null && hasOthers(answer.call);
};

/** Another device has the seat: its call goes on over there, so nothing is hung up here. */
const giveAway = ({ read, step }: Held, { leave }: Connecting): void => {
  leave(true);
  const { call } = read();
  step({ type: 'set', part: { isOn: false, call: call?.status === 'ended' ? call : null } });
  step({ type: 'seat', event: { type: 'ended', wrapUpMs: 0 } });
  step({ type: 'seat', event: { type: 'goOffline' } });
};

type Hears = { readonly [Type in PhoneNews['type']]?: (news: Extract<PhoneNews, { type: Type }>) => void };

/** What the phone says, and what follows. */
const createHearing = ({ tell }: KeeperParts, held: Held, connecting: () => Connecting) => {
  let topic = '';
  let stopTopic = () => {};
  let rejoin: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const { read, step } = held;
  const heardServer = (message: TopicMessage): void => {
    const { call, isOn } = read();
    if (message.type === 'seat.state') step({ type: 'told', state: message.state, reason: message.reason });
    if (message.type === 'seat.call' && message.callId === call?.callId && call.isAway) findCall(held, connecting());
    if (message.type === 'seat.notDone' && message.callId === call?.callId) {
      tell({ say: 'notDone', because: message.because });
      // What was shown at once is as it was.
      findCall(held, connecting());
    }
    if (message.type === 'seat.takenOver' && isOn && connecting().isOthers(message.grant)) {
      tell({ say: 'takenOver', device: message.device });
      giveAway(held, connecting());
    }
  };
  /** Its account is `seat.<employee>`, its topic `seat:<employee>`. */
  const hearSeat = (account: string): void => {
    const wanted = account.replace(/^seat\./, 'seat:');
    if (wanted === topic) return;
    topic = wanted;
    stopTopic();
    stopTopic = listenTo(topic, heardServer);
  };
  const follows: Hears = {
    registered: () => {
      connecting().registered();
      hearSeat(read().facts?.account ?? '');
      findCall(held, connecting());
    },
    refused: ({ because }) => {
      step({ type: 'phone', news: { type: 'lost', because } });
      connecting().refused();
    },
    rang: ({ kind }) => {
      if (kind === 'resume' || read().facts?.autoAnswer) connecting().phone()?.answer();
    },
    sent: held.showAgain,
    progress: ({ warning }) => {
      if (warning !== null) tell({ say: 'warned', because: warning });
    },
    answered: () => {
      if (read().call?.isMuted) connecting().phone()?.mute(true);
    },
    microphone: ({ fault }) => tell({ say: 'microphone', fault }),
    away: () => {
      clearTimeout(rejoin);
      // While the socket is gone as well, the server comes by itself with the next registration.
      rejoin = setTimeout(() => {
        if (read().call?.isAway && !read().seat.isLost) attempt(act(held, { act: 'rejoin' }));
      }, rejoinAfterMs);
    },
    heard: () => clearTimeout(rejoin),
  };
  return {
    stop: () => {
      isStopped = true;
      clearTimeout(rejoin);
      stopTopic();
    },
    heard: (news: PhoneNews): void => {
      const before = read().call?.status;
      step({ type: 'phone', news });
      (follows[news.type] as ((news: PhoneNews) => void) | undefined)?.(news);
      if (news.type !== 'ended' || news.by === 'me' || before === undefined || before === 'ended') return;
      if (before === 'dialling') tell({ say: 'notPlaced', because: news.because, code: news.code });
      else if (news.because === 'elsewhere') {
        // There is nothing to be done about it.
        step({ type: 'closed' });
        tell({ say: 'elsewhere' });
      } else if (before === 'ringing') tell({ say: 'missed' });
      else
        void goesOn(read().call?.callId ?? null).then(on => isStopped || tell({ say: on ? 'passedOn' : 'peerHungUp' }));
    },
  };
};

const dial = (dialled: Dialled, { tell }: KeeperParts, { read, stepUnseen }: Held, { phone }: Connecting): void => {
  const { call, seat, planId } = read();
  const state = seatStateOf(seat);
  const ready = phone();
  if (call !== null && call.status !== 'ended') tell({ say: 'inCall' });
  else if (state === 'break') tell({ say: 'onBreak' });
  else if (ready === null || (state !== 'idle' && state !== 'wrapUp')) tell({ say: 'notReady' });
  else {
    stepUnseen({ type: 'dialled', call: dialledCall(dialled, planId) });
    ready.dial(dialled.to, headersOf(dialled, planId));
  }
};

const hangUp = (held: Held, { phone }: Connecting): void => {
  const { call } = held.read();
  if (call === null || call.status === 'ended') return;
  if (!call.isAway) phone()?.hangUp();
  // No leg here that could say so.
  else
    attempt(act(held, { act: 'hangUp' }), () => {
      phone()?.forget();
      held.step({ type: 'phone', news: { type: 'ended', by: 'me', because: null, code: 0 } });
    });
};

type Wishes = { readonly [Want in SeatWish['want']]: (wish: Extract<SeatWish, { want: Want }>) => void };

/** What any tab may wish. */
const createWishes = (parts: KeeperParts, held: Held, connecting: Connecting): Wishes => {
  const { read, step } = held;
  const { phone } = connecting;
  /** One key after the other: a menu at the far end hears them as they were pressed. */
  let sent: Promise<unknown> = Promise.resolve();
  const setState = (state: 'idle' | 'break' | 'wrapUpOver', event: SeatEvent, reason = ''): void =>
    attempt(ask(endpoints.seat.setState, { state, reason }), () => step({ type: 'seat', event }));
  return {
    goOnline: ({ takeOver }) => connecting.goOn(takeOver),
    goOffline: () => {
      keepSwitch(parts.account, 0);
      connecting.goOff();
    },
    dial: ({ dialled }) => dial(dialled, parts, held, connecting),
    answer: () => phone()?.answer(),
    hangUp: () => hangUp(held, connecting),
    sendKeys: ({ keys }) => {
      sent = sent.catch(() => undefined).then(() => act(held, { act: 'keys', keys }));
      attempt(sent);
    },
    mute: ({ isMuted }) => {
      const { call } = read();
      phone()?.mute(isMuted);
      if (call !== null) step({ type: 'set', part: { call: { ...call, isMuted } } });
    },
    hold: ({ isHeld }) =>
      attempt(act(held, { act: isHeld ? 'hold' : 'resume' }), () =>
        step({ type: 'told', state: isHeld ? 'held' : 'inCall', reason: '' }),
      ),
    takeBreak: ({ reason }) => setState('break', { type: 'breakTaken', reason }, reason),
    endBreak: () => setState('idle', { type: 'breakEnded' }),
    endWrapUp: () => setState('wrapUpOver', { type: 'wrapUpOver' }),
    choosePlan: ({ planId }) => {
      keepPlan(parts.account, planId);
      step({ type: 'set', part: { planId } });
    },
    takeDevices: () => phone()?.takeDevices(readDevices()),
    closeCall: () => step({ type: 'closed' }),
  };
};

/**
 * Holds the seat in the one tab that has its phone: connects it and keeps it connected, carries out wishes of all tabs, and
 * says how it stands.
 */
export const startKeeper = (parts: KeeperParts): Keeper => {
  let connecting: Connecting | null = null;
  const held = holdPage(parts, () => connecting?.leave(false));
  const hearing = createHearing(parts, held, () => linked);
  const linked = createConnecting(parts, held, hearing.heard);
  connecting = linked;

  const stopReturns = hearReturn(() => held.read().call?.isAway && findCall(held, linked));
  const measure = async (): Promise<void> => {
    const { call } = held.read();
    if (call?.status !== 'answered') return;
    // Whoever could say that it is over may have died with it.
    if (call.isAway) return findCall(held, linked);
    const quality = await linked.phone()?.quality();
    if (quality?.isDeaf) hearing.heard({ type: 'away' });
    else if (quality) held.step({ type: 'set', part: { quality: gradeOf(quality) } });
  };
  const measuring = setInterval(() => void measure(), measureMs);

  const wishes = createWishes(parts, held, linked);

  held.showAgain();
  if (readSwitch(parts.account) === 1) linked.goOn(false);
  // Switched off in its last call, and loaded anew: it comes back for that one.
  else if (held.read().call?.status === 'answered') {
    linked.goOn(false);
    wishes.goOffline({ want: 'goOffline' });
  }
  return {
    wish: wish => (wishes[wish.want] as (wish: SeatWish) => void)(wish),
    levels: () => linked.phone()?.levels() ?? { mine: 0, theirs: 0 },
    showAgain: held.showAgain,
    stop: () => {
      held.stop();
      hearing.stop();
      linked.stop();
      clearInterval(measuring);
      stopReturns();
    },
  };
};
