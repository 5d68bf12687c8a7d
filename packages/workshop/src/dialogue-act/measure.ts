import { dialogueActs } from '@lianxian/core';
import { listedSentences, writtenSentences } from './examples.ts';
import { learn, oddsOf } from './learning.ts';

/** How a hand is heard by what was learnt of the others. */
const MOST = Number(process.env.MOST ?? Infinity);
const all = writtenSentences();
const listed = process.env.NOLIST ? [] : listedSentences();
const hands = [...new Set(all.map(({ hand }) => hand))];
const tested: { first: number; margin: number; odds: number; isRight: boolean; is: string; got: string; kind: string; said: string; all: number[] }[] = [];
for (const hand of hands) {
  const since = performance.now();
  const learnt = learn([...all.filter(one => one.hand !== hand), ...listed], MOST);
  for (const one of all.filter(each => each.hand === hand)) {
    const odds = oddsOf(learnt, one);
    const order = [...odds.keys()].toSorted((a, b) => odds[b]! - odds[a]!);
    const first = order[0]!;
    tested.push({
      first,
      odds: odds[first]!,
      margin: odds[first]! - odds[order[1]!]!,
      isRight: one.does.includes(dialogueActs[first]!),
      is: one.does[0]!,
      got: dialogueActs[first]!,
      kind: `${one.asked}`,
      said: one.said,
      all: odds,
    });
  }
  process.stdout.write(`${hand}: ${Math.round(performance.now() - since)} ms, weights ${learnt.weights.size}\n`);
}
const right = (some: typeof tested): string =>
  `${((100 * some.filter(({ isRight }) => isRight).length) / some.length).toFixed(1)} % of ${some.length}`;
process.stdout.write(`right ${right(tested)}\n`);
for (const act of dialogueActs) process.stdout.write(`  ${act}: ${right(tested.filter(({ is }) => is === act))}; said so ${right(tested.filter(({ got }) => got === act))}\n`);
for (const least of [-1, -0.5, 0, 0.5, 1, 1.5, 2]) {
  const sure = tested.filter(({ odds }) => odds >= least);
  process.stdout.write(`odds ≥ ${least}: ${right(sure)} (${((100 * sure.length) / tested.length).toFixed(0)} % of all)\n`);
}
for (const least of [0.5, 1, 2, 3]) {
  const sure = tested.filter(({ margin, odds }) => margin >= least && odds >= 0);
  process.stdout.write(`margin ≥ ${least}: ${right(sure)} (${((100 * sure.length) / tested.length).toFixed(0)} % of all)\n`);
}

import { writeFileSync } from 'node:fs';
writeFileSync('/tmp/w/errors.txt', tested.filter(one => !one.isRight).toSorted((a, b) => b.margin - a.margin).map(({ kind, said, is, got, odds, all: each }) => `${kind}\t${said}\t${is}\t${got} ${odds.toFixed(1)}\t${each[dialogueActs.indexOf(is as never)]!.toFixed(1)}`).join('\n'));
