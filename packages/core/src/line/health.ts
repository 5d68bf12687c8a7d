import { after, type Instant, ignored, moved, type Step } from '../kit/index.ts';
import type { LineBecause, LineState } from './types.ts';

/**
 * How a line is (docs/lines.md#health: a dead line is not dialled and comes back by itself).
 *
 *   unknown ──alive──▶ up ◀──eased─── congested(busyAnswers)
 *      │               │ ▲ ──calls──▶    │
 *      │   missed twice│ │alive          │ missed twice, or for certain
 *      └──────────────▶ down(because) ◀──┘
 *
 * A line is looked at every half minute (OPTIONS; a line that registers, or that registers with us, by its registration). A
 * check that comes to nothing is repeated at once; the second one in a row, or one that leaves no doubt (nobody listens
 * there, the credentials are refused), takes the line down. A line that is down is looked at every 10 to 30 s, by chance,
 * so that many do not come back in one beat.
 *
 * Calls tell as well: three in a row that nobody answered at all have the line looked at now, and until one gets through
 * it is up but `failing`. A far end that answers a call while our OPTIONS go unanswered takes calls and no OPTIONS, as many
 * carriers do: the line is up (`optionsIgnored`), and from then on silence takes it down only when its calls meet silence
 * too. As no check can tell when such a line is back, it is tried again, slowly, after five minutes. When more than a fifth of a minute's calls (ten at least) are answered with 503 or 429, the
 * carrier cannot take so many: the rate halves, to one a second at least, and goes up by one each half minute in which it
 * did not have to halve again.
 *
 * Invariants: only `down` is not dialled; one good answer brings a line back, to a check or to a call; no event is impossible, for all of them come
 * from the network, a clock or a user; `slowedTo` is set exactly while the line is congested and never above its rate.
 */
export interface LineHealth {
  readonly state: LineState;
  readonly because: LineBecause;
  /** Looks in a row that came to nothing. */
  readonly missed: number;
  readonly checkAt: Instant;
  /** Calls in a row that nobody answered at all. */
  readonly unanswered: number;
  readonly recent: readonly Moments[];
  /** Calls a second while congested. */
  readonly slowedTo: number | null;
  readonly easeAt: Instant | null;
  /** Calls are answered there, OPTIONS are not. */
  readonly ignoresOptions: boolean;
  /** When a line that is down and ignores OPTIONS is tried again. */
  readonly tryAt: Instant | null;
}

/** Calls that ended in ten seconds; `busy` were answered with 503 or 429. */
interface Moments {
  readonly from: Instant;
  readonly calls: number;
  readonly busy: number;
}

export type LineHealthEvent =
  /** A check was answered: OPTIONS by anything but 408 and 503, or the registration holds. `chance` in [0, 1). */
  | { readonly type: 'alive'; readonly chance: number }
  /** It was not; `certain`: asking again would not help. */
  | { readonly type: 'missed'; readonly because: LineBecause; readonly certain: boolean; readonly chance: number }
  | ({ readonly type: 'callsEnded' } & EndedCalls)
  /** Another address, other credentials: all that was known is of another line. */
  | { readonly type: 'changed' }
  | { readonly type: 'timePassed' };

/** Calls of a line that were answered or ended. */
export interface EndedCalls {
  readonly calls: number;
  readonly busy: number;
  /** At the end of them so many in a row were not answered at all; `anyAnswered`: some before these were. */
  readonly unanswered: number;
  readonly anyAnswered: boolean;
  /** The far end said something just now: it rings, it answers, it refuses; that it is overloaded does not count. */
  readonly heard: boolean;
}

/** Look at the line now. */
type LineHealthEffect = 'check';

export interface LineHealthRules {
  /** What its owner lets it have. */
  readonly callsPerSecond: number;
  /** It is looked at by OPTIONS, which a far end may ignore; not by a registration. */
  readonly asksOptions: boolean;
  readonly checkEveryMs: number;
  /** After the first check that came to nothing. */
  readonly checkAgainMs: number;
  readonly checkDownMs: readonly [from: number, to: number];
  readonly easeEveryMs: number;
  /** A line that is down and ignores OPTIONS is tried again after so long. */
  readonly tryAfterMs: number;
}

export const usualHealthRules: Omit<LineHealthRules, 'callsPerSecond' | 'asksOptions'> = {
  checkEveryMs: 30_000,
  checkAgainMs: 2_000,
  checkDownMs: [10_000, 30_000],
  easeEveryMs: 30_000,
  tryAfterMs: 300_000,
};

