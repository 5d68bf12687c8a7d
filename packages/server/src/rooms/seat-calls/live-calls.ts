import { CALLEE, type CallParties, type Instant } from '@lianxian/core';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { LiveSeatCall, SaidBefore } from '../../platform/db/schema.seat-calls.ts';
import type { Log } from '../../platform/log.ts';
import { type CallHere, type RingAs, untilKept } from '../seat-boxes/index.ts';
import { ownerOf } from './acts.ts';
import { type Summarise, type Summing, saidBefore, summingWith } from './before.ts';
import { dropLive, dropLiveOf, saveBefore, saveLive, saveSummary } from './live.store.ts';

/**
 * Keeps how the calls with seats of this node stand, for whoever answers a page, and tells the seats that are in them that
 * something is new. Of a call that moves quickly the newest is written; talking waits for none of it.
 */
interface LiveSeatCalls {
  readonly onCall: (seen: CallHere) => void;
  /**
   * A seat is about to be rung: what was said so far is there before its telephone rings, with a summary by rule. That of the
   * merchant's language model takes its place when it comes.
   */
  readonly offered: (seen: CallHere, seat: string, kind: RingAs['kind']) => Promise<void>;
  /** A seat dials what it promised to call back: pages know it by that, also after a reload. Before its call begins. */
  readonly callsBack: (of: { readonly merchantId: string; readonly call: string }, seat: string) => void;
  readonly close: () => Promise<void>;
}

type CallNews = 'began' | 'answered' | 'party' | 'held' | 'words' | 'recording' | 'ended';

interface LivePartsOf {
  readonly db: UnscopedDb;
  readonly log: Log;
  readonly node: string;
  readonly toDate: (at: Instant) => Date;
  readonly summarise: Summarise;
  readonly tell: (
    of: { readonly merchantId: string; readonly seat: string; readonly call: string },
    what: CallNews,
  ) => void;
  /** It takes part no more, and pages can see that. */
  readonly left: (of: { readonly merchantId: string; readonly seat: string }) => void;
}

type Kinds = LiveSeatCall['kinds'];

interface Followed {
  kinds: Kinds;
  last: LiveSeatCall | null;
  /** Seats that were told of it, so that who has left is told once more. */
  told: ReadonlySet<string>;
  readonly summing: Summing;
  writing: Promise<void>;
  isWaiting: boolean;
  isOver: boolean;
}

