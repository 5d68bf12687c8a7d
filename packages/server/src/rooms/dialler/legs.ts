import type { CallParties, HungUpBy, Instant, LegFacts, LiveLeg, MediaFacts, PartyWho } from '@lianxian/core';
import { isNumberToken } from '../seats/index.ts';

/** A leg of somebody who took part, as an ending keeps it: plain JSON with ISO dates. */
export interface EndingLeg {
  readonly party: string;
  readonly who: PartyWho;
  readonly from: string;
  readonly to: string;
  readonly beganAt: string;
  readonly answeredAt: string | null;
  /** From then on it was heard. */
  readonly joinedAt: string | null;
  readonly endedAt: string;
  readonly endedBy: HungUpBy;
  readonly because: string;
  readonly media: MediaFacts | null;
}

/** One that lives, or is over, as the row of a live call keeps it: a crash leaves nobody off the hook. */
export type KeptLeg = Omit<EndingLeg, 'endedAt' | 'endedBy' | 'because'> & {
  /** Null: it lives. */
  readonly end: Pick<EndingLeg, 'endedAt' | 'endedBy' | 'because'> | null;
  /** What a CANCEL or a BYE needs. */
  readonly dialog: unknown;
};

type ToDate = (at: Instant) => Date;

const timesOf = (leg: Pick<LegFacts, 'beganAt' | 'answeredAt' | 'joinedAt'>, toDate: ToDate) => {
  const iso = (at: Instant | null): string | null => (at === null ? null : toDate(at).toISOString());
  return {
    beganAt: toDate(leg.beganAt).toISOString(),
    answeredAt: iso(leg.answeredAt),
    joinedAt: iso(leg.joinedAt),
  };
};

/** Who may not see numbers dials a token and is rung by one: the record has the number that it stands for. */
const named = (number: string, phone: string): string => (isNumberToken(number) ? phone : number);

/** `phone`: of the call's callee. */
export const endingLegOf = (leg: LegFacts, phone: string, toDate: ToDate): EndingLeg => ({
  ...leg,
  from: named(leg.from, phone),
  to: named(leg.to, phone),
  ...timesOf(leg, toDate),
  endedAt: toDate(leg.endedAt).toISOString(),
});

export const keptLegsOf = ({ present, legs }: CallParties, phone: string, toDate: ToDate): readonly KeptLeg[] => {
  const over = legs.map((leg): KeptLeg => {
    const { endedAt, endedBy, because, ...own } = endingLegOf(leg, phone, toDate);
    return { ...own, end: { endedAt, endedBy, because }, dialog: null };
  });
  const living = present.flatMap(({ party, who, leg, next }) =>
    [leg, next].flatMap((one: LiveLeg | null): KeptLeg[] =>
      one === null
        ? []
        : [
            {
              ...{ party, who, ...one, ...timesOf(one, toDate), media: null, end: null },
              ...{ from: named(one.from, phone), to: named(one.to, phone) },
            },
          ],
    ),
  );
  return [...over, ...living];
};

/** Of a call whose process died: what lived ended with it. */
export const legsLeft = (kept: readonly KeptLeg[], endedAt: string): readonly EndingLeg[] =>
  kept.map(({ end, dialog: _, ...leg }) => ({
    ...leg,
    ...(end ?? { endedAt, endedBy: 'platform', because: 'processDied' }),
  }));

/** Of legs that ended because the call did. */
const WITH_THE_CALL: readonly string[] = ['callOver', 'processDied'];

/**
 * Whose call it was at its end: of the seats that were in it to the end the one that came first, as while it lived (a colleague
 * who was asked came later), else the one that left last; null: none had it.
 */
export const seatOf = (legs: readonly EndingLeg[]): string | null => {
  const cameAt = new Map<string, string>();
  const had = legs.flatMap(({ who, party, joinedAt, endedAt, because }) => {
    if (who.type !== 'seat' || joinedAt === null) return [];
    const came = cameAt.get(party);
    if (came === undefined || joinedAt < came) cameAt.set(party, joinedAt);
    return [{ seat: who.seat, party, endedAt, isToTheEnd: WITH_THE_CALL.includes(because) }];
  });
  const [last] = had.toSorted((a, b) => b.endedAt.localeCompare(a.endedAt));
  if (last === undefined || !last.isToTheEnd) return last?.seat ?? null;
  const came = (party: string): string => cameAt.get(party) ?? '';
  const [first = last] = had
    .filter(one => one.isToTheEnd)
    .toSorted((a, b) => came(a.party).localeCompare(came(b.party)));
  return first.seat;
};

type Span = Pick<EndingLeg, 'who' | 'joinedAt' | 'endedAt'>;

/** How long somebody outside was heard, leg by leg: what a line takes money for beside the call's own. */
export const outsideMs = (legs: readonly Span[]): readonly number[] =>
  legs.flatMap(({ who, joinedAt, endedAt }) =>
    who.type === 'outside' && joinedAt !== null ? [Math.max(0, Date.parse(endedAt) - Date.parse(joinedAt))] : [],
  );

const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0);

export const handedMs = (legs: readonly Span[]): number => sumOf(outsideMs(legs));

/** The same of a call that is under way. */
export const handedMsSoFar = ({ present, legs }: CallParties, at: Instant): number => {
  const open = present.flatMap(({ who, leg }) => (leg ? [{ who, joinedAt: leg.joinedAt, endedAt: at }] : []));
  return sumOf(
    [...legs, ...open].map(({ who, joinedAt, endedAt }) =>
      who.type === 'outside' && joinedAt !== null ? Math.max(0, endedAt - joinedAt) : 0,
    ),
  );
};
