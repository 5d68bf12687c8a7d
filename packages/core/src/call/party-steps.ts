import type { PartyPlace, PartyWho } from '../conversation/index.ts';
import type { Instant } from '../kit/index.ts';
import type { CallParties, CallParty, LegFacts, LiveLeg } from './parties.ts';
import { CALLEE, MOST_LEGS, MOST_PAST_LEGS, type PartyNews, type PartyOrder } from './switchboard.ts';
import type { HungUpBy } from './verdict.ts';

/**
 * Those who take part in a call, moved by what is asked and by what comes of it; pure, as the call machine whose part it is.
 *
 *   invite ──▶ rung ──▶ ringing ──▶ answered ──▶ joined (talking ⇄ held ⇄ aside) ──▶ ended
 *                │                                 │ its leg is lost      ▲ back
 *                └── refused, nobody ─▶ ended      └──────▶ away ─────────┘
 *
 * Invariants: every leg that began is in `legs` once; a party that ended never comes back; what is asked of nobody, or of
 * one who is not there yet, is ignored with a reason.
 */

/** Who takes part in another way now, or a reason why nothing changes. */
export type PartiesStep = { readonly parties: CallParties; readonly noted?: PartyNoted } | { readonly because: string };

/** What the transcript says of it. */
interface PartyNoted {
  readonly party: string;
  readonly who: PartyWho | { readonly type: 'callee' };
  readonly what: PartyPlace | 'joined' | 'left';
}

const find = (parties: CallParties, party: string): CallParty | undefined =>
  parties.present.find(each => each.party === party);

const withParty = (parties: CallParties, changed: CallParty): CallParties => ({
  ...parties,
  present: parties.present.map(each => (each.party === changed.party ? changed : each)),
});

interface Coming {
  readonly party: string;
  readonly who: PartyWho;
  readonly place: 'talking' | 'aside';
}

/** Somebody new, who is rung; or who dials by hand, and is there from the beginning. */
const comes = (
  parties: CallParties,
  { party, who, place }: Coming,
  at: Instant,
  stage: 'dialling' | 'rung' = 'rung',
): CallParties => ({
  ...parties,
  present: [...parties.present, { party, who, stage, place, since: at, backTo: place, leg: null, next: null }],
});

/** Those of a call that is about to be made: who dials it by hand, and one of ours who is called. */
export const opened = (parties: CallParties, { party, called }: Opening, at: Instant): CallParties => {
  const dialled = party ? comes(parties, { ...party, place: 'talking' }, at, 'dialling') : parties;
  return called ? { ...comes(dialled, { ...called, place: 'talking' }, at), callee: null } : dialled;
};

interface Opening {
  readonly party?: Omit<Coming, 'place'>;
  readonly called?: Omit<Coming, 'place'>;
}