export const createLiveSeatCalls = (parts: LivePartsOf): LiveSeatCalls => {
  const { db, log, node } = parts;
  const keeping = untilKept();
  const followed = new Map<string, Followed>();
  // What an earlier life left is nobody's call any more.
  const begun = dropLiveOf(db, node).catch((error: unknown) =>
    log.warn({ err: error }, 'calls of an earlier life are shown a little longer'),
  );

  const find = (of: { readonly merchantId: string; readonly call: string }): Followed => {
    const { call } = of;
    const found = followed.get(call) ?? {
      ...{ kinds: {}, last: null, told: new Set<string>(), summing: summingWith(of, parts.summarise) },
      ...{ writing: begun, isWaiting: false, isOver: false },
    };
    followed.set(call, found);
    return found;
  };

  const write = (seen: CallHere, one: Followed): void => {
    if (one.isWaiting) return;
    one.isWaiting = true;
    const { call, merchantId } = seen.claim;
    one.writing = one.writing
      .then(() => {
        one.isWaiting = false;
        return keeping(async () => {
          if (one.isOver) await dropLive(db, { merchantId, call });
          else if (one.last !== null) await saveLive(db, { merchantId, call, node }, one.last);
        });
      })
      .catch((error: unknown) => log.warn({ err: error, call }, 'pages do not see how a call stands'));
  };

  const sumUp = async (one: Followed, { claim }: CallHere, seat: string, said: SaidBefore): Promise<void> => {
    const { call, merchantId } = claim;
    const summary = await one.summing.of(said);
    if (summary === null || one.isOver) return;
    one.writing = one.writing.then(() => (one.isOver ? undefined : saveSummary(db, { merchantId, call }, summary)));
    const saved = one.writing;
    one.writing = saved.catch(() => undefined);
    await saved;
    parts.tell({ merchantId, seat, call }, 'words');
  };

  return {
    onCall: seen => {
      const { call, merchantId } = seen.claim;
      const seats = seatsIn(seen);
      const known = followed.get(call);
      if (known === undefined && (seats.length === 0 || seen.kind === 'ended')) return;
      const one = known ?? find({ merchantId, call });
      const now = liveOf(seen, one.kinds, parts.toDate);
      const what = seen.kind === 'ended' ? 'ended' : newsOf(one.last, now);
      one.last = now;
      one.isOver = seen.kind === 'ended';
      if (what !== null) {
        const all = new Set([...seats, ...one.told]);
        write(seen, one);
        void one.writing.then(() => {
          for (const seat of all) parts.tell({ merchantId, seat, call }, what);
          for (const seat of all) if (!seats.includes(seat)) parts.left({ merchantId, seat });
        });
      }
      one.told = new Set(seats);
      if (!one.isOver) return;
      one.summing.stop();
      followed.delete(call);
    },
    offered: async (seen, seat, kind) => {
      const { call, merchantId } = seen.claim;
      const one = find({ merchantId, call });
      one.kinds = { ...one.kinds, [seat]: shownKind(kind) };
      const live = liveOf(seen, one.kinds, parts.toDate);
      one.last = live;
      const said = saidBefore(seen.talk);
      // In turn: a row that comes after the end would stay.
      const saved = one.writing.then(() =>
        one.isOver ? undefined : saveBefore(db, { merchantId, call, node }, one.last ?? live, said),
      );
      one.writing = saved.catch(() => undefined);
      await saved;
      parts.tell({ merchantId, seat, call }, 'began');
      sumUp(one, seen, seat, said).catch((error: unknown) =>
        log.warn({ err: error, call }, 'the summary of a talk stays that of the rule'),
      );
    },
    callsBack: (of, seat) => {
      find(of).kinds = { [seat]: 'callback' };
    },
    close: async () => {
      keeping.stop();
      for (const { summing } of followed.values()) summing.stop();
      await Promise.all([...followed.values()].map(({ writing }) => writing));
    },
  };
};

const seatsIn = ({ parties }: Pick<CallHere, 'parties'>): readonly string[] =>
  parties.present.flatMap(({ who }) => (who.type === 'seat' ? [who.seat] : []));

const shownKind = (kind: RingAs['kind']): Kinds[string] => (kind === 'resume' ? 'transfer' : kind);

const liveOf = (
  { claim, kind, parties, answeredAt }: CallHere,
  kinds: Kinds,
  toDate: (at: Instant) => Date,
): LiveSeatCall => {
  const date = (at: Instant | null): string | null => (at === null ? null : toDate(at).toISOString());
  const calleeRings = kind !== 'talking' && kind !== 'ended';
  const usual = claim.origin === 'internal' ? 'internal' : 'out';
  return {
    parties: [
      ...(parties.callee === null
        ? []
        : ([{ party: CALLEE, type: 'callee', id: '', place: calleeRings ? 'ringing' : parties.callee }] as const)),
      ...parties.present.map(({ party, who, stage, place }) => {
        const rings = stage === 'rung' || stage === 'ringing';
        const where = rings ? ('ringing' as const) : place;
        return { party, type: who.type, id: who.type === 'seat' ? who.seat : who.phone, place: where };
      }),
    ],
    // Also of who is about to be rung, and of who has left: his page shows the call still.
    kinds: { ...kinds, ...Object.fromEntries(seatsIn({ parties }).map(seat => [seat, kinds[seat] ?? usual])) },
    owner: ownerOf(parties),
    answeredAt: date(answeredAt),
    heldAt: date(parties.callee === null ? heldSince(parties) : parties.heldAt),
    isRecording: parties.isRecording,
  };
};

/** Among seats who is held is one of them. */
const heldSince = ({ present }: CallParties): Instant | null =>
  present.find(({ place, stage }) => stage === 'joined' && place === 'held')?.since ?? null;

/** What is new to who looks at it; null: nothing. */
const newsOf = (was: LiveSeatCall | null, is: LiveSeatCall): CallNews | null => {
  if (was === null) return 'began';
  if (was.answeredAt !== is.answeredAt) return 'answered';
  if (was.heldAt !== is.heldAt) return 'held';
  if (was.isRecording !== is.isRecording) return 'recording';
  return JSON.stringify(was) === JSON.stringify(is) ? null : 'party';
};