const MISSES_OF_A_DEAD_LINE = 2;
const UNANSWERED_OF_A_FAILING_LINE = 3;
const WINDOW_MS = 60_000;
const GRAIN_MS = 10_000;
const LEAST_CALLS = 10;
const MOST_BUSY = 0.2;
const SLOWEST = 1;
/** What a check of a far end that ignores OPTIONS comes to, whether it lives or not; a gateway on the way may answer for it. */
const UNTOLD: ReadonlySet<LineBecause> = new Set(['noReply', 'serverError']);

/** A line as it was when somebody last looked at it; to be looked at now. */
export const knownHealth = (
  known: Pick<LineHealth, 'state' | 'because' | 'slowedTo' | 'ignoresOptions'>,
  at: Instant,
  { easeEveryMs, tryAfterMs }: Pick<LineHealthRules, 'easeEveryMs' | 'tryAfterMs'>,
): LineHealth => ({
  ...known,
  missed: 0,
  checkAt: at,
  unanswered: 0,
  recent: [],
  easeAt: known.slowedTo === null ? null : after(at, easeEveryMs),
  tryAt: known.state === 'down' && known.ignoresOptions ? after(at, tryAfterMs) : null,
});

/** When something is to be done without any news. */
export const nextMoment = ({ checkAt, easeAt }: LineHealth): Instant =>
  easeAt !== null && easeAt < checkAt ? easeAt : checkAt;

export const stepLineHealth = (
  health: LineHealth,
  event: LineHealthEvent,
  at: Instant,
  rules: LineHealthRules,
): Step<LineHealth, LineHealthEffect> => {
  switch (event.type) {
    case 'alive':
      return moved(alive(health, event.chance, at, rules));
    case 'missed':
      return moved(missed(health, event, at, rules));
    case 'callsEnded':
      return callsEnded(health, event, at, rules);
    case 'changed':
      return moved(knownHealth(unknown, at, rules), 'check');
    case 'timePassed':
      return health.easeAt !== null && at >= health.easeAt
        ? moved(eased(health, at, rules))
        : ignored(health, 'notYet');
  }
};

const unknown = { state: 'unknown', because: '', slowedTo: null, ignoresOptions: false } as const;

/** Between 9 and 11 tenths of it, so that lines that began together part. */
const about = (ms: number, chance: number): number => ms * (0.9 + 0.2 * chance);

const alive = (health: LineHealth, chance: number, at: Instant, { checkEveryMs }: LineHealthRules): LineHealth => {
  const checkAt = after(at, about(checkEveryMs, chance));
  const found = { ...health, missed: 0, checkAt, ignoresOptions: false, tryAt: null };
  return health.state === 'congested' ? found : { ...found, ...upOr(found) };
};

const upOr = ({
  unanswered,
  ignoresOptions,
}: Pick<LineHealth, 'unanswered' | 'ignoresOptions'>): Pick<LineHealth, 'state' | 'because'> => {
  if (unanswered >= UNANSWERED_OF_A_FAILING_LINE) return { state: 'up', because: 'failing' };
  return { state: 'up', because: ignoresOptions ? 'optionsIgnored' : '' };
};

type Missed = Extract<LineHealthEvent, { type: 'missed' }>;

const missed = (health: LineHealth, event: Missed, at: Instant, rules: LineHealthRules): LineHealth => {
  const { because, certain } = event;
  if (health.ignoresOptions && !certain && UNTOLD.has(because)) return untold(health, event, at, rules);
  const misses = health.missed + 1;
  const isDown = certain || health.state === 'down' || misses >= MISSES_OF_A_DEAD_LINE;
  if (!isDown) return { ...health, missed: misses, checkAt: after(at, rules.checkAgainMs) };
  return down({ ...health, missed: misses }, event, at, rules);
};

const down = (
  health: LineHealth,
  { because, chance }: Pick<Missed, 'because' | 'chance'>,
  at: Instant,
  { checkDownMs: [from, to], tryAfterMs }: LineHealthRules,
): LineHealth => ({
  ...health,
  state: 'down',
  because,
  checkAt: after(at, from + chance * (to - from)),
  unanswered: 0,
  recent: [],
  slowedTo: null,
  easeAt: null,
  tryAt: health.ignoresOptions ? (health.tryAt ?? after(at, tryAfterMs)) : null,
});

