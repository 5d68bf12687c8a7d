import {
  dealtTo,
  decide,
  freshShare,
  holdOf,
  isStarved,
  lanes,
  type PacingBecause,
  type PacingDecision,
} from '@lianxian/core';
import { FIRST, type LinkedWrite, type UnscopedDb, type Write, writeInTurn } from '../../platform/db/index.ts';
import { reserving } from '../billing/index.ts';
import { countingCallers, type GivenCallers, giveCallers } from '../caller-ids/index.ts';
import { pacingLines } from '../lines/index.ts';
import { countingOverMerchants } from '../rules/index.ts';
import { type CountChange, changingCounts, fitsNodes, type Placing, placing, puttingAside } from './claim.store.ts';
import { type Aside, type Dealing, type Dealt, deal, dealUndialable, type Wish } from './dealing.ts';
import type { Fairness } from './marks.ts';
import type { TaskNow } from './pace.ts';
import { snapshotOf } from './pace.ts';
import type { TaskPort } from './ports.store.ts';
import type { Seen } from './snapshot.store.ts';

/** Another merchant's round took the room that this one saw, or talks that go on the money: nothing of it is kept. */
export class RoomTaken extends Error {
  override readonly name = 'RoomTaken';
}

/** One task of a round: what was done, and what keeps it from more. */
export interface Ran {
  readonly now: TaskNow;
  readonly calls: readonly Dialled[];
  readonly aside: readonly Aside[];
  readonly decided: PacingDecision['because'];
  /** With what was seen when the numbers were claimed. */
  readonly slow: PacingBecause;
  /** As its board says it. */
  readonly because: string;
  /** Its calls before this round. */
  readonly live: number;
}

/** Tasks that run: places what may be placed now, and says what keeps each from more. */
export const run = async (
  tx: UnscopedDb,
  dealing: Dealing,
  { seen, fairness }: { readonly seen: Seen; readonly fairness: Fairness },
  tasks: readonly TaskNow[],
): Promise<readonly Ran[]> => {
  const shares = fairness.shares();
  const snapshot = snapshotOf(seen, tasks, dealing.moment.local, taskId => {
    const share = shares.get(taskId) ?? freshShare;
    return { used: share.used, isStarved: isStarved(share) };
  });
  const decisions = decide(snapshot);
  const dealt = await dealPorts(tx, dealing, tasks, decisions);
  const wanted = dealt.flatMap(({ calls }) => calls);
  const { placing: given, callers } = await withCallers(tx, dealing.merchantId, wanted);
  const placed = Map.groupBy(given, ({ task }) => task.taskId);
  const ran = tasks.map((now, index): Ran => {
    const calls = placed.get(now.task.taskId) ?? [];
    const { aside, isShort } = dealt[index]!;
    const decided = decisions[index]!.because;
    const slow = isShort ? 'numbersInCall' : decided;
    const because = aside.length > 0 && calls.length === 0 ? now.seen.paceBecause : slow;
    return { now, calls, aside, decided, slow, because, live: snapshot.tasks[index]!.taskLive };
  });
  await write(tx, dealing, ran, callers);
  fairness.note(usesOf(ran));
  return ran;
};

const usesOf = (ran: readonly Ran[]): Parameters<Fairness['note']>[0] =>
  ran.map(({ now: { task }, live, calls, decided }) => ({
    task: task.taskId,
    live: live + calls.length,
    weight: task.weight,
    because: decided,
  }));

/** Rows are locked in the order of an ending (attempts/settle.ts): numbers, counts, money, numbers and pace of the line. */
const write = async (
  tx: UnscopedDb,
  { merchantId, keyOverMerchants }: Dealing,
  ran: readonly Ran[],
  given: GivenCallers,
): Promise<void> => {
  const changed = ran.filter(
    ({ now, calls, aside, because }) => calls.length + aside.length > 0 || because !== now.seen.paceBecause,
  );
  if (changed.length === 0) return;
  const calls = ran.flatMap(({ calls: of }) => of);
  const aside = ran.flatMap(({ aside: of }) => of);
  const held = calls.reduce((sum, { hold }) => sum + hold, 0);
  const writes: readonly Write[] = [
    ...(held > 0 ? [reserving(merchantId, held)] : []),
    ...(given.uses.length > 0 ? [countingCallers(given)] : []),
    ...(calls.length > 0 ? [pacingLines(merchantId, startsByLine(calls))] : []),
    ...countedOverMerchants(keyOverMerchants, calls),
  ];
  const before: readonly (Write | LinkedWrite)[] = [
    ...(calls.length > 0 ? placing(merchantId, calls) : []),
    ...(aside.length > 0 ? puttingAside(merchantId, aside) : []),
    changingCounts(merchantId, changed.map(countsOf)),
  ];
  const done = await writeInTurn(tx, [...before, ...writes], calls.length > 0 ? fitsNodes : FIRST);
  if (held > 0 && done.written[before.length] !== 1) throw new RoomTaken();
  if (!done.after) throw new RoomTaken();
};

