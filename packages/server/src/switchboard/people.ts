import {
  CALLEE,
  type CalledParty,
  type DialParty,
  type Guard,
  type HungUpBy,
  type MediaFacts,
  type PartyNews,
  type PartyOrder,
  type PartyWho,
  type Verdict,
} from '@lianxian/core';
import type { LegSignal } from '@lianxian/telephony';
import type { CalleePlace, HeardPlace } from '../media-worker/company.ts';
import type { Offers, TakenOffer } from './offers.ts';
import { endedBy, overWithCall, parted, refusalOf } from './person-ends.ts';
import {
  type LegRefusal,
  letHearRinging,
  openPersonLeg,
  type PersonEnd,
  type PersonLeg,
  type PersonLegParts,
  type PersonWants,
  ringPerson,
} from './person-leg.ts';
import type { PartyWay } from './ways.ts';
import type { MediaWorkers } from './workers.ts';

export interface Invitation {
  readonly way: PartyWay;
  readonly ringTimeoutMs: number;
  readonly announcement: string;
  /** It is answered: others that ring for the same need ring no more. */
  readonly answered?: () => void;
}

/** What came of an invitation. */
export type InviteEnd = 'joined' | 'refused' | 'nobody';

interface PeopleOptions {
  readonly call: string;
  /** The callee's leg. */
  readonly leg: string;
  readonly exchange: PersonLegParts['exchange'];
  readonly workers: PersonLegParts['workers'] & Pick<MediaWorkers, 'arrange' | 'record' | 'keys'>;
  readonly offers: Pick<Offers, 'take'>;
  readonly guard: Guard;
  readonly tell: (party: string, news: PartyNews) => void;
  /** Null: the call has a callee; else one of ours is called, and this is told what comes of it. */
  readonly called: CalledHears | null;
  /** Who is left has nobody to talk with any more. */
  readonly leftAlone: (by: HungUpBy) => void;
  /** The call is over, and all are out. */
  readonly emptied: () => void;
}

/** What is heard of one of ours who is called, until the answer. */
export interface CalledHears {
  readonly dialled: () => void;
  readonly ringing: (earlyMedia: boolean) => void;
  readonly answered: () => void;
  readonly notReached: (verdict: Verdict) => void;
}

interface Person {
  readonly party: string;
  readonly who: PartyWho;
  place: HeardPlace;
  /** It has joined; also while it is away. */
  isThere: boolean;
  /** The leg by which it is heard, or rung; null while it is away. */
  leg: PersonLeg | null;
  /** Is to take the place of `leg`. */
  next: PersonLeg | null;
  /** How many had answered when it began to ring; and which of them it is, 0 while it has not. */
  readonly before: number;
  answer: number;
  /** Legs so far, and those of them that are not closed. */
  legs: number;
  open: number;
  /** How it ended; what its leg saw comes a moment later. */
  end: { readonly verdict: Verdict; readonly by: HungUpBy } | null;
  media: MediaFacts | null;
  /** News that waits for what an old leg saw. */
  late: ((media: MediaFacts | null) => void) | null;
  names: { readonly from: string; readonly to: string };
  readonly invited: (Pick<Invitation, 'answered'> & { readonly came: (end: InviteEnd) => void }) | null;
  /** It is who was called, and has not answered. */
  isCalled: boolean;
  /** Its own INVITE, while it dials. */
  readonly dialling: { readonly taken: TakenOffer; readonly warning?: string } | null;
}

/** Nobody is with somebody who hears music, and nobody is rung: who is looked for next is rung long before that. */
const ALONE_LIMIT_MS = 3_000;

/**
 * Those who take part in one call beside its callee, from core's orders to core's news. A party is somebody, its legs come
 * and go: one that is lost leaves it `away` (the callee hears music), a new one brings it back to where it stood.
 *
 * Invariants: a party comes to exactly one `ended`; a leg that replaces another does so with its first packet, and until
 * then nobody hears a difference; when somebody leaves by themselves and there are no two any more who could talk (the callee is
 * one of them where there is one), the call is over; all are let go before the call ends.
 */