/** Silence of a far end that ignores OPTIONS: what its calls meet tells, and while it is down, time. */
const untold = (health: LineHealth, event: Missed, at: Instant, rules: LineHealthRules): LineHealth => {
  const { chance } = event;
  const { state, unanswered, tryAt } = health;
  if (state !== 'down' && unanswered >= UNANSWERED_OF_A_FAILING_LINE) return down(health, event, at, rules);
  const checkAt = after(at, about(rules.checkEveryMs, chance));
  if (state !== 'down') return { ...health, ...(state === 'unknown' && upOr(health)), missed: 0, checkAt };
  if (tryAt !== null && at < tryAt) return down(health, event, at, rules);
  return {
    ...health,
    state: 'congested',
    because: 'failing',
    missed: 0,
    checkAt,
    unanswered: UNANSWERED_OF_A_FAILING_LINE - 1,
    slowedTo: Math.min(SLOWEST, rules.callsPerSecond),
    easeAt: after(at, rules.easeEveryMs),
    tryAt: null,
  };
};

/** A call is answered while checks are not. */
const heard = (health: LineHealth, at: Instant, { checkEveryMs }: LineHealthRules): LineHealth => {
  const known = { ...health, ignoresOptions: true, missed: 0, unanswered: 0, tryAt: null };
  if (health.state === 'congested') return known;
  return { ...known, ...upOr(known), checkAt: health.state === 'down' ? after(at, checkEveryMs) : health.checkAt };
};

const isNewlyHeard = ({ state, because, missed, ignoresOptions }: LineHealth): boolean => {
  if (state === 'down') return UNTOLD.has(because);
  return !ignoresOptions && (missed > 0 || state === 'unknown');
};

const callsEnded = (
  health: LineHealth,
  ended: EndedCalls,
  at: Instant,
  rules: LineHealthRules,
): Step<LineHealth, LineHealthEffect> => {
  if (ended.heard && rules.asksOptions && isNewlyHeard(health)) {
    const up = heard(health, at, rules);
    return moved(counting(up, ended, at));
  }
  if (health.state === 'down') return ignored(health, 'isDown');
  const unanswered = ended.unanswered + (ended.anyAnswered ? 0 : health.unanswered);
  const isFailing = unanswered >= UNANSWERED_OF_A_FAILING_LINE;
  const begins = isFailing && health.unanswered < UNANSWERED_OF_A_FAILING_LINE;
  const counted = counting({ ...health, unanswered }, ended, at);
  const told = counted.state === 'up' ? { ...counted, ...upOr(counted) } : counted;
  const next = isCongested(told.recent) ? slowed(told, at, rules) : told;
  return begins ? moved({ ...next, checkAt: at }, 'check') : moved(next);
};

const counting = (health: LineHealth, { calls, busy }: EndedCalls, at: Instant): LineHealth => {
  const kept = health.recent.filter(({ from }) => at - from < WINDOW_MS);
  const newest = kept.at(-1);
  const isOpen = newest !== undefined && at - newest.from < GRAIN_MS;
  const now = { from: isOpen ? newest.from : at, calls, busy };
  if (!isOpen) return { ...health, recent: [...kept, now] };
  const sum = { ...now, calls: newest.calls + calls, busy: newest.busy + busy };
  return { ...health, recent: [...kept.slice(0, -1), sum] };
};

const isCongested = (recent: readonly Moments[]): boolean => {
  const calls = recent.reduce((all, moments) => all + moments.calls, 0);
  const busy = recent.reduce((all, moments) => all + moments.busy, 0);
  return calls >= LEAST_CALLS && busy > calls * MOST_BUSY;
};

/** Counted anew from here: what slowed it once does not slow it twice. */
const slowed = (health: LineHealth, at: Instant, { callsPerSecond, easeEveryMs }: LineHealthRules): LineHealth => ({
  ...health,
  state: 'congested',
  because: 'busyAnswers',
  recent: [],
  slowedTo: Math.max(SLOWEST, Math.min(health.slowedTo ?? callsPerSecond, callsPerSecond) / 2),
  easeAt: after(at, easeEveryMs),
});

const eased = (health: LineHealth, at: Instant, { callsPerSecond, easeEveryMs }: LineHealthRules): LineHealth => {
  const faster = (health.slowedTo ?? callsPerSecond) + 1;
  if (faster < callsPerSecond) return { ...health, slowedTo: faster, easeAt: after(at, easeEveryMs) };
  return { ...health, ...upOr(health), slowedTo: null, easeAt: null };
};