/** Where the platform caps the calls of all merchants together. */
const countedOverMerchants = (key: Dealing['keyOverMerchants'], calls: readonly Dialled[]): readonly Write[] => {
  const counted = calls.filter(({ port }) => !port.practice);
  return key === null || counted.length === 0 ? [] : [countingOverMerchants(counted.map(({ phone }) => key(phone)))];
};

interface Dialled extends Placing {
  readonly phone: string;
  readonly isRetry: boolean;
}

/** Each call with the number that makes it. Where ports share numbers, one may find them used up: it waits. */
const withCallers = async (
  tx: UnscopedDb,
  merchantId: string,
  dealt: readonly Dialled[],
): Promise<{ readonly placing: readonly Dialled[]; readonly callers: GivenCallers }> => {
  const wishes = dealt.map(({ port, phone }) => ({ lineId: port.lineId, own: port.callerNumber, phone }));
  const isAsked = dealt.some(({ port }) => port.hasNumbers);
  const callers = isAsked
    ? await giveCallers(tx, merchantId, wishes)
    : { callers: wishes.map(({ own }) => own), uses: [] };
  const given = dealt.flatMap((call, index) => {
    const caller = callers.callers[index] ?? null;
    return caller === null ? [] : [{ ...call, caller }];
  });
  return { placing: given, callers };
};

interface OfPorts extends Pick<Dealt, 'aside' | 'isShort'> {
  readonly calls: readonly Dialled[];
}

/** Numbers for the decided starts: practice numbers to practice ports, the others to the others. */
const dealPorts = async (
  tx: UnscopedDb,
  dealing: Dealing,
  tasks: readonly TaskNow[],
  decisions: readonly PacingDecision[],
): Promise<readonly OfPorts[]> => {
  const places = tasks.flatMap((now, index) => placesOf(now, decisions[index]!, index));
  const dealt = places.length > 0 ? await deal(tx, dealing, places) : [];
  const lost = tasks.filter(({ undialable }) => undialable.length > 0);
  const undialable = lost.length > 0 ? await dealUndialable(tx, dealing, lost) : [];
  return tasks.map(({ task, seen: { variants } }, index) => {
    const own = dealt.flatMap((found, at) => (places[at]!.index === index ? [{ ...found, ...places[at]! }] : []));
    return {
      calls: own.flatMap(({ dialled, ports }) =>
        dialled.map(({ id, phone, isRetry }, nth) => {
          const port = ports[nth]!;
          const variant = variants === null ? null : dealtTo(variants, id);
          return { task, callee: id, phone, port, caller: '', hold: holdOf(port.price), isRetry, variant };
        }),
      ),
      aside: [...undialable.filter(({ taskId }) => taskId === task.taskId), ...own.flatMap(({ aside }) => aside)],
      isShort: own.some(({ isShort }) => isShort),
    };
  });
};

interface Places extends Wish {
  /** Of the task. */
  readonly index: number;
  /** One for each call. */
  readonly ports: readonly TaskPort[];
}

const placesOf = (now: TaskNow, { starts }: PacingDecision, index: number): readonly Places[] => {
  const byId = new Map(now.ports.map(port => [port.id, port]));
  const wanted = starts.flatMap(({ port, count }) => Array.from({ length: count }, () => byId.get(port)!));
  return [false, true].flatMap(practice => {
    const ports = wanted.filter(port => port.practice === practice);
    const open = now.open.filter(lane => (lane === lanes.practice) === practice);
    return ports.length === 0 || open.length === 0
      ? []
      : [{ task: now, lanes: open, wanted: ports.length, index, ports }];
  });
};

const startsByLine = (calls: readonly Placing[]): ReadonlyMap<string, number> => {
  const starts = new Map<string, number>();
  for (const { port } of calls) starts.set(port.lineId, (starts.get(port.lineId) ?? 0) + 1);
  return starts;
};

const countsOf = ({ now, calls, aside, because }: Ran): CountChange => {
  const gone = [...calls, ...aside];
  const putOff = aside.filter(({ afterMinutes }) => afterMinutes !== null).length;
  const retries = gone.filter(({ isRetry }) => isRetry).length;
  return {
    taskId: now.task.taskId,
    fresh: retries - gone.length,
    retrying: putOff - retries,
    calling: calls.length,
    settled: aside.length - putOff,
    paceBecause: because,
  };
};
