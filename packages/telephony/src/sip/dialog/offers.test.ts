import { describe, expect, test } from 'vitest';
import { type OfferEvent, type Offers, stepOffers } from './offers.ts';

/** RFC 3264 §4, RFC 3311 §5.2, RFC 3261 §14: state, event, what comes of it. */
const TABLE: Readonly<Record<Offers, Readonly<Record<OfferEvent, string>>>> = {
  open: {
    weOffer: 'ours',
    weAnswer: 'impossible',
    weRefuse: 'impossible',
    theyOffer: 'theirs',
    theyAnswer: 'ignored',
    theyRefuse: 'ignored',
  },
  ours: {
    weOffer: 'impossible',
    weAnswer: 'impossible',
    weRefuse: 'impossible',
    theyOffer: 'ours 491',
    theyAnswer: 'open',
    theyRefuse: 'open',
  },
  theirs: {
    weOffer: 'impossible',
    weAnswer: 'open',
    weRefuse: 'open',
    theyOffer: 'theirs 500',
    theyAnswer: 'ignored',
    theyRefuse: 'ignored',
  },
};

describe.each(Object.entries(TABLE))('offer and answer, %s', (state, row) => {
  test.each(Object.entries(row))('on %s', (event, wanted) => {
    const step = stepOffers(state as Offers, event as OfferEvent);
    const got = step.kind === 'moved' ? [step.state, ...step.effects.map(({ status }) => status)].join(' ') : step.kind;
    expect(got).toBe(wanted);
  });
});
