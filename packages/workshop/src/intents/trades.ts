import { readFileSync } from 'node:fs';
import { buildRecognition, listedMeanings, type Recognition } from '@lianxian/core';
import { bestOf, type Outcome, outcomeOf } from './measure.ts';

/**
 * How well a plan that wrote no sentence of its own hears the callees of its trade: each trade of the built-in list takes its
 * own meanings and the general ones below by name.
 */
interface SaidOfTrade {
  readonly trade: string;
  readonly text: string;
  /** Id of a meaning; null: nothing the plan took. */
  readonly means: string | null;
}

const general = ['price', 'where', 'busy', 'later', 'who', 'no', 'refusal', 'howLong'];

/** A file of sentences below `(their trade)` and `[what they mean]`. */
const readTrades = (): readonly SaidOfTrade[] => {
  let [trade, means]: [string, string | null] = ['', null];
  return readFileSync(new URL('trades.txt', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line): readonly SaidOfTrade[] => {
      const [, ofTrade, head] = /^(?:\((.+)\)|\[(.+)\])$/.exec(line) ?? [];
      trade = ofTrade ?? trade;
      if (head) means = head === 'none' ? null : head;
      return ofTrade || head || line === '' || line.startsWith('#') ? [] : [{ trade, text: line, means }];
    });
};

export const saidOfTrades = readTrades();

const planOf = (trade: string): Recognition => {
  const meanings = listedMeanings().filter(one => one.trade === trade || general.includes(one.id));
  const knowledge = meanings.map(({ id, name }) => ({
    ...{ id, name, priority: 1, words: [], meanings: [id], answers: ['好的。'], limit: 1 },
    ...{ interruption: { when: 'never' as const }, next: { resume: 'continue' as const } },
  }));
  return buildRecognition({ intents: [], knowledge });
};

export const measureTrades = (): Outcome => {
  const plans = new Map<string, Recognition>();
  return outcomeOf(
    saidOfTrades.map(({ trade, text, means }) => {
      const plan = plans.get(trade) ?? planOf(trade);
      plans.set(trade, plan);
      return { means, heard: bestOf(plan, text) };
    }),
  );
};
