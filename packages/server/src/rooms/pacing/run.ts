import {
  dealtTo,
  decide,
  freshShare,
  holdOf,
  isStarved,
  lanes,
  type PacingBecause,
  type PacingDecision,
  type PacingSnapshot,
} from '@lianxian/core';
import { FIRST, type LinkedWrite, type UnscopedDb, type Write, writeInTurn } from '../../platform/db/index.ts';
import { reserving } from '../billing/index.ts';
import { countingCallers, type GivenCallers, giveCallers } from '../caller-ids/index.ts';
import { pacingLines } from '../lines/index.ts';
import { countingOverMerchants } from '../rules/index.ts';
import { breakPromises } from '../todos/index.ts';
import {
  type Candidate,
  type CountChange,
  changingCounts,
  fitsNodes,
  type Placing,
  placing,
  puttingAside,
} from './claim.store.ts';
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
  const dealt = await dealPorts(tx, dealing, tasks, { snapshot, decisions });
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
  for (const { now, aside: of } of ran) {
    const broken = of.filter(({ isAppointed }) => isAppointed);
    if (broken.length > 0) await breakPromises(tx, { merchantId, taskId: now.task.taskId }, broken);
  }
};

/** Where the platform caps the calls of all merchants together. */
const countedOverMerchants = (key: Dealing['keyOverMerchants'], calls: readonly Dialled[]): readonly Write[] => {
  const counted = calls.filter(({ port }) => !port.practice);
  return key === null || counted.length === 0 ? [] : [countingOverMerchants(counted.map(({ phone }) => key(phone)))];
};

interface Dialled extends Placing {
  readonly phone: string;
  readonly isRetry: boolean;
  /** That made its last call. */
  readonly before: string | null;
}

/** Each call with the number that makes it. Where ports share numbers, one may find them used up: it waits. */
const withCallers = async (
  tx: UnscopedDb,
  merchantId: string,
  dealt: readonly Dialled[],
): Promise<{ readonly placing: readonly Dialled[]; readonly callers: GivenCallers }> => {
  const wishes = dealt.map(({ port, phone, before }) => ({
    lineId: port.lineId,
    own: port.callerNumber,
    phone,
    before,
  }));
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

interface Decided {
  readonly snapshot: PacingSnapshot;
  readonly decisions: readonly PacingDecision[];
}

/**
 * Numbers for the decided starts: practice numbers to practice ports, the others to the others. It is decided once more where
 * it is the turn of numbers that were called before: each over its port, where that has room.
 */
const dealPorts = async (
  tx: UnscopedDb,
  dealing: Dealing,
  tasks: readonly TaskNow[],
  { snapshot, decisions }: Decided,
): Promise<readonly OfPorts[]> => {
  const wishes = tasks.flatMap((now, index) => placesOf(now, decisions[index]!, index));
  const dealt = wishes.length > 0 ? await deal(tx, dealing, wishes) : [];
  const lost = tasks.filter(({ undialable }) => undialable.length > 0);
  const undialable = lost.length > 0 ? await dealUndialable(tx, dealing, lost) : [];
  const kept = tasks.map((_, index) => keptOf(dealt.filter((_dealt, at) => wishes[at]!.index === index)));
  const final = kept.some(ports => ports.length > 0)
    ? decide({ ...snapshot, tasks: snapshot.tasks.map((task, index) => ({ ...task, kept: kept[index]! })) })
    : decisions;
  return tasks.map((now, index) => {
    const own = dealt.flatMap((found, at) => (wishes[at]!.index === index ? [{ found, wish: wishes[at]! }] : []));
    const places = placesOf(now, final[index]!, index);
    return {
      calls: own.flatMap(({ found, wish }) => {
        const ports = places.find(({ practice }) => practice === wish.practice)?.ports ?? [];
        return overPorts(found.dialled, ports).map(([number, port]) => dialledOver(now, number, port));
      }),
      aside: [
        ...undialable.filter(({ taskId }) => taskId === now.task.taskId),
        ...own.flatMap(({ found }) => found.aside),
      ],
      isShort: own.some(({ found }) => found.isShort),
    };
  });
};

const keptOf = (dealt: readonly Dealt[]): readonly string[] =>
  dealt.flatMap(({ dialled }) => dialled.flatMap(({ portId }) => (portId === null ? [] : [portId])));

/** Each number with its port: the one that called it before, where that has a place; the others as they come. */
const overPorts = (
  numbers: readonly Candidate[],
  ports: readonly TaskPort[],
): readonly (readonly [Candidate, TaskPort])[] => {
  const left = [...ports];
  const take = (index: number): TaskPort | null => (index < 0 ? null : (left.splice(index, 1)[0] ?? null));
  const kept = numbers.map(number => [number, take(left.findIndex(({ id }) => id === number.portId))] as const);
  return kept.flatMap(([number, own]) => {
    const port = own ?? take(0);
    return port === null ? [] : [[number, port] as const];
  });
};

const dialledOver = ({ task, seen: { variants } }: TaskNow, number: Candidate, port: TaskPort): Dialled => {
  const { id: callee, phone, isRetry, isAppointed, retryOf, place, caller: before } = number;
  const plan = (retryOf && task.retries[retryOf]?.plan) ?? null;
  const variant = variants === null ? null : dealtTo(variants, callee);
  return {
    ...{ task, callee, phone, port, caller: '', hold: holdOf(port.price, port.useRates), isRetry, variant },
    isAppointed,
    place,
    plan,
    before,
  };
};

interface Places extends Wish {
  /** Of the task. */
  readonly index: number;
  readonly practice: boolean;
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
      : [{ task: now, lanes: open, wanted: ports.length, index, practice, ports }];
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
