import type { HungUpBy, Plan, SwitchboardSignal, Verdict } from '@lianxian/core';
import { expect, test } from 'vitest';

/**
 * What every switchboard must do, whatever it is made of (docs/rules.md#tests): the same tests run over SIP with a
 * real telephone and over simulated callees.
 */
export interface SwitchboardUnderTest {
  /** A fresh call to a callee of that kind; who `talks` picks up and says something. Rings for a minute by default. */
  readonly dial: (callee: CalleeKind, plan: Plan, ringTimeoutMs?: number) => string;
  /** Somebody calls us, and gives up after so long; gives the offer. */
  readonly ring: (patienceMs: number) => Promise<string>;
  /** Takes an offer as a new call. */
  readonly answer: (offer: string, plan: Plan) => string;
  readonly hangUp: (call: string, by: HungUpBy) => void;
  readonly signals: (call: string) => readonly SwitchboardSignal[];
  /** Waits until the call has told a signal of that type. */
  readonly until: (call: string, type: SwitchboardSignal['type']) => Promise<void>;
}

export type CalleeKind = 'talks' | 'isBusy' | FarKind | SipKind;

/** What a far end does, wherever it is: a scripted telephone does it by SIP, a persona in virtual time. */
export type FarKind =
  | 'hangsUp'
  | 'declines'
  | 'isAway'
  | 'isUnknown'
  | 'hasMoved'
  | 'ringsOut'
  | 'overloaded'
  | 'fails'
  | 'forbids'
  | 'takesNoCodec'
  | 'ringsForEver';

/** What only SIP can do. */
type SipKind =
  | 'onlyTries'
  | 'wantsCredentials'
  | 'answersLate'
  | 'answersWithoutCodec'
  | 'fallsSilent'
  | 'refusesConnections'
  | 'hasNoAddress';

/**
 * Every way a call can end that takes seconds, written by hand: who does what, and the one verdict it comes to. Two more
 * take minutes and are seen by the exchange's own tests in virtual time: a far end that never replies (32 s, `noReply`) and
 * a session that nobody refreshes (`sessionExpired`).
 */
interface Ending {
  readonly callee: CalleeKind;
  readonly ringTimeoutMs?: number;
  /** We hang up at this signal; `dialled`: before it rings. */
  readonly weHangUp?: { readonly at: SwitchboardSignal['type']; readonly by: HungUpBy };
  readonly verdict: Verdict;
  readonly by: HungUpBy;
}

const verdict = (
  state: Verdict['state'],
  fault: Verdict['fault'],
  mayRetry: boolean,
  sipCode: number | null,
  because: string,
): Verdict => ({ state, fault, mayRetry, sipCode, because });