export class CallPeople {
  readonly #o: PeopleOptions;
  readonly #legParts: PersonLegParts;
  readonly #present = new Map<string, Person>();
  #callee: CalleePlace = 'ringing';
  #invited = 0;
  /** Who were rung and answered, so far. */
  #answered = 0;
  /** Somebody has joined: the talk is people's from then on. */
  #isTaken = false;
  #isOver = false;
  #alone: NodeJS.Timeout | undefined;

  constructor(options: PeopleOptions) {
    this.#o = options;
    this.#legParts = { ...options, main: options.leg };
  }

  /** Who dials by hand, from their own INVITE on; false: they have given up. */
  dials({ party, who, offer, warning }: DialParty): boolean {
    const taken = this.#o.offers.take(offer);
    if (taken === null) return false;
    const person = this.#enter(party, who, 'talking', {
      dialling: { taken, ...(warning !== undefined && { warning }) },
    });
    this.#takeIn(person, taken, true);
    return person.end === null;
  }

  /** The callee's leg is being opened: who dials hears it from now on. */
  calleeRings(): void {
    for (const { dialling, end } of this.#present.values())
      if (dialling !== null && end === null) letHearRinging(dialling.taken.leg, this.#o.call, dialling.warning);
  }

  /** Who is called is one of ours: rings them. */
  calls({ party, who, way }: CalledParty, ringTimeoutMs: number): void {
    const person = this.#enter(party, who, 'talking', { isCalled: true });
    this.#ring(person, { way: way as PartyWay, ringTimeoutMs, announcement: '' });
  }

  calleeAnswered(): void {
    this.#callee = this.#o.called === null ? 'talking' : 'nobody';
    for (const { dialling, leg, isThere, end } of this.#present.values())
      if (dialling !== null && !isThere && end === null) leg?.pickUp();
  }

  order(order: PartyOrder) {
    const { workers, leg } = this.#o;
    switch (order.type) {
      case 'invite': {
        const { party, who, place, ringTimeoutMs, announcement } = order;
        const way = order.way as PartyWay;
        return this.#ring(this.#enter(party, who, place), { way, ringTimeoutMs, announcement });
      }
      case 'attach':
        return this.#attach(order);
      case 'place': {
        const person = this.#present.get(order.party);
        if (person) person.place = order.place;
        else if (order.party === CALLEE) this.#callee = order.place;
        return this.#arrange();
      }
      case 'part': {
        const person = this.#present.get(order.party);
        const { by, last } = order;
        if (person && !person.isThere) person.invited?.came('refused');
        if (person) this.#leave(person, { verdict: parted(person.isThere, by), by }, last);
        return;
      }
      case 'record':
        return workers.record(leg, order.on);
      case 'keys':
        return workers.keys(leg, order.keys);
    }
  }

  /** Rings somebody for the talk itself; `came` is told once, unless it is taken back by the answer first. */
  invite(who: PartyWho, invitation: Invitation, came: (end: InviteEnd) => void): () => void {
    this.#invited += 1;
    const invited = { ...invitation, came };
    const person = this.#enter(`hand${this.#invited}`, who, 'talking', { invited });
    this.#ring(person, invitation);
    return () => {
      if (!person.isThere) this.#leave(person, { verdict: parted(false, 'robot'), by: 'robot' }, 'stay');
    };
  }

  /** The call is over: all are let go, who still dials is told why. `emptied` follows where somebody was there. */
  close(by: HungUpBy, verdict: Verdict): void {
    this.#isOver = true;
    clearTimeout(this.#alone);
    const refusal = refusalOf(verdict);
    for (const person of [...this.#present.values()])
      this.#leave(person, { verdict: overWithCall(person.isThere), by }, 'stay', refusal);
  }

  isEmpty(): boolean {
    return this.#present.size === 0;
  }

  #enter(
    party: string,
    who: PartyWho,
    place: HeardPlace,
    how: Partial<Pick<Person, 'invited' | 'dialling' | 'isCalled'>> = {},
  ): Person {
    clearTimeout(this.#alone);
    const person: Person = {
      ...{ party, who, place, isThere: false, leg: null, next: null, legs: 0, open: 0 },
      ...{ before: this.#answered, answer: 0, end: null, media: null, late: null, names: { from: '', to: '' } },
      ...{ invited: null, dialling: null, isCalled: false },
      ...how,
    };
    this.#present.set(party, person);
    return person;
  }

  #arrange(): void {
    const places = [...this.#present.values()].flatMap(({ leg, isThere, place }) =>
      leg && isThere ? [[leg.name, place] as const] : [],
    );
    this.#o.workers.arrange(this.#o.leg, this.#callee, places);
  }

  #begins(person: Person, from: string, to: string): void {
    person.names = { from, to };
    person.legs += 1;
    person.open += 1;
    this.#o.tell(person.party, { type: 'began', who: person.who, from, to });
  }

  /** Rings somebody anew, or for the first time. */
  #ring(person: Person, { way, ringTimeoutMs, announcement }: Invitation): void {
    this.#begins(person, way.from, way.to);
    const name = `${this.#o.leg}.${person.party}.${person.legs}`;
    const by = { type: 'rung', way, ringTimeoutMs, announcement } as const;
    this.#seat(person, this.#wants(person, name, by), hear => ringPerson(this.#o.exchange, name, by, hear));
  }

  /** Its own INVITE, into the call or back into it. */
  #takeIn(person: Person, taken: TakenOffer, dials: boolean): void {
    const { leg: incoming } = taken;
    // Whose it is says its account; From is what a telephone likes to be called.
    this.#begins(person, incoming.account ?? incoming.from, incoming.to);
    this.#seat(person, this.#wants(person, incoming.leg, { type: 'calls', incoming, dials }), taken.hears);
  }

  #wants(person: Person, name: string, by: PersonWants['by']): PersonWants {
    const isNext = person.isThere;
    return {
      ...{ name, by, party: person.party, isSeat: person.who.type === 'seat' },
      place: () => person.place,
      replaces: () => (isNext ? (person.leg?.name ?? null) : null),
    };
  }

  /** Gives a person a leg, the first or one that is to take the place of that; then lets it begin. */
  #seat(person: Person, wants: PersonWants, start: (hear: (signal: LegSignal) => void) => void): void {
    let gone: (media: MediaFacts | null) => void = () => undefined;
    const leg = openPersonLeg(this.#legParts, wants, {
      signal: signal => this.#told(person, signal),
      joined: () => {
        if (person.end === null) this.#joined(person, leg);
      },
      over: end => {
        gone = this.#legOver(person, leg, end);
      },
      gone: media => {
        person.open -= 1;
        gone(media);
        this.#settle(person);
      },
    });
    if (person.isThere) person.next = leg;
    else person.leg = leg;
    start(leg.hear);
  }

  #told(person: Person, signal: Exclude<LegSignal, { type: 'ended' }>) {
    const { party, who, names, invited, isThere } = person;
    const { tell } = this.#o;
    const called = person.isCalled ? this.#o.called : null;
    if (signal.type === 'dialled') {
      tell(party, { type: 'began', who, ...names, invite: signal.invite });
      return called?.dialled();
    }
    if (signal.type === 'answered') {
      if (!isThere) {
        this.#answered += 1;
        person.answer = this.#answered;
      }
      tell(party, { type: 'answered', dialog: signal.dialog });
      person.isCalled = false;
      called?.answered();
      return invited?.answered?.();
    }
    if (signal.code <= TRYING) return;
    tell(party, { type: 'ringing' });
    called?.ringing(signal.earlyMedia);
  }

  #joined(person: Person, leg: PersonLeg) {
    const { party, invited } = person;
    this.#isTaken = true;
    if (person.next !== leg) {
      person.isThere = true;
      this.#o.tell(party, { type: 'joined' });
      this.#arrange();
      return invited?.came('joined');
    }
    const old = person.leg;
    person.leg = leg;
    person.next = null;
    this.#arrange();
    person.late = media => {
      person.late = null;
      this.#o.tell(party, { type: 'back', media });
    };
    if (old === null) person.late(null);
    else old.end();
  }

  /** A leg is over; answers what to do when it is known what it saw. */
  #legOver(person: Person, leg: PersonLeg, end: PersonEnd): (media: MediaFacts | null) => void {
    const { tell } = this.#o;
    const keep = (media: MediaFacts | null): void => {
      person.media = media;
    };
    if (person.end !== null) return leg === person.leg ? keep : () => undefined;
    if (leg === person.next) {
      person.next = null;
      // Who hangs up on it was there already, though not heard yet, and has hung up.
      if (end.why !== 'byThem') {
        tell(person.party, { type: 'notBack', because: end.why === 'lost' ? end.because : end.why });
        return () => undefined;
      }
    } else if (leg !== person.leg) {
      // Another has taken its place.
      return media => person.late?.(media);
    }
    const because = awayBecause(person, end);
    if (because !== null && person.isThere && person.who.type === 'seat') {
      person.late?.(null);
      person.leg = null;
      return media => {
        if (person.end === null) tell(person.party, { type: 'away', because, media });
        else keep(media);
      };
    }
    const by = whoEnded(person, end);
    if (!person.isThere)
      person.invited?.came(end.why === 'notTaken' && end.ending?.how === 'refused' ? 'refused' : 'nobody');
    this.#leave(person, { verdict: endedBy(end, by), by }, 'end');
    return keep;
  }

  #attach({ party, from, ringTimeoutMs }: Extract<PartyOrder, { type: 'attach' }>) {
    const person = this.#present.get(party);
    if (person === undefined || person.end !== null || !person.isThere) return;
    person.next?.end();
    if ('way' in from) return this.#ring(person, { way: from.way as PartyWay, ringTimeoutMs, announcement: '' });
    const taken = this.#o.offers.take(from.offer);
    if (taken === null) return this.#o.tell(party, { type: 'notBack', because: 'gone' });
    this.#takeIn(person, taken, false);
    person.next?.pickUp();
  }

  /** It takes no part any more. `last`: whether the callee may be left alone. */
  #leave(person: Person, end: NonNullable<Person['end']>, last: 'end' | 'stay', refusal?: LegRefusal) {
    if (person.end !== null) return;
    person.end = end;
    person.late?.(null);
    const wasThere = person.isThere;
    person.next?.end(refusal);
    person.leg?.end(refusal, !wasThere && this.#isTakenFrom(person));
    this.#settle(person);
    if (this.#isOver) return;
    if (wasThere) this.#arrange();
    const { called } = this.#o;
    if (person.isCalled) return called?.notReached(end.verdict);
    const left = [...this.#present.values()].filter(each => each.end === null).length + (called === null ? 1 : 0);
    const tookPart = wasThere || person.dialling !== null;
    if (left > 1 || !(tookPart || this.#isTaken)) return;
    if (last === 'end' && tookPart) this.#o.leftAlone(end.by);
    else
      this.#alone = setTimeout(
        this.#o.guard(() => this.#o.leftAlone('platform')),
        ALONE_LIMIT_MS,
      );
  }

  /** Somebody else has answered since it began to ring. */
  #isTakenFrom(person: Person): boolean {
    const others = [...this.#present.values()].filter(each => each !== person && each.end === null);
    return !this.#isOver && others.some(({ answer }) => answer > person.before);
  }

  /** It is out when all its legs are closed. */
  #settle(person: Person): void {
    if (person.end === null || person.open > 0 || !this.#present.delete(person.party)) return;
    this.#o.tell(person.party, { type: 'ended', ...person.end, media: person.media });
    if (this.#isOver && this.isEmpty()) this.#o.emptied();
  }
}

const TRYING = 100;

/** A page lets go of its old leg while the new one is still on its way: nobody has hung up. Null: it does not come back. */
const awayBecause = ({ next }: Person, end: PersonEnd): string | null => {
  if (end.why === 'lost') return end.because;
  return end.why === 'byThem' && next !== null ? 'legReplaced' : null;
};

/** Who dials and gives up has hung up. */
const whoEnded = ({ who, dialling, isThere }: Person, { why }: PersonEnd): HungUpBy => {
  if (why === 'byThem' || (dialling !== null && !isThere)) return who.type === 'seat' ? 'seat' : 'user';
  return 'nobody';
};