export const asked = (parties: CallParties, order: PartyOrder, at: Instant): PartiesStep => {
  if ((order.type === 'invite' || order.type === 'attach') && parties.legs.length >= MOST_PAST_LEGS)
    return { because: 'it has had too many legs' };
  switch (order.type) {
    case 'invite':
      if (find(parties, order.party) || order.party === CALLEE) return { because: 'that name is taken' };
      if (parties.legs.some(({ party }) => party === order.party)) return { because: 'that name was taken before' };
      if (parties.present.length + 1 >= MOST_LEGS) return { because: 'no more take part in one call' };
      return { parties: comes(parties, order, at) };
    case 'attach': {
      const party = find(parties, order.party);
      if (party === undefined) return { because: 'nobody of that name takes part' };
      if (party.stage !== 'joined' && party.place !== 'away') return { because: 'it is not there yet' };
      return { parties };
    }
    case 'place':
      return order.party === CALLEE ? placeCallee(parties, order.place, at) : placeParty(parties, order, at);
    case 'part':
      return find(parties, order.party) ? { parties } : { because: 'nobody of that name takes part' };
    case 'record':
      if (parties.isRecording === order.on) return { because: 'it is so already' };
      return { parties: { ...parties, isRecording: order.on } };
    case 'keys':
      return /^[0-9*#A-D]{1,32}$/.test(order.keys) ? { parties } : { because: 'these are no keys' };
  }
};

const placeCallee = (parties: CallParties, place: Exclude<PartyPlace, 'away'>, at: Instant): PartiesStep => {
  if (parties.callee === null) return { because: 'who was called is one of ours' };
  if (parties.callee === place) return { because: 'it stands there already' };
  return {
    parties: { ...parties, callee: place, heldAt: place === 'held' ? at : null },
    noted: { party: CALLEE, who: { type: 'callee' }, what: place },
  };
};

const placeParty = (
  parties: CallParties,
  { party: name, place }: Extract<PartyOrder, { type: 'place' }>,
  at: Instant,
): PartiesStep => {
  const party = find(parties, name);
  if (party === undefined) return { because: 'nobody of that name takes part' };
  if (party.stage !== 'joined') return { because: 'it is not there yet' };
  // Who is away stands there when it comes back.
  if (party.place === 'away') return { parties: withParty(parties, { ...party, backTo: place }) };
  if (party.place === place) return { because: 'it stands there already' };
  const moved = { ...party, place, backTo: place, since: at };
  return { parties: withParty(parties, moved), noted: { party: name, who: party.who, what: place } };
};

/** What the switchboard told of a party. */
export const happened = (parties: CallParties, name: string, news: PartyNews, at: Instant): PartiesStep => {
  const party = find(parties, name);
  if (party === undefined) return news.type === 'began' ? handed(parties, name, news, at) : { because: NO_PART };
  switch (news.type) {
    case 'began':
      return { parties: withParty(parties, began(party, news, at)) };
    case 'ringing':
      if (party.stage !== 'rung') return { because: 'it rang already' };
      return { parties: withParty(parties, { ...party, stage: 'ringing' }) };
    case 'answered':
      return { parties: withParty(parties, answered(party, news.dialog, at)) };
    case 'joined':
      return joined(parties, party, at);
    case 'away': {
      if (party.place === 'away') return { because: 'it is away already' };
      const gone: CallParty = { ...party, leg: null, place: 'away', since: at };
      const legs = over(parties.legs, party, party.leg, { at, by: 'nobody', because: news.because, media: news.media });
      return { parties: { ...withParty(parties, gone), legs }, noted: { ...namesOf(party), what: 'away' } };
    }
    case 'back':
      return back(parties, party, news.media, at);
    case 'notBack': {
      const legs = over(parties.legs, party, party.next, { at, by: 'nobody', because: news.because, media: null });
      return { parties: { ...withParty(parties, { ...party, next: null }), legs } };
    }
    case 'ended': {
      const how = { at, by: news.by, because: news.verdict.because, media: news.media };
      const nextToo = over(parties.legs, party, party.next, { ...how, media: null });
      const legs = over(nextToo, party, party.leg, how);
      const present = parties.present.filter(each => each !== party);
      const noted = party.stage === 'joined' ? { noted: { ...namesOf(party), what: 'left' as const } } : {};
      return { parties: { ...parties, present, legs }, ...noted };
    }
  }
};

const NO_PART = 'it takes no part any more';

/** Somebody whom the talk rings: nobody asked the call for them. */
const handed = (
  parties: CallParties,
  party: string,
  news: Extract<PartyNews, { type: 'began' }>,
  at: Instant,
): PartiesStep => {
  if (parties.legs.some(leg => leg.party === party)) return { because: NO_PART };
  return happened(comes(parties, { party, who: news.who, place: 'talking' }, at), party, news, at);
};

const namesOf = ({ party, who }: CallParty) => ({ party, who });

/** Its first leg, or one that is to take the place of that. It may be told again with what a CANCEL needs now. */
const began = (
  party: CallParty,
  { from, to, invite = null }: Extract<PartyNews, { type: 'began' }>,
  at: Instant,
): CallParty => {
  const fresh: LiveLeg = { from, to, beganAt: at, answeredAt: null, joinedAt: null, dialog: invite };
  const known = (leg: LiveLeg): LiveLeg => ({ ...leg, dialog: invite });
  if (party.stage !== 'joined') return { ...party, leg: party.leg ? known(party.leg) : fresh };
  return { ...party, next: party.next ? known(party.next) : fresh };
};

const answered = (party: CallParty, dialog: unknown, at: Instant): CallParty => {
  if (party.next) return { ...party, next: { ...party.next, answeredAt: at, dialog } };
  const stage = party.stage === 'joined' ? 'joined' : 'answered';
  return { ...party, stage, leg: party.leg && { ...party.leg, answeredAt: at, dialog } };
};

const joined = (parties: CallParties, party: CallParty, at: Instant): PartiesStep => {
  if (party.stage === 'joined') return { because: 'it had joined already' };
  const leg = party.leg && { ...party.leg, joinedAt: at };
  return {
    parties: withParty(parties, { ...party, stage: 'joined', since: at, leg }),
    noted: { ...namesOf(party), what: 'joined' },
  };
};

/** The new leg is the one by which it is heard; what it replaced is over. */
const back = (parties: CallParties, party: CallParty, media: LegFacts['media'], at: Instant): PartiesStep => {
  if (party.next === null) return { because: 'no leg was to take its place' };
  const wasAway = party.place === 'away';
  const legs = over(parties.legs, party, party.leg, { at, by: 'nobody', because: 'legReplaced', media });
  const leg = { ...party.next, joinedAt: at };
  const here = { ...party, leg, next: null, ...(wasAway && { place: party.backTo, since: at }) };
  return {
    parties: { ...withParty(parties, here), legs },
    ...(wasAway && { noted: { ...namesOf(party), what: party.backTo } }),
  };
};

interface LegOver {
  readonly at: Instant;
  readonly by: HungUpBy;
  readonly because: string;
  readonly media: LegFacts['media'];
}

const over = (
  legs: readonly LegFacts[],
  { party, who }: CallParty,
  leg: LiveLeg | null,
  { at, by, because, media }: LegOver,
): readonly LegFacts[] => {
  if (leg === null) return legs;
  const { from, to, beganAt, answeredAt, joinedAt } = leg;
  return [...legs, { party, who, from, to, beganAt, answeredAt, joinedAt, endedAt: at, endedBy: by, because, media }];
};

/** All legs of a call that is over: those that nobody told the end of ended with it. */
export const legsAtEnd = ({ present, legs }: CallParties, at: Instant, by: HungUpBy): readonly LegFacts[] => {
  const left = { at, by, because: 'callOver', media: null };
  const open = present.flatMap(party => [party.leg, party.next].map(leg => over([], party, leg, left)));
  return [...legs, ...open.flat()].toSorted((one, other) => one.beganAt - other.beganAt);
};
