import type { CallState } from '../call/index.ts';
import { type Dice, dice } from '../kit/index.ts';
import { type DayWindow, isWithin, type Lane, type LocalMinute, lanes, type WeekWindows } from '../rules/index.ts';
import type { RetryRules } from '../task/index.ts';

/**
 * A list that is called in virtual seconds: each number is somebody of a kind, with calls as long as they happen to be;
 * what the forecast is measured against. It shares nothing with the forecast.
 */
export interface SimulatedList {
  readonly seed: number;
  readonly numbers: number;
  /** Of a hundred so many live two hours later. */
  readonly westPercent: number;
  readonly limit: number;
  readonly lines: readonly {
    readonly channels: number;
    readonly callsPerSecond: number;
    readonly windows: WeekWindows | null;
  }[];
  readonly windows: WeekWindows;
  readonly legal: DayWindow;
  readonly retries: RetryRules;
  /** Monday, minute of the day. */
  readonly begins: number;
  /** The first line carries nothing between these minutes after the beginning. */
  readonly dead: { readonly from: number; readonly to: number } | null;
}

/** In the windows and in the law's hours, those of the west two hours later. */
const isOpen = ({ windows, legal }: SimulatedList, then: LocalMinute, lane: Lane): boolean => {
  const theirs = then.minute - (lane === lanes.west ? 120 : 0);
  return isWithin(windows, then) && legal.from <= theirs && theirs < legal.to;
};

interface Somebody {
  readonly lane: Lane;
  readonly kind: number;
  attempts: number;
  tried: Partial<Record<CallState, number>>;
  last: CallState | null;
  dueAt: number;
}

interface Kind {
  readonly share: number;
  /** What the first call and later ones come to: state, of a hundred. */
  readonly first: readonly (readonly [CallState, number])[];
  readonly later: readonly (readonly [CallState, number])[];
}
const kinds: readonly Kind[] = [
  {
    share: 55,
    first: [
      ['answered', 70],
      ['noAnswer', 20],
      ['busy', 10],
    ],
    later: [
      ['answered', 55],
      ['noAnswer', 35],
      ['busy', 10],
    ],
  },
  {
    share: 28,
    first: [
      ['noAnswer', 75],
      ['busy', 15],
      ['rejected', 10],
    ],
    later: [
      ['noAnswer', 70],
      ['answered', 15],
      ['rejected', 15],
    ],
  },
  {
    share: 10,
    first: [
      ['unreachable', 60],
      ['poweredOff', 40],
    ],
    later: [
      ['unreachable', 50],
      ['poweredOff', 30],
      ['answered', 20],
    ],
  },
  {
    share: 7,
    first: [
      ['emptyNumber', 80],
      ['lineFault', 20],
    ],
    later: [
      ['emptyNumber', 90],
      ['lineFault', 10],
    ],
  },
];
const seconds: Readonly<Partial<Record<CallState, readonly [least: number, most: number]>>> = {
  answered: [8, 110],
  noAnswer: [28, 34],
  busy: [3, 7],
  rejected: [5, 20],
  unreachable: [2, 9],
  poweredOff: [3, 8],
  emptyNumber: [2, 6],
  lineFault: [1, 3],
};
const faultRetries: RetryRules = { lineFault: { times: 2, afterMinutes: 10 } };

const drawn = <T>(random: Dice, from: readonly (readonly [T, number])[]): T => {
  let at = random.between(
    1,
    from.reduce((sum, [, share]) => sum + share, 0),
  );
  for (const [one, share] of from) {
    at -= share;
    if (at <= 0) return one;
  }
  return from[0]![0];
};

interface Alike {
  readonly lane: Lane;
  readonly tried: Readonly<Partial<Record<CallState, number>>>;
  readonly last: CallState | null;
  readonly numbers: number;
}

/** What is known of the list at a moment, as a board knows it. */
export interface Known {
  readonly second: number;
  readonly calling: readonly Alike[];
  readonly waiting: readonly (Alike & { readonly inMinutes: number })[];
  readonly isDead: boolean;
  /** `before`: what the call before came to; null: it was the first. */
  readonly calls: readonly { readonly before: CallState | null; readonly state: CallState; readonly seconds: number }[];
}

interface Simulated {
  /** Seconds from the beginning to the end of the last call. */
  readonly endedAt: number;
  /** As it stood at these seconds. */
  readonly knownAt: (seconds: readonly number[]) => readonly Known[];
}

const alike = (people: readonly Somebody[]): readonly Alike[] =>
  [...Map.groupBy(people, ({ lane, tried, last }) => JSON.stringify([lane, tried, last])).values()].map(some => ({
    lane: some[0]!.lane,
    tried: some[0]!.tried,
    last: some[0]!.last,
    numbers: some.length,
  }));

