import { parseArgs } from 'node:util';
import { usualMerchantRules, usualRetries, usualWindows } from '@lianxian/core';
import { simulateDay } from './day.ts';
import type { SimulatedLine } from './line-pace.ts';
import { tableOf } from './table.ts';
import { practiceTown } from './town.ts';

/** `npm run sim`: a day of dialling in a second, over virtual time. The same seed gives the same day. */
const usage = `npm run sim -- [--numbers 2000] [--line 30x5]… [--concurrency 30] [--from 09:00] [--weekday 1]
             [--ring 45] [--reached-later 30] [--seed 1]
  --line           channels x calls a second; once for each line
  --concurrency    calls of the task at once; else all channels
  --reached-later  of a hundred not reached, so many answer when they are called again`;

/** A day of more is a bench, not a look. */
const MOST_NUMBERS = 100_000;

const { values } = parseArgs({
  options: {
    numbers: { type: 'string', default: '2000' },
    line: { type: 'string', multiple: true, default: ['30x5'] },
    concurrency: { type: 'string' },
    from: { type: 'string', default: '09:00' },
    weekday: { type: 'string', default: '1' },
    ring: { type: 'string', default: '45' },
    'reached-later': { type: 'string', default: '30' },
    seed: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const whole = (name: string, text: string, from: number, to: number): number => {
  const number = Number(text);
  if (Number.isInteger(number) && number >= from && number <= to) return number;
  throw new Error(`--${name} ${text}: it must be a whole number from ${from} to ${to}\n\n${usage}`);
};
const lineOf = (text: string, at: number): SimulatedLine => {
  const [, channels, rate] = /^(\d{1,4})x(\d{1,3}(?:\.\d)?)$/.exec(text) ?? [];
  if (!Number(channels) || !Number(rate)) throw new Error(`--line ${text}: it must be like 30x5\n\n${usage}`);
  return { name: `line ${at + 1}`, channels: Number(channels), callsPerSecond: Number(rate) };
};
const minuteOf = (text: string): number => {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hour === undefined) throw new Error(`--from ${text}: it must be a time like 09:00\n\n${usage}`);
  return Number(hour) * 60 + Number(minute);
};

const run = (): void => {
  const seed = values.seed === undefined ? Date.now() % 1_000_000 : whole('seed', values.seed, 0, 2 ** 31);
  const lines = values.line.map(lineOf);
  const channels = lines.reduce((sum, line) => sum + line.channels, 0);
  const reachedLater = whole('reached-later', values['reached-later'], 0, 100);
  const day = simulateDay({
    numbers: whole('numbers', values.numbers, 1, MOST_NUMBERS),
    town: practiceTown({ seed, reachedLater, ringTimeoutMs: whole('ring', values.ring, 5, 180) * 1_000 }),
    lines,
    concurrency: values.concurrency === undefined ? channels : whole('concurrency', values.concurrency, 1, 10_000),
    windows: usualWindows,
    retries: usualRetries,
    rules: { ...usualMerchantRules, channels: Math.max(channels, usualMerchantRules.channels) },
    weekday: whole('weekday', values.weekday, 1, 7) - 1,
    startsAt: minuteOf(values.from),
  });
  process.stdout.write(`${[`seed ${seed}`, ...tableOf(day)].join('\n')}\n`);
};

try {
  if (values.help) process.stdout.write(`${usage}\n`);
  else run();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
