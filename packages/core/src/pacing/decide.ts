import type {
  BudgetBecause,
  LineShut,
  PacingBecause,
  PacingDecision,
  PacingSnapshot,
  PortRoom,
  TaskRoom,
} from './types.ts';

/**
 * How many calls each task of a merchant may start now, over which ports, and what keeps it from more
 * (docs/tasks.md#pacing): one decision for all of them, so that what they share is divided and not raced for.
 *
 * Calls are dealt one by one. Whose turn it is: a task that has waited for any call at all too long; then one that has fewer
 * channels than are guaranteed to it, the emptier first; then whoever has least for its weight, of channels now and of
 * channel time before (./shares.ts). So guaranteed channels that lie idle are lent by nobody's leave, and come back as calls
 * end. A task that can start no call is passed over, and waits for nobody.
 *
 * Of a task's ports the one is taken that is least used of those that have room, so they fill evenly; a port's room is the
 * least of its own channels, the task's share of it, its line's channels and rate (a line may have several ports), what its
 * caller numbers may still call and what the balance can hold. A line that is down, switched off or outside its hours has
 * none. A practice port takes practice numbers alone, any other the rest.
 *
 * Invariants: no limit of the snapshot is ever exceeded, over all tasks together; a call more of a task would exceed the limit
 * that its `because` names; `balance`, a budget and `noPort` are named only where nothing else would let this task go on, so a
 * task is not paused for them while another port of it is merely busy, or its line comes back by itself.
 *
 * @returns a decision a task, in the order of the snapshot's.
 */
export const decide = (snapshot: PacingSnapshot): readonly PacingDecision[] => {
  const hands = snapshot.tasks.map(openHand);
  const shared: Shared = { snapshot, total: 0, held: 0, ports: new Map(), lines: new Map(), pools: new Map() };
  let open: readonly Hand[] = hands;
  while (open.length > 0) {
    const hand = open.reduce((first, other) => (isBefore(other, first) ? other : first));
    hand.because = dealOne(hand, shared);
    if (hand.because !== null) open = open.filter(other => other !== hand);
  }
  return hands.map(hand => ({ starts: startsOf(hand), because: told(hand, shared) }));
};

type Due = TaskRoom['due'];
type Because = PacingDecision['because'];
type PortFull =
  | LineShut
  | BudgetBecause
  | Extract<PacingBecause, 'portsFull' | 'linesFull' | 'lineRate' | 'callerNumbersUsed' | 'balance'>;

/** What a task was dealt so far. */
interface Hand {
  readonly task: TaskRoom;
  readonly dealt: number[];
  total: number;
  due: Due;
  /** Of {@link TaskRoom.kept}, those that were not dealt yet. */
  readonly kept: string[];
  /** Of the balance. */
  held: number;
  /** Null: it may have more. */
  because: Because | null;
}

/** What all of them were dealt so far, of what they share. */
interface Shared {
  readonly snapshot: PacingSnapshot;
  total: number;
  held: number;
  readonly ports: Map<string, number>;
  readonly lines: Map<string, number>;
  readonly pools: Map<string, number>;
}

const openHand = (task: TaskRoom): Hand => ({
  task,
  dealt: task.ports.map(() => 0),
  total: 0,
  due: task.due,
  kept: [...(task.kept ?? [])],
  held: 0,
  because: null,
});

/** A channel that a task has now counts as one that it had for so long: about as long as it will have it. */
const A_CALL_MS = 30_000;

const channelsOf = ({ task, total }: Hand): number => task.taskLive + total;
const isOwed = (hand: Hand): boolean => channelsOf(hand) < hand.task.guaranteed;
const rankOf = (hand: Hand): number => {
  if (hand.task.isStarved && channelsOf(hand) === 0) return 0;
  return isOwed(hand) ? 1 : 2;
};
const fillOf = (hand: Hand): number => (isOwed(hand) ? channelsOf(hand) / hand.task.guaranteed : 0);
const shareOf = (hand: Hand): number => hand.task.used + (channelsOf(hand) * A_CALL_MS) / hand.task.weight;

const isBefore = (one: Hand, other: Hand): boolean => {
  const by = rankOf(one) - rankOf(other) || fillOf(one) - fillOf(other) || shareOf(one) - shareOf(other);
  return by < 0;
};