interface LiveCall {
  readonly line: number;
  readonly endsAt: number;
  readonly who: Somebody;
  readonly state: CallState;
}

/** Everybody of the list, as second after second goes by. */
const openTown = (list: SimulatedList) => {
  const random = dice(list.seed);
  const kindsByShare = kinds.map((kind, n) => [n, kind.share] as const);
  const somebody = (): Somebody => ({
    lane: random.between(1, 100) <= list.westPercent ? lanes.west : lanes.ordinary,
    kind: drawn(random, kindsByShare),
    attempts: 0,
    tried: {},
    last: null,
    dueAt: 0,
  });
  const waiting = new Set(Array.from({ length: list.numbers }, somebody));
  const live = new Set<LiveCall>();
  const calls: { before: CallState | null; state: CallState; seconds: number }[] = [];

  const end = (call: LiveCall, second: number): void => {
    const { who, state } = call;
    live.delete(call);
    who.tried = { ...who.tried, [state]: (who.tried[state] ?? 0) + 1 };
    who.last = state;
    const rule = list.retries[state] ?? faultRetries[state];
    if (!rule || who.tried[state]! > rule.times) return;
    who.dueAt = second + rule.afterMinutes * 60;
    waiting.add(who);
  };
  const begin = (who: Somebody, line: number, second: number): void => {
    waiting.delete(who);
    who.attempts += 1;
    const state = drawn(random, kinds[who.kind]![who.attempts === 1 ? 'first' : 'later']);
    const lasts = random.between(...(seconds[state] ?? [1, 1]));
    calls.push({ before: who.last, state, seconds: lasts });
    live.add({ line, endsAt: second + lasts, who, state });
  };
  return { waiting, live, calls, end, begin };
};
type Town = ReturnType<typeof openTown>;

const known = ({ waiting, live, calls }: Town, second: number, isDead: boolean): Known => ({
  second,
  isDead,
  calls: [...calls],
  calling: alike([...live].map(({ who }) => who)),
  waiting: [...Map.groupBy(waiting, who => Math.max(0, Math.ceil((who.dueAt - second) / 60)))].flatMap(
    ([inMinutes, some]) => alike(some).map(one => ({ ...one, inMinutes })),
  ),
});

/** Who of these lanes is due, redials first, up to `room`. */
const dueOf = (waiting: Iterable<Somebody>, second: number, open: ReadonlySet<Lane>, room: number): Somebody[] => {
  const due = [...waiting].filter(who => who.dueAt <= second && open.has(who.lane));
  return [...due.filter(who => who.attempts > 0), ...due.filter(who => who.attempts === 0)].slice(0, room);
};

/** Runs it to its end; `look` is told how it stands at each second wanted. */
const run = (list: SimulatedList, looks: readonly number[], look: (known: Known) => void): number => {
  const town = openTown(list);
  const { waiting, live } = town;
  const allowance = list.lines.map(() => 0);
  let next = 0;
  let endedAt = 0;
  for (let second = 0; waiting.size + live.size > 0; second += 1) {
    const minute = Math.floor(second / 60);
    const then = { weekday: Math.floor((list.begins + minute) / 1_440) % 7, minute: (list.begins + minute) % 1_440 };
    const isDead = list.dead !== null && minute >= list.dead.from && minute < list.dead.to;
    for (const call of live) {
      if (call.endsAt > second) continue;
      town.end(call, second);
      endedAt = second;
    }
    for (; looks[next] !== undefined && looks[next]! <= second; next += 1) look(known(town, second, isDead));
    const open = new Set(([lanes.ordinary, lanes.west] as readonly Lane[]).filter(lane => isOpen(list, then, lane)));
    // Nothing happens before the next minute.
    if (open.size === 0 && live.size === 0) second += 59 - (second % 60);
    if (open.size === 0) continue;
    list.lines.forEach((line, n) => {
      allowance[n] = Math.min(Math.max(1, line.callsPerSecond), allowance[n]! + line.callsPerSecond);
      if ((isDead && n === 0) || (line.windows !== null && !isWithin(line.windows, then))) return;
      const used = [...live].filter(call => call.line === n).length;
      const room = Math.floor(Math.min(line.channels - used, list.limit - live.size, allowance[n]!));
      if (room <= 0) return;
      const due = dueOf(waiting, second, open, room);
      for (const who of due) town.begin(who, n, second);
      allowance[n]! -= due.length;
    });
  }
  return endedAt;
};

export const simulated = (list: SimulatedList): Simulated => {
  const endedAt = run(list, [], () => undefined);
  return {
    endedAt,
    knownAt: wanted => {
      const seen: Known[] = [];
      run(list, wanted, known => seen.push(known));
      return seen;
    },
  };
};
