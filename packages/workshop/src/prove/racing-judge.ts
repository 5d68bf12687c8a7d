/**
 * What is said of a race, by its logs alone: nothing here is shared with what decided, not even the words. Times are milliseconds
 * since 1970; `real` ones are of the machine, the others of whose clock they name. Pure.
 */

/** A call left: what stands at the far end of the wire. */
export interface Left {
  readonly call: string;
  readonly phone: string;
  /** The house asked once more whether it may; it left. */
  readonly asked: { readonly real: number; readonly house: number };
  readonly left: { readonly real: number; readonly house: number };
}

/** A call as the database has it in the end. */
export interface Row {
  readonly id: string;
  readonly merchant: string;
  readonly task: string;
  readonly callee: string;
  readonly attempt: number;
  readonly phone: string;
  /** By the database's clock. */
  readonly placedAt: number;
  readonly stage: string;
  readonly state: string | null;
}

export interface Caps {
  readonly perDay: number;
  readonly per7Days: number;
  readonly per30Days: number;
  readonly minutesBetween: number;
}

export interface Log {
  readonly left: readonly Left[];
  readonly rows: readonly Row[];
  /** Who may not be called, from when it was acknowledged. `of`: a merchant, or null for all. */
  readonly listed: readonly { readonly phone: string; readonly of: string | null; readonly real: number }[];
  /** Tasks that were to stand still; from the acknowledgement to the wish to go on. */
  readonly paused: readonly { readonly task: string; readonly from: number; readonly until: number }[];
  /** How far the database's clock was from the machine's, from when on; in order, the first before all. */
  readonly databaseClock: readonly { readonly real: number; readonly offset: number }[];
  /** Minutes of the day between which a task may call; by task. */
  readonly windows: Readonly<Record<string, readonly (readonly [from: number, to: number])[]>>;
  /** By merchant. */
  readonly caps: Readonly<Record<string, Caps>>;
}

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** China's clocks. */
const EAST = 8 * 60 * MINUTE;
const dayOf = (at: number): number => Math.floor((at + EAST) / DAY);
const minuteOf = (at: number): number => Math.floor(((at + EAST) % DAY) / MINUTE);
/** What was written of the clock is seen at its next look. */
const SEEN_LATE = 100;

/** What the database may have taken for now while it was asked. */
const databaseTimes = ({ databaseClock }: Log, { asked, left }: Left): readonly number[] =>
  databaseClock
    .filter(
      ({ real }, n) =>
        real <= left.real && (databaseClock[n + 1]?.real ?? Number.POSITIVE_INFINITY) >= asked.real - SEEN_LATE,
    )
    .map(({ offset }) => asked.real + offset);

/** Why it was once too often; null: it was not. */
const tooOften = (caps: Caps, before: readonly Row[], now: number): string | null => {
  const day = dayOf(now);
  const within = (days: number): number =>
    before.filter(({ placedAt }) => dayOf(placedAt) > day - days && dayOf(placedAt) <= day).length;
  if (within(1) >= caps.perDay) return `call ${within(1) + 1} of a day`;
  if (within(7) >= caps.per7Days) return `call ${within(7) + 1} of seven days`;
  if (within(30) >= caps.per30Days) return `call ${within(30) + 1} of thirty days`;
  const since = before
    .filter(({ placedAt }) => placedAt <= now)
    .map(({ placedAt }) => Math.floor((now - placedAt) / MINUTE));
  return since.some(minutes => minutes < caps.minutesBetween)
    ? `${Math.min(...since)} minutes after the one before`
    : null;
};

const judgeCaps = (log: Log, rowOf: ReadonlyMap<string, Row>): readonly string[] => {
  const earlier = new Map<string, Row[]>();
  return log.left.flatMap(one => {
    const row = rowOf.get(one.call);
    if (row === undefined) return [];
    const key = `${row.merchant} ${row.phone}`;
    const before = earlier.get(key) ?? [];
    const whys = databaseTimes(log, one).map(now => tooOften(log.caps[row.merchant]!, before, now));
    earlier.set(key, [...before, row]);
    return whys.every(why => why !== null) ? [`call ${one.call}: ${whys[0]}`] : [];
  });
};

const judgeDoubles = ({ left, rows }: Log, rowOf: ReadonlyMap<string, Row>): readonly string[] => {
  const violations: string[] = [];
  const calls = new Set<string>();
  const attempts = new Set<string>();
  const interrupted = new Set<string>();
  for (const { call, phone } of left) {
    const row = rowOf.get(call);
    if (row === undefined) {
      violations.push(`call ${call} left, and nobody knows of it`);
      continue;
    }
    if (row.phone !== phone) violations.push(`call ${call} left for another number`);
    const person = `${row.task} ${row.callee}`;
    const attempt = `${person} ${row.attempt}`;
    if (calls.has(call) || attempts.has(attempt)) violations.push(`call ${call} left twice`);
    if (interrupted.has(person)) violations.push(`call ${call}: whose call was broken off is called again`);
    if (row.state === 'interrupted') interrupted.add(person);
    calls.add(call);
    attempts.add(attempt);
  }
  for (const { id, stage } of rows) if (stage !== 'ended') violations.push(`call ${id} has no end`);
  return violations;
};

/** @returns a sentence each; none is the proof. */
export const judgeRace = (log: Log): readonly string[] => {
  const rowOf = new Map(log.rows.map(row => [row.id, row]));
  const ordered = { ...log, left: log.left.toSorted((one, other) => one.left.real - other.left.real) };
  const lists = new Map<string, { of: string | null; real: number }[]>();
  for (const { phone, of, real } of log.listed) lists.set(phone, [...(lists.get(phone) ?? []), { of, real }]);
  const others = ordered.left.flatMap(({ call, phone, asked, left }) => {
    const row = rowOf.get(call);
    if (row === undefined) return [];
    const { task, merchant } = row;
    const isOpen = (at: number) =>
      (log.windows[task] ?? []).some(([from, to]) => minuteOf(at) >= from && minuteOf(at) < to);
    const isListed = lists.get(phone)?.some(({ of, real }) => (of === null || of === merchant) && real < asked.real);
    const isPaused = log.paused.some(
      pause => pause.task === task && pause.from < asked.real && left.real < pause.until,
    );
    return [
      ...(isOpen(asked.house) || isOpen(left.house)
        ? []
        : [`call ${call} left at minute ${minuteOf(left.house)} of the day`]),
      ...(isListed === true ? [`call ${call} left though its number was listed`] : []),
      ...(isPaused ? [`call ${call} left though its task stood still`] : []),
    ];
  });
  return [...judgeDoubles(ordered, rowOf), ...judgeCaps(ordered, rowOf), ...others];
};
