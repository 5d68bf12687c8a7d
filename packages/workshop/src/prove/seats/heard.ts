import { SEAT_HZ } from '../../../journeys/house/seat-page.ts';
import { rmsDb, type StereoSound, toneDb } from '../../sound/index.ts';

/** What the callee of a seat's call heard, read off the recording of it in steps of a tenth of a second. */
interface HeardByCallee {
  /** When the first music began, at or after this ms of the talk; null: never. */
  readonly musicAfter: (ms: number) => number | null;
  /** The same of the seat's tone. */
  readonly seatAfter: (ms: number) => number | null;
}

const STEP_MS = 100;
/** A tone alone is 3 dB louder at its top than in the mean; music holds several. */
const ALONE_DB = 1;
const LOUD_DB = -50;
/** Music has pauses of its own shorter than that; a click is no music. */
const MUSIC_STEPS = 5;

export const heardByCallee = ({ right, sampleRate }: StereoSound): HeardByCallee => {
  const samples = (STEP_MS * sampleRate) / 1_000;
  const steps = Array.from({ length: Math.floor(right.length / samples) }, (_, n) => {
    const part = right.subarray(n * samples, (n + 1) * samples);
    const loud = rmsDb(part);
    if (loud < LOUD_DB) return 'silence';
    return toneDb(part, SEAT_HZ, sampleRate) > loud + ALONE_DB ? 'seat' : 'music';
  });
  const first = (ms: number, count: number, what: 'seat' | 'music'): number | null => {
    const from = Math.max(0, Math.ceil(ms / STEP_MS));
    const at = steps.findIndex((_, n) => n >= from && steps.slice(n, n + count).every(each => each === what));
    return at < 0 || at + count > steps.length ? null : at * STEP_MS;
  };
  return {
    musicAfter: ms => first(ms, MUSIC_STEPS, 'music'),
    seatAfter: ms => first(ms, 2, 'seat'),
  };
};

/** What came of a stretch in which nothing came of the page, by the machine's clock; ms, null: it never came. */
export interface Gap {
  readonly musicMs: number | null;
  /** The seat speaks for one second of two and a half. */
  readonly voiceMs: number | null;
}

export const gapOf = (heard: HeardByCallee, answeredAt: number, [goneAt, backAt]: readonly [number, number]): Gap => {
  const since = (from: number, at: number | null): number | null => (at === null ? null : at - (from - answeredAt));
  return {
    musicMs: since(goneAt, heard.musicAfter(goneAt - answeredAt)),
    voiceMs: since(backAt, heard.seatAfter(backAt - answeredAt)),
  };
};

const MUSIC_WITHIN_MS = 2_000;
const VOICE_WITHIN_MS = 10_000;

export const judgeGap = (what: string, { musicMs, voiceMs }: Gap): readonly string[] => [
  ...(musicMs !== null && musicMs <= MUSIC_WITHIN_MS ? [] : [`${what}: music after ${musicMs ?? 'an eternity'} ms`]),
  ...judgeVoice(what, voiceMs),
];

export const judgeVoice = (what: string, ms: number | null): readonly string[] =>
  ms !== null && ms <= VOICE_WITHIN_MS ? [] : [`${what}: the seat is heard again after ${ms ?? 'an eternity'} ms`];