/** Deals one call more to a task; what keeps it from that otherwise. */
const dealOne = (hand: Hand, shared: Shared): Because | null => {
  const { task, due } = hand;
  const because = fullBecause(hand, shared);
  if (because !== null) return because;
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  const full: PortFull[] = [];
  for (const [index, port] of task.ports.entries()) {
    if (dueOf(due, port) === 0) continue;
    const dealt = hand.dealt[index] ?? 0;
    const why = portFull(port, dealt, shared) ?? moneyFull(port, hand, shared);
    const load = hand.kept.includes(port.port) ? -1 : (port.taskLive + dealt) / port.taskChannels;
    if (why !== null) full.push(why);
    else if (load < least) [best, least] = [index, load];
  }
  const port = task.ports[best];
  if (port === undefined) return named(full);
  const again = hand.kept.indexOf(port.port);
  if (again >= 0) hand.kept.splice(again, 1);
  hand.dealt[best] = (hand.dealt[best] ?? 0) + 1;
  hand.total += 1;
  hand.held += holdOn(port);
  hand.due = port.practice ? { ...due, practice: due.practice - 1 } : { ...due, ordinary: due.ordinary - 1 };
  shared.total += 1;
  shared.held += holdOn(port);
  more(shared.ports, port.port);
  more(shared.lines, port.line);
  if (port.callers !== null) more(shared.pools, port.callers.pool);
  return null;
};

const more = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

const dueOf = (due: Due, port: PortRoom): number => (port.practice ? due.practice : due.ordinary);
/** The practice line is free, whatever its row says (docs/lines.md#practice-line). */
const holdOn = (port: PortRoom): number => (port.practice ? 0 : port.hold);

const fullBecause = ({ task, due, total }: Hand, shared: Shared): Because | null => {
  const { snapshot } = shared;
  if (due.ordinary + due.practice <= 0) return total === 0 ? 'noneDue' : 'all';
  if (task.ports.length === 0) return 'noPort';
  if (task.firstLeft !== null && total >= task.firstLeft) return 'firstCalls';
  if (task.taskLive + total >= task.taskLimit) return 'taskFull';
  if (snapshot.merchantLive + shared.total >= snapshot.merchantLimit) return 'merchantFull';
  return shared.total >= snapshot.nodeRoom ? 'nodesFull' : null;
};

const portFull = (port: PortRoom, dealt: number, { ports, lines, pools }: Shared): PortFull | null => {
  if (port.shut !== null) return port.shut;
  if (port.callers !== null && (pools.get(port.callers.pool) ?? 0) >= port.callers.left) return 'callerNumbersUsed';
  if (port.taskLive + dealt >= port.taskChannels) return 'portsFull';
  if (port.portLive + (ports.get(port.port) ?? 0) >= port.portChannels) return 'portsFull';
  const onLine = lines.get(port.line) ?? 0;
  if (port.lineLive + onLine >= port.lineChannels) return 'linesFull';
  return onLine >= port.lineStarts ? 'lineRate' : null;
};

/** What the calls of this round hold is gone from the balance, and its own from what the task may spend. */
const moneyFull = (port: PortRoom, { task, held }: Hand, shared: Shared): PortFull | null => {
  if (holdOn(port) > Math.max(0, shared.snapshot.available - shared.held)) return 'balance';
  if (task.budget === null) return null;
  return holdOn(port) > Math.max(0, task.budget.left - held) ? task.budget.of : null;
};

/** What passes soonest is named first; no port for the numbers that are due is `noPort`. */
const soonestFirst: readonly PortFull[] = [
  'lineRate',
  'portsFull',
  'linesFull',
  'lineChecking',
  'lineDown',
  'lineHours',
  'callerNumbersUsed',
  'lineOff',
  'dayBudget',
  'budget',
  'balance',
];
const named = (reasons: readonly PortFull[]): Because =>
  soonestFirst.find(reason => reasons.includes(reason)) ?? 'noPort';

/** Where others' calls are on what is guaranteed to it, that is said. */
const told = (hand: Hand, { snapshot, total }: Shared): Because => {
  const because = hand.because ?? 'all';
  const isOthers = snapshot.merchantLive + total > channelsOf(hand);
  return isOwed(hand) && isOthers && (because === 'linesFull' || because === 'merchantFull') ? 'lent' : because;
};

const startsOf = ({ task, dealt }: Hand): PacingDecision['starts'] =>
  task.ports.flatMap(({ port }, index) => {
    const count = dealt[index] ?? 0;
    return count > 0 ? [{ port, count }] : [];
  });
