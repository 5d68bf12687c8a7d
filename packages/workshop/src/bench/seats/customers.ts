import type { ChildProcess } from 'node:child_process';
import { z } from 'zod';
import { alawToLinear } from '../../../../telephony/src/audio/g711.ts';
import type { Talker } from '../talkers.ts';
import { SEAT_HZ } from './seat-hz.ts';

/**
 * Callees of the bench who say nothing, or hum, and note each packet that comes: its number, its moment, whether it is the tone
 * of a seat. What a hand-over did to the customer is read off these alone.
 */
interface Customers {
  readonly add: (number: string) => Talker;
  /** Of the last call to this number; null: there was none. */
  readonly figures: (number: string) => CustomerFigures | null;
}

export interface CustomerFigures {
  /** The number that was called. */
  readonly number: string;
  readonly packets: number;
  readonly missing: number;
  readonly doubled: number;
  /** Between its packets. */
  readonly p99Ms: number;
  /** Between the packets within a second of the first tone. */
  readonly worstMs: number;
  /** When the seat's tone began, ms of the machine's monotonic clock; null: never. */
  readonly toneAtMs: number | null;
  /** Since when it has been there without a rest, by the same clock. */
  readonly toneSinceMs: number | null;
}

const [HEADER_BYTES, FRAME_SAMPLES, RATE] = [12, 160, 8_000];
/** Share of a frame's energy at the seat's pitch; a voice has less, and never in three frames on end. */
const TONE_SHARE = 0.9;
const LEAST_SQUARE = 100 * 100;
const TONE_FRAMES = 3;
const AROUND_MS = 1_000;
/** A shorter one is a lost packet. */
const REST_MS = 200;

const cosines = Float64Array.from({ length: FRAME_SAMPLES }, (_, n) => Math.cos((2 * Math.PI * SEAT_HZ * n) / RATE));
const sines = Float64Array.from({ length: FRAME_SAMPLES }, (_, n) => Math.sin((2 * Math.PI * SEAT_HZ * n) / RATE));

const isTone = (packet: Uint8Array): boolean => {
  if (packet.length !== HEADER_BYTES + FRAME_SAMPLES) return false;
  let [re, im, all] = [0, 0, 0];
  for (let n = 0; n < FRAME_SAMPLES; n += 1) {
    const sample = alawToLinear[packet[HEADER_BYTES + n]!]!;
    re += sample * cosines[n]!;
    im += sample * sines[n]!;
    all += sample * sample;
  }
  return all / FRAME_SAMPLES > LEAST_SQUARE && (2 * (re * re + im * im)) / (FRAME_SAMPLES * all) > TONE_SHARE;
};

/** This process's moments on the clock that all processes share. */
const origin = Number(process.hrtime.bigint()) / 1e6 - performance.now();

const createCustomer = (number: string, hums: boolean) => {
  const numbers: number[] = [];
  const moments: number[] = [];
  let inTone = 0;
  let toneAt: number | null = null;
  let since: number | null = null;
  let lastTone = Number.NEGATIVE_INFINITY;
  return {
    sent: () => undefined,
    isLoud: () => hums,
    heard: (packet: Uint8Array, at: number): void => {
      numbers.push((packet[2]! << 8) | packet[3]!);
      moments.push(at);
      inTone = isTone(packet) ? inTone + 1 : 0;
      if (inTone < TONE_FRAMES) return;
      const began = moments.at(-TONE_FRAMES) ?? at;
      toneAt ??= began;
      if (began - lastTone > REST_MS) since = began;
      lastTone = at;
    },
    figures: (): CustomerFigures => {
      const gaps = moments.slice(1).map((at, n) => ({ at, ms: at - moments[n]! }));
      const sorted = gaps.map(({ ms }) => ms).toSorted((a, b) => a - b);
      const around = gaps.filter(({ at }) => toneAt !== null && Math.abs(at - toneAt) < AROUND_MS);
      const distinct = new Set(numbers).size;
      const first = numbers[0] ?? 0;
      const furthest = numbers.reduce((most, n) => Math.max(most, (n - first + 65_536) % 65_536), 0);
      return {
        number,
        packets: numbers.length,
        missing: numbers.length === 0 ? 0 : furthest + 1 - distinct,
        doubled: numbers.length - distinct,
        p99Ms: sorted[Math.floor(0.99 * sorted.length)] ?? 0,
        worstMs: around.reduce((worst, { ms }) => Math.max(worst, ms), 0),
        toneAtMs: toneAt === null ? null : toneAt + origin,
        toneSinceMs: since === null ? null : since + origin,
      };
    },
  };
};

export const createCustomers = (hum: boolean): Customers => {
  const all = new Map<string, ReturnType<typeof createCustomer>>();
  return {
    add: number => {
      const customer = createCustomer(number, hum);
      all.set(number, customer);
      return customer;
    },
    figures: number => all.get(number)?.figures() ?? null,
  };
};

const told = z.object({
  customer: z.object({
    number: z.string(),
    packets: z.number(),
    missing: z.number(),
    doubled: z.number(),
    p99Ms: z.number(),
    worstMs: z.number(),
    toneAtMs: z.number().nullable(),
    toneSinceMs: z.number().nullable(),
  }),
});

/** Asks the far end of a bench; null: it has no call to this number yet. */
export const askCustomer = (far: ChildProcess, number: string): Promise<CustomerFigures | null> =>
  new Promise(settle => {
    const hear = (message: unknown): void => {
      const { success, data } = told.safeParse(message);
      if (success && data.customer.number !== number) return;
      far.off('message', hear);
      settle(success ? data.customer : null);
    };
    far.on('message', hear);
    // Gone: whoever ended it says why.
    far.send({ of: number }, () => undefined);
  });
