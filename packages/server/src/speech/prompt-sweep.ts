import { opendir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

/**
 * Kept prompts hold names, sums and days of people who were called: they are kept while they are needed, and no longer than
 * that. A prompt's file has the time when a call needed it last, to a day; a fixed sentence of a plan in use is needed daily,
 * a name never again.
 */
export interface PromptBounds {
  readonly keptMs?: number;
  readonly mostBytes?: number;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Retries of a number come within days; what comes after a fortnight is made again in a tenth of a second. */
const KEPT_MS = 14 * DAY_MS;
/** Some 80,000 sentences of 3 s. */
const MOST_BYTES = 2 * 1_024 ** 3;
/** Beside prompts only what was being written when its process died: whoever still writes is done in minutes. */
const ASIDE_MS = DAY_MS;

interface Sweeping extends PromptBounds {
  /** A prompt by its name is there no more. */
  readonly gone: (name: string) => void;
}

/** Two looks through the folder, whatever its size: how much there is of each hour, then what goes. */
export const sweepPrompts = async (folder: string, at: Date, sweeping: Sweeping): Promise<void> => {
  const { keptMs = KEPT_MS, mostBytes = MOST_BYTES, gone } = sweeping;
  const bytesOfHour = new Map<number, number>();
  await eachFile(folder, at, async ({ name, ageMs, bytes }) => {
    const hour = Math.floor(ageMs / HOUR_MS);
    if (isPrompt(name) && ageMs <= keptMs) bytesOfHour.set(hour, (bytesOfHour.get(hour) ?? 0) + bytes);
  });
  const longestMs = Math.min(keptMs, roomFor(bytesOfHour, mostBytes));
  await eachFile(folder, at, async ({ name, ageMs }) => {
    if (ageMs <= (isPrompt(name) ? longestMs : ASIDE_MS)) return;
    await rm(join(folder, name), { force: true });
    gone(basename(name, '.alaw'));
  });
};

const isPrompt = (name: string): boolean => name.endsWith('.alaw');

/** The age up to which there is room, newest first, to an hour; what was needed this hour stays whatever it takes. */
const roomFor = (bytesOfHour: ReadonlyMap<number, number>, mostBytes: number): number => {
  let sum = 0;
  for (const [hour, bytes] of [...bytesOfHour].toSorted(([a], [b]) => a - b)) {
    sum += bytes;
    if (sum > mostBytes && hour > 0) return hour * HOUR_MS;
  }
  return Number.POSITIVE_INFINITY;
};

interface Kept {
  readonly name: string;
  readonly ageMs: number;
  readonly bytes: number;
}

const eachFile = async (folder: string, at: Date, look: (file: Kept) => Promise<void>): Promise<void> => {
  for await (const entry of await opendir(folder)) {
    if (!entry.isFile()) continue;
    // One that went meanwhile is nobody's concern.
    const found = await stat(join(folder, entry.name)).catch(() => null);
    if (found) await look({ name: entry.name, ageMs: at.getTime() - found.mtimeMs, bytes: found.size });
  }
};
