import type { BudgetBecause, LineShut, PacingBecause, PacingDecision, PacingSnapshot, PortRoom } from './types.ts';

/**
 * How many calls a task may start now, over which ports, and what keeps it from more (docs/tasks.md#pacing).
 *
 * Calls are dealt one by one, each to the port that is least used of those that have room, so ports of a task fill
 * evenly; a port's room is the least of its own channels, the task's share of it, its line's channels and rate (a line may
 * have several ports), what its caller numbers may still call and what the balance can hold. A line that is down, switched
 * off or outside its hours has none. `kept` names ports that numbers were called over before, one for each: they go first, where they have room. A practice port takes practice numbers alone, any other the rest.
 *
 * Invariants: no limit of the snapshot is ever exceeded; a call more would exceed the limit that `because` names;
 * `balance`, a budget and `noPort` are named only where nothing else would let this task go on, so a task is not paused for them
 * while another port of it is merely busy, or its line comes back by itself.
 */
export const decide = (snapshot: PacingSnapshot, kept: readonly string[] = []): PacingDecision => {
  const wanted = [...kept];
  const dealt = snapshot.ports.map(() => 0);
  let due = snapshot.due;
  let available = snapshot.available;
  let total = 0;
  const lines = new Map<string, number>();
  const pools = new Map<string, number>();
  for (;;) {
    const because = fullBecause(snapshot, total, due);
    if (because) return { starts: starts(snapshot, dealt), because };
    const fitting = snapshot.ports.flatMap((port, index) => {
      if (dueOf(due, port) === 0) return [];
      const ofPool = pools.get(port.callers?.pool ?? '') ?? 0;
      const used = { onPort: dealt[index] ?? 0, onLine: lines.get(port.line) ?? 0, ofPool };
      const full = portFull(port, used) ?? moneyFull(port, snapshot, available);
      return [{ port, index, load: (port.taskLive + used.onPort) / port.taskChannels, full }];
    });
    const free = fitting.filter(({ full }) => full === null);
    if (free.length === 0) return { starts: starts(snapshot, dealt), because: named(fitting.map(({ full }) => full)) };
    const again = free.find(({ port }) => wanted.includes(port.port));
    if (again) wanted.splice(wanted.indexOf(again.port.port), 1);
    const { port, index } = again ?? free.reduce((best, other) => (other.load < best.load ? other : best));
    dealt[index] = (dealt[index] ?? 0) + 1;
    lines.set(port.line, (lines.get(port.line) ?? 0) + 1);
    if (port.callers) pools.set(port.callers.pool, (pools.get(port.callers.pool) ?? 0) + 1);
    available -= holdOn(port);
    due = port.practice ? { ...due, practice: due.practice - 1 } : { ...due, ordinary: due.ordinary - 1 };
    total += 1;
  }
};

type Due = PacingSnapshot['due'];
type Because = PacingDecision['because'];
type PortFull =
  | LineShut
  | BudgetBecause
  | Extract<PacingBecause, 'portsFull' | 'linesFull' | 'lineRate' | 'callerNumbersUsed' | 'balance'>;

const dueOf = (due: Due, port: PortRoom): number => (port.practice ? due.practice : due.ordinary);
/** The practice line is free, whatever its row says (docs/lines.md#practice-line). */
const holdOn = (port: PortRoom): number => (port.practice ? 0 : port.hold);

const fullBecause = (snapshot: PacingSnapshot, total: number, due: Due): Because | null => {
  if (due.ordinary + due.practice <= 0) return total === 0 ? 'noneDue' : 'all';
  if (snapshot.ports.length === 0) return 'noPort';
  if (snapshot.firstLeft !== null && total >= snapshot.firstLeft) return 'firstCalls';
  if (snapshot.taskLive + total >= snapshot.taskLimit) return 'taskFull';
  if (snapshot.merchantLive + total >= snapshot.merchantLimit) return 'merchantFull';
  return total >= snapshot.nodeRoom ? 'nodesFull' : null;
};

const portFull = (
  port: PortRoom,
  used: { readonly onPort: number; readonly onLine: number; readonly ofPool: number },
): PortFull | null => {
  if (port.shut !== null) return port.shut;
  if (port.callers !== null && used.ofPool >= port.callers.left) return 'callerNumbersUsed';
  if (port.taskLive + used.onPort >= port.taskChannels) return 'portsFull';
  if (port.portLive + used.onPort >= port.portChannels) return 'portsFull';
  if (port.lineLive + used.onLine >= port.lineChannels) return 'linesFull';
  return used.onLine >= port.lineStarts ? 'lineRate' : null;
};

/** What the calls of this look hold is gone from the balance, and from what the task may spend. */
const moneyFull = (port: PortRoom, snapshot: PacingSnapshot, available: number): PortFull | null => {
  if (holdOn(port) > Math.max(0, available)) return 'balance';
  const { budget } = snapshot;
  if (budget === null) return null;
  return holdOn(port) > Math.max(0, budget.left - (snapshot.available - available)) ? budget.of : null;
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
const named = (reasons: readonly (PortFull | null)[]): Because =>
  soonestFirst.find(reason => reasons.includes(reason)) ?? 'noPort';

const starts = ({ ports }: PacingSnapshot, dealt: readonly number[]): PacingDecision['starts'] =>
  ports.flatMap(({ port }, index) => {
    const count = dealt[index] ?? 0;
    return count > 0 ? [{ port, count }] : [];
  });