const endings: Readonly<Record<string, Ending>> = {
  'the callee hangs up': {
    callee: 'hangsUp',
    verdict: verdict('answered', 'nobody', false, null, 'calleeHungUp'),
    by: 'callee',
  },
  'the robot hangs up': {
    callee: 'talks',
    verdict: verdict('answered', 'nobody', false, null, 'robotHungUp'),
    by: 'robot',
  },
  'a user hangs up in the talk': {
    callee: 'talks',
    weHangUp: { at: 'noted', by: 'user' },
    verdict: verdict('answered', 'nobody', false, null, 'userHungUp'),
    by: 'user',
  },
  'the house shuts down in the talk': {
    callee: 'talks',
    weHangUp: { at: 'noted', by: 'platform' },
    verdict: verdict('interrupted', 'us', true, null, 'shutDown'),
    by: 'platform',
  },
  'cancelled while it rings': {
    callee: 'ringsForEver',
    weHangUp: { at: 'ringing', by: 'user' },
    verdict: verdict('cancelled', 'nobody', true, null, 'cancelledByUser'),
    by: 'user',
  },
  busy: { callee: 'isBusy', verdict: verdict('busy', 'callee', true, 486, 'busy'), by: 'nobody' },
  declined: { callee: 'declines', verdict: verdict('rejected', 'callee', false, 603, 'declined'), by: 'nobody' },
  'away for now': {
    callee: 'isAway',
    verdict: verdict('unreachable', 'unknown', true, 480, 'unavailable'),
    by: 'nobody',
  },
  'no such number': {
    callee: 'isUnknown',
    verdict: verdict('emptyNumber', 'callee', false, 404, 'emptyNumber'),
    by: 'nobody',
  },
  'the number has changed': {
    callee: 'hasMoved',
    verdict: verdict('numberChanged', 'callee', false, 410, 'numberChanged'),
    by: 'nobody',
  },
  'the carrier gave up ringing': {
    callee: 'ringsOut',
    verdict: verdict('noAnswer', 'callee', true, 408, 'noAnswer'),
    by: 'nobody',
  },
  'the carrier is overloaded': {
    callee: 'overloaded',
    verdict: verdict('lineFault', 'carrier', true, 503, 'serverBusy'),
    by: 'nobody',
  },
  'the carrier fails': {
    callee: 'fails',
    verdict: verdict('lineFault', 'carrier', true, 500, 'serverError'),
    by: 'nobody',
  },
  'the carrier forbids it': {
    callee: 'forbids',
    verdict: verdict('lineFault', 'carrier', false, 403, 'forbidden'),
    by: 'nobody',
  },
  'no codec of ours is taken': {
    callee: 'takesNoCodec',
    verdict: verdict('lineFault', 'carrier', false, 488, 'noCommonCodec'),
    by: 'nobody',
  },
  'nobody picks up within the limit': {
    callee: 'ringsForEver',
    ringTimeoutMs: 600,
    verdict: verdict('noAnswer', 'callee', true, 487, 'ringTimeout'),
    by: 'nobody',
  },
};

const sipEndings: Readonly<Record<string, Ending>> = {
  'cancelled before it rings': {
    callee: 'onlyTries',
    weHangUp: { at: 'dialled', by: 'user' },
    verdict: verdict('cancelled', 'nobody', true, null, 'cancelledByUser'),
    by: 'user',
  },
  'an answer that crosses our cancel': {
    callee: 'answersLate',
    weHangUp: { at: 'ringing', by: 'user' },
    verdict: verdict('cancelled', 'nobody', true, null, 'cancelledByUser'),
    by: 'user',
  },
  'our credentials are refused': {
    callee: 'wantsCredentials',
    verdict: verdict('lineFault', 'us', false, 401, 'credentialsRefused'),
    by: 'nobody',
  },
  'answered with a codec that we do not speak': {
    callee: 'answersWithoutCodec',
    verdict: verdict('lineFault', 'carrier', false, null, 'noCommonCodec'),
    by: 'nobody',
  },
  'answered, and never a sound': {
    callee: 'fallsSilent',
    verdict: verdict('answered', 'carrier', false, null, 'lineSilent'),
    by: 'nobody',
  },
  'the line takes no connection': {
    callee: 'refusesConnections',
    verdict: verdict('lineFault', 'carrier', true, null, 'transportError'),
    by: 'nobody',
  },
  'the line’s name has no address': {
    callee: 'hasNoAddress',
    verdict: verdict('lineFault', 'us', false, null, 'unresolved'),
    by: 'nobody',
  },
};

const instantOf = (signal: SwitchboardSignal): number => (signal.type === 'noted' ? signal.note.at : signal.at);
const typesOf = (signals: readonly SwitchboardSignal[]): string[] =>
  signals.map(signal => signal.type).filter((type, n, all) => type !== 'noted' || all[n - 1] !== 'noted');

