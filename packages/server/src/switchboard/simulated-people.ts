import {
  type CalledParty,
  type DialParty,
  type HungUpBy,
  type Instant,
  notDialled,
  type PartyNews,
  type PartyOrder,
  type PartyWho,
  type SwitchboardSignal,
  type Verdict,
  verdictOf,
} from '@lianxian/core';
import { overWithCall, parted } from './person-ends.ts';

/**
 * Those who take part in a simulated call: everybody who is rung answers after a moment, unless the limit is shorter; nobody
 * is heard. What is told, and in which order, is as over SIP (`people.ts`).
 */
export interface SimulatedPeople {
  readonly dials: (party: DialParty) => void;
  /** One of ours is called, who answers when the call is answered; the call has no callee. */
  readonly calls: (party: CalledParty) => void;
  readonly calleeAnswered: (at: Instant) => void;
  readonly order: (order: PartyOrder) => void;
  /** A seat hangs up. */
  readonly hangsUp: (party: string) => void;
  /** Its leg is lost. */
  readonly isLost: (party: string) => void;
  readonly close: (by: HungUpBy) => void;
}

interface SimulatedPeopleOptions {
  readonly now: () => Instant;
  /** Unless the call is over by then. */
  readonly later: (ms: number, run: (at: Instant) => void) => void;
  readonly tell: (signal: SwitchboardSignal) => void;
  readonly leftAlone: (by: HungUpBy) => void;
}

interface Person {
  readonly who: PartyWho;
  isThere: boolean;
}

const RINGS_AFTER_MS = 100;
const ANSWERS_AFTER_MS = 400;
const HEARD_AFTER_MS = 20;
/** Of a leg that was lost: the answer to nothing. */
const NO_DIALOG = null;

export const createSimulatedPeople = ({ now, later, tell, leftAlone }: SimulatedPeopleOptions): SimulatedPeople => {
  const present = new Map<string, Person>();
  /** Of those beside the callee so many are left when nobody can talk any more. */
  let alone = 0;
  const say = (party: string, news: PartyNews, at: Instant = now()): void => tell({ type: 'party', party, at, news });

  /** Somebody who is still there by then. */
  const soon = (party: string, ms: number, news: () => PartyNews): void =>
    later(ms, at => {
      if (present.has(party)) say(party, news(), at);
    });

  const leave = (party: string, verdict: Verdict, by: HungUpBy, last: 'end' | 'stay'): void => {
    const person = present.get(party);
    if (person === undefined) return;
    present.delete(party);
    say(party, { type: 'ended', verdict, by, media: null });
    if (person.isThere && present.size <= alone && last === 'end') leftAlone(by);
  };

  const comes = (party: string, who: PartyWho): void => {
    present.set(party, { who, isThere: false });
    say(party, { type: 'began', who, from: '', to: '' });
  };

  const joins = (party: string): PartyNews => {
    const person = present.get(party);
    if (person) person.isThere = true;
    return { type: 'joined' };
  };

  const invite = ({ party, who, ringTimeoutMs }: Extract<PartyOrder, { type: 'invite' }>) => {
    comes(party, who);
    soon(party, RINGS_AFTER_MS, () => ({ type: 'ringing' }));
    if (ringTimeoutMs < ANSWERS_AFTER_MS)
      return later(ringTimeoutMs, () => leave(party, verdictOf({ how: 'ringTimeout', code: null }), 'nobody', 'end'));
    soon(party, ANSWERS_AFTER_MS, () => ({ type: 'answered', dialog: NO_DIALOG }));
    soon(party, ANSWERS_AFTER_MS + HEARD_AFTER_MS, () => joins(party));
  };

  const attach = (party: string): void => {
    const person = present.get(party);
    if (person === undefined) return;
    say(party, { type: 'began', who: person.who, from: '', to: '' });
    soon(party, RINGS_AFTER_MS, () => ({ type: 'answered', dialog: NO_DIALOG }));
    soon(party, RINGS_AFTER_MS + HEARD_AFTER_MS, () => ({ type: 'back', media: null }));
  };

  return {
    dials: ({ party, who }) => comes(party, who),
    calls: ({ party, who }) => {
      alone = 1;
      comes(party, who);
      soon(party, RINGS_AFTER_MS, () => ({ type: 'ringing' }));
    },
    calleeAnswered: at => {
      for (const [party, person] of present) {
        if (person.isThere) continue;
        say(party, { type: 'answered', dialog: NO_DIALOG }, at);
        say(party, joins(party), at);
      }
    },
    order: order => {
      if (order.type === 'invite') invite(order);
      else if (order.type === 'attach') attach(order.party);
      else if (order.type === 'record')
        tell({ type: 'noted', note: { type: order.on ? 'recordingResumed' : 'recordingPaused', at: now() } });
      else if (order.type === 'part')
        leave(order.party, parted(present.get(order.party)?.isThere ?? false, order.by), order.by, order.last);
    },
    hangsUp: party => leave(party, parted(true, 'seat'), 'seat', 'end'),
    isLost: party => {
      if (present.has(party)) say(party, { type: 'away', because: 'transportError', media: null });
    },
    close: by => {
      for (const [party, { isThere }] of [...present])
        leave(party, isThere ? overWithCall(true) : notDialled('cancelledByUser'), by, 'stay');
    },
  };
};
