import {
  type Ask,
  createGuard,
  type EndedBy,
  type Guard,
  type HungUpBy,
  type Instant,
  interrupted,
  type MediaFacts,
  notDialled,
  type Offer,
  type RecordingFacts,
  type SentenceSegment,
  type Switchboard,
  type SwitchboardCommand,
  type SwitchboardSignal,
  type Verdict,
  verdictOf,
} from '@lianxian/core';
import type { Exchange, LegSignal, Trunk } from '@lianxian/telephony';
import { now } from '../media-worker/clock.ts';
import type { TalkOptions } from '../media-worker/messages.ts';
import type { RecogniserFacts } from '../media-worker/recogniser-session.ts';
import type { Synthesiser } from '../speech/ports/synthesiser.ts';
import { type CallAsks, createCallAsks, type WorldOfCall } from './asks.ts';
import { openOffers } from './offers.ts';
import { spoken } from './spoken.ts';
import type { MediaWorkers } from './workers.ts';

/**
 * Core's switchboard over real telephony: SIP in the exchange of this process, sound and conversation in media workers.
 *
 *   dial ─prompts made→ INVITE ─→ signals … ─→ leg over ─→ worker closed its recording ─→ ended
 *   offer ─→ answer ─180, prompts made→ 200 ─→ signals … as above
 *
 * Invariants: every told dial and answer comes to exactly one `ended`, whatever fails and however slow (each step has a limit);
 * `ended` is the last signal and carries all that was noted before it; a fault of our own decides the verdict even
 * though the wire then says 「BYE by us」.
 */
export interface SipRoute extends Omit<TalkOptions, 'variables' | 'voice' | 'standIn'> {
  /** Carries out what the conversation asks; absent: every ask fails, and the plan goes on without. */
  readonly world?: WorldOfCall;
  /** The voice its merchant chose; absent: the house's usual one. */
  readonly synthesiser?: Synthesiser;
  /** Null for a call to us, which needs none. */
  readonly trunk: Trunk | null;
  /** Of a call to us, what the trunk says of a call of ours; absent: it is not. */
  readonly behindNat?: boolean;
}

export interface SipSwitchboardOptions {
  readonly exchange: Exchange;
  readonly workers: MediaWorkers;
  readonly voices: Voices;
  readonly onSignal: (call: string, signal: SwitchboardSignal) => void;
  /** Somebody calls: to be answered or refused within seconds. Without it nobody is taken. */
  readonly onOffer?: (offer: Offer) => void;
  /** What the call is called on the wire, once its INVITE has left. */
  readonly onCallId?: (call: string, callId: string) => void;
  /** Asked right before an INVITE leaves; a verdict says why it does not. Never rejects. */
  readonly lastLook?: (call: string) => Promise<Verdict | null>;
  /** Something of a call was lost, but it goes on. */
  readonly onAlarm: (call: string, because: string) => void;
  /** Something threw while this call was served: it ends, and no other one. */
  readonly onDefect: (call: string, error: unknown) => void;
  /** How the recogniser did that listened to a call. */
  readonly onRecogniserFacts?: (service: string, facts: RecogniserFacts) => void;
  /** A worker died with the call: what its files tell beyond what was noted. */
  readonly salvage: (file: string, notesSoFar: number) => Promise<Salvage>;
}

/** Prompts as the switchboard needs them. */
export interface Voices {
  readonly voice: string;
  /**
   * What a call says first; rejects when it could not be made in time. The rest is made while it rings, until `isOver` (absent:
   * all of it).
   */
  readonly prepare: (command: Pick<Opening, 'plan' | 'variables'>, isOver?: () => boolean) => Promise<void>;
  /** In the middle of a call: by that voice, or in time by the usual one; rejects when neither did. */
  readonly make: (segment: SentenceSegment) => Promise<void>;
  /** The same by a voice of a merchant's, for one call; it falls back to the usual one, so `voice` counts after `prepare`. */
  readonly by?: (synthesiser: Synthesiser) => Omit<Voices, 'by'>;
}

export interface Salvage {
  readonly notes: readonly Extract<SwitchboardSignal, { type: 'noted' }>['note'][];
  readonly recording: RecordingFacts | null;
}

type Dial = Extract<SwitchboardCommand<SipRoute>, { type: 'dial' }>;
type Answer = Extract<SwitchboardCommand<SipRoute>, { type: 'answer' }>;
type Opening = Dial | Answer;

/** A worker closes a recording in milliseconds; after this it is taken for stuck and its files are read instead. */
const CLOSE_LIMIT_MS = 5_000;
const RINGING = 180;