/** Each call is its own: several are tried at once. `overSip`: what only SIP can do is tried as well. */
export const switchboardConforms = (plan: Plan, overSip: boolean, open: () => SwitchboardUnderTest): void => {
  const endOf = async (call: string) => {
    const { until, signals } = open();
    await until(call, 'ended');
    const last = signals(call).at(-1)!;
    if (last.type !== 'ended') throw new Error(`after the end came ${last.type}`);
    return last;
  };

  test.concurrent('a call is dialled, rings, is answered, talks and ends once, in this order and on one clock', async () => {
    const { dial, signals } = open();
    const call = dial('talks', plan);
    const end = await endOf(call);
    expect(typesOf(signals(call)), JSON.stringify(end)).toEqual(['dialled', 'ringing', 'answered', 'noted', 'ended']);
    const notes = signals(call).flatMap(signal => (signal.type === 'noted' ? [signal.note] : []));
    const summedUp = notes.filter(note => note.type === 'ended');
    expect(summedUp).toHaveLength(1);
    // The conversation leaves its node and sums up a moment after the line was cut.
    const lived = signals(call).filter(signal => signal.type !== 'noted' || signal.note.at < summedUp[0]!.at);
    const instants = lived.map(instantOf);
    expect(instants.toSorted((a, b) => a - b).map(Math.round)).toEqual(instants.map(Math.round));
    expect(end).toMatchObject({ verdict: { state: 'answered', fault: 'nobody' }, by: 'robot' });
  });

  test.concurrent('a busy callee is busy: no answer, no words', async () => {
    const { dial, signals } = open();
    const call = dial('isBusy', plan);
    expect(await endOf(call)).toMatchObject({
      verdict: { state: 'busy', sipCode: 486 },
      by: 'nobody',
      recording: null,
    });
    expect(signals(call).map(signal => signal.type)).not.toContain('answered');
  });

  test.concurrent('a hang-up before the answer cancels, one in a talk ends it; both once, by whom it was asked', async () => {
    const { dial, hangUp, signals, until } = open();
    const ringing = dial('ringsForEver', plan);
    await until(ringing, 'ringing');
    hangUp(ringing, 'user');
    hangUp(ringing, 'platform');
    expect(await endOf(ringing)).toMatchObject({ verdict: { state: 'cancelled' }, by: 'user' });
    const talking = dial('talks', plan);
    await until(talking, 'answered');
    await until(talking, 'noted');
    hangUp(talking, 'user');
    expect(await endOf(talking)).toMatchObject({ verdict: { state: 'answered' }, by: 'user' });
    hangUp(talking, 'user');
    for (const call of [ringing, talking])
      expect(signals(call).filter(signal => signal.type === 'ended')).toHaveLength(1);
  });

  test.concurrent('a call to us is answered, talks and ends once, in this order', async () => {
    const { ring, answer, signals } = open();
    const call = answer(await ring(30_000), plan);
    const end = await endOf(call);
    expect(typesOf(signals(call))).toEqual(['answered', 'noted', 'ended']);
    expect(end).toMatchObject({ verdict: { state: 'answered', fault: 'nobody' } });
  });

  test.concurrent('a caller who gives up while nobody decides is abandoned when he is taken', async () => {
    const { ring, answer, signals } = open();
    const offer = await ring(0);
    const call = answer(offer, plan);
    expect(await endOf(call)).toMatchObject({ verdict: { state: 'abandoned', because: 'callerGaveUp' }, by: 'callee' });
    expect(signals(call).map(signal => signal.type)).toEqual(['ended']);
    const twice = answer(offer, plan);
    expect(await endOf(twice)).toMatchObject({ verdict: { state: 'abandoned' } });
  });

  for (const [name, ending] of Object.entries({ ...endings, ...(overSip ? sipEndings : {}) }))
    test.concurrent(`one verdict: ${name}`, async () => {
      const { dial, hangUp, until, signals } = open();
      const call = dial(ending.callee, plan, ending.ringTimeoutMs);
      if (ending.weHangUp) {
        await until(call, ending.weHangUp.at);
        hangUp(call, ending.weHangUp.by);
      }
      const end = await endOf(call);
      expect({ verdict: end.verdict, by: end.by }).toEqual({ verdict: ending.verdict, by: ending.by });
      expect(signals(call).filter(signal => signal.type === 'ended')).toHaveLength(1);
    });

  test.concurrent('a call nobody knows is hung up without harm', async () => {
    const { hangUp, signals } = open();
    hangUp('unknown', 'user');
    expect(signals('unknown')).toEqual([]);
  });
};