interface Running {
  /** Who voices it, from `prepare` on. */
  voices?: Omit<Voices, 'by'>;
  readonly opening: Opening;
  /** Its name at the exchange and at its worker. */
  readonly leg: string;
  isAtExchange: boolean;
  answered: boolean;
  /** What its conversation asks; null until it is prepared. */
  asks: CallAsks | null;
  notes: number;
  /** Who asked to end it, and the verdict when it is our own fault. */
  endedBy: HungUpBy | null;
  ownFault: Verdict | null;
  /** What the far end wrote beside its last word. */
  reason: string;
  over: { readonly at: Instant; readonly verdict: Verdict; readonly by: HungUpBy } | null;
  media: 'none' | 'open' | 'closed' | 'lost';
  /** What the worker told when it closed; it may come before the leg's own end. */
  kept: { readonly media: MediaFacts | null; readonly recording: RecordingFacts | null };
  limit: NodeJS.Timeout | undefined;
  defects: number;
  /** All that comes for this call goes through it. */
  readonly guard: Guard;
}

const sides: Readonly<Record<HungUpBy, EndedBy>> = {
  callee: 'callee',
  robot: 'robot',
  user: 'user',
  platform: 'platform',
  nobody: 'platform',
};

export const createSipSwitchboard = (options: SipSwitchboardOptions): Switchboard<SipRoute> => {
  const { exchange, workers, voices, onSignal } = options;
  const running = new Map<string, Running>();
  const offers = openOffers(exchange, options.onOffer ?? null);

  const finish = (call: string, live: Running) => {
    if (!live.over || !running.delete(call)) return;
    clearTimeout(live.limit);
    onSignal(call, { type: 'ended', ...live.over, ...live.kept, reason: live.reason });
  };

  const salvage = async (call: string, live: Running): Promise<void> => {
    const found = await options
      .salvage(live.opening.route.file, live.notes)
      .catch((): Salvage => ({ notes: [], recording: null }));
    for (const note of found.notes) onSignal(call, { type: 'noted', note });
    live.kept = { media: null, recording: found.recording };
    finish(call, live);
  };

  /** The leg is over: the verdict is known, the worker is asked to close. */
  const over = (call: string, live: Running, at: Instant, wire: Verdict) => {
    if (live.over) return;
    live.isAtExchange = false;
    if (wire.because === 'calleeHungUp' || wire.because === 'callerGaveUp') live.endedBy = 'callee';
    const by = live.endedBy ?? 'nobody';
    live.asks?.close();
    live.over = { at, verdict: live.ownFault ?? spoken(wire, by), by: live.ownFault ? 'platform' : by };
    if (live.media === 'closed' || live.media === 'none') return finish(call, live);
    if (live.media === 'lost') return live.guard(salvage)(call, live);
    workers.willEnd(live.leg, sides[by]);
    workers.close(live.leg);
    live.limit = setTimeout(
      live.guard(() => {
        live.media = 'lost';
        return salvage(call, live);
      }),
      CLOSE_LIMIT_MS,
    );
  };

  /**
   * The call is over with our BYE or CANCEL, not with the answer to it, which may take 32 s: the exchange sees it through
   * (an answer that crosses a CANCEL gets ACK and BYE).
   */
  const hangUp = (call: string, live: Running, by: HungUpBy): void => {
    live.endedBy ??= by;
    if (live.isAtExchange) exchange.hangUp(live.leg);
    if (live.answered) over(call, live, now(), verdictOf({ how: 'byUs', code: null }));
    else over(call, live, now(), notDialled('cancelledByUser'));
  };

  const fail = (call: string, live: Running, because: string) => {
    if (live.over) return;
    live.ownFault ??= interrupted(because);
    hangUp(call, live, 'platform');
  };

  /** The first ends it in order, with what its worker kept; one more while that is done ends it at once. */
  const defect = (call: string, live: Running, error: unknown) => {
    options.onDefect(call, error);
    live.defects += 1;
    if (live.defects === 1) return live.guard(fail)(call, live, 'callDefect');
    live.over ??= { at: now(), verdict: live.ownFault ?? interrupted('callDefect'), by: 'platform' };
    finish(call, live);
  };

  const start = (opening: Opening, leg: string, isAtExchange: boolean): Running => {
    const { call } = opening;
    const live: Running = runningOf(
      opening,
      leg,
      isAtExchange,
      createGuard(error => defect(call, live, error)),
    );
    running.set(call, live);
    return live;
  };

  const hear = (call: string, live: Running, signal: LegSignal) => {
    if (live.over) return;
    switch (signal.type) {
      case 'dialled':
        options.onCallId?.(call, signal.callId);
        return onSignal(call, { type: 'dialled', at: signal.at, invite: signal.invite });
      case 'provisional':
        if (signal.code > 100) onSignal(call, { type: 'ringing', at: signal.at, earlyMedia: signal.earlyMedia });
        return;
      case 'answered':
        live.answered = true;
        return onSignal(call, { type: 'answered', at: signal.at, dialog: signal.dialog });
      case 'ended':
        live.reason = signal.ending.reason;
        return over(call, live, signal.at, verdictOf(signal.ending, directionOf(live)));
    }
  };

  const listener = (call: string, live: Running) => ({
    noted: (notes: Salvage['notes']) => {
      live.notes += notes.length;
      for (const note of notes) onSignal(call, { type: 'noted', note });
    },
    wantsHangUp: () => hangUp(call, live, 'robot'),
    wantsAsk: (ask: number, what: Ask, limitMs: number) => live.asks?.ask(ask, what, limitMs),
    unask: (ask: number) => live.asks?.unask(ask),
    wantsPrompt: (hash: string, segment: SentenceSegment) =>
      (live.voices ?? voices).make(segment).then(
        () => workers.promptMade(live.leg, hash, true),
        () => workers.promptMade(live.leg, hash, false),
      ),
    failed: (because: string, defect: string) => {
      options.onDefect(call, defect);
      fail(call, live, because);
    },
    vanished: () => {
      if (live.over) return;
      live.endedBy ??= 'nobody';
      exchange.hangUp(live.leg, 'silent');
      over(call, live, now(), verdictOf({ how: 'silent', code: null }));
    },
    alarm: (because: string) => options.onAlarm(call, because),
    recogniserFacts: (service: string, facts: RecogniserFacts) => options.onRecogniserFacts?.(service, facts),
    closed: (media: MediaFacts | null, recording: RecordingFacts | null) => {
      live.media = 'closed';
      live.kept = { media, recording };
      finish(call, live);
    },
    lost: () => {
      if (live.media === 'lost') return;
      live.media = 'lost';
      if (live.over) return salvage(call, live);
      return fail(call, live, 'workerDied');
    },
  });

  /** Makes what the call will say; false when it ended over it, or meanwhile. */
  const prepare = async (call: string, live: Running): Promise<boolean> => {
    const { opening } = live;
    const { synthesiser } = opening.route;
    const own = (synthesiser && voices.by?.(synthesiser)) ?? voices;
    live.voices = own;
    try {
      await own.prepare(opening, () => live.over !== null);
    } catch {
      fail(call, live, 'speechFailed');
      return false;
    }
    if (live.over) return false;
    const { trunk, behindNat, world, synthesiser: _, ...talk } = opening.route;
    live.asks = createCallAsks({
      leg: live.leg,
      exchange,
      workers,
      world,
      guard: live.guard,
      answered: (ask, answer) => workers.askAnswered(live.leg, ask, answer),
      personLeft: () => hangUp(call, live, 'user'),
    });
    const full = { ...talk, variables: opening.variables, voice: own.voice, standIn: voices.voice };
    const media = { plan: opening.plan, talk: full, hears: listener(call, live), guard: live.guard };
    // A large plan that is new here takes a moment; its call waits, no other, and is not asked for again before that.
    const isReady = workers.prepare(live.leg, media);
    live.media = 'open';
    await isReady;
    return !live.over;
  };

  const dial = async (command: Dial, live: Running): Promise<void> => {
    const { call, route, phone: to, callerNumber: from, ringTimeoutMs } = command;
    if (route.trunk === null) return fail(call, live, 'callDefect');
    // Somebody may hang up meanwhile: then nothing leaves.
    if (!(await prepare(call, live))) return;
    const undialable = (await options.lastLook?.(call)) ?? null;
    if (live.over) return;
    if (undialable !== null) return over(call, live, now(), undialable);
    live.isAtExchange = true;
    exchange.dial(
      { leg: call, trunk: route.trunk, to, from, ringTimeoutMs },
      live.guard(signal => hear(call, live, signal)),
    );
  };

  const answer = async (command: Answer, live: Running): Promise<void> => {
    const { call, offer } = command;
    const taken = offers.take(offer);
    if (taken === null) return over(call, live, now(), verdictOf({ how: 'cancelled', code: null }, 'in'));
    options.onCallId?.(call, taken.leg.callId);
    taken.hears(live.guard(signal => hear(call, live, signal)));
    if (live.over) return;
    taken.leg.progress(RINGING, false);
    if (await prepare(call, live)) taken.leg.answer({ behindNat: command.route.behindNat ?? false });
  };

  return {
    tell: command => {
      if (command.type === 'refuse') return offers.refuse(command.offer, command.because);
      const { call } = command;
      if (command.type === 'dial') {
        const live = start(command, call, false);
        return live.guard(dial)(command, live);
      }
      if (command.type === 'answer') {
        const live = start(command, command.offer, true);
        return live.guard(answer)(command, live);
      }
      const live = running.get(call);
      if (!live || live.over) return;
      if (command.type === 'fail') live.guard(fail)(call, live, command.because);
      else live.guard(hangUp)(call, live, command.by);
    },
  };
};

const runningOf = (opening: Opening, leg: string, isAtExchange: boolean, guard: Guard): Running => ({
  opening,
  leg,
  isAtExchange,
  answered: false,
  asks: null,
  notes: 0,
  endedBy: null,
  ownFault: null,
  reason: '',
  over: null,
  media: 'none',
  kept: { media: null, recording: null },
  limit: undefined,
  defects: 0,
  guard,
});

const directionOf = ({ opening }: Running) => (opening.type === 'answer' ? 'in' : 'out');
