import { writeFileSync } from 'node:fs';
import { buildRecognition, type Intent, type Recognition, recognise } from '@lianxian/core';
import { syllablesOf } from '../../../server/src/platform/words/syllables.ts';
import { measureAll, methods } from '../intents/measure.ts';
import { measuredFile } from '../intents/table.ts';
import { measureTrades } from '../intents/trades.ts';
import type { Sample } from './figures.ts';

/**
 * How long a sentence takes against a plan of 1,000 intents, 20,000 words, 10,000 similar sentences and 2,000 sounds, all
 * methods having been tried in vain; beside the floor of looking for each word in turn (`String.includes`). Syllables
 * are made beforehand: the rim makes them once a sentence, whatever the plan holds.
 */
const INTENTS = 1_000;
const WORDS = 20;
const LIKES = 10;
const SOUNDS = 2;
const SENTENCES = 2_000;

/** Common characters; words of them overlap as those of real plans do. */
const pool = [
  ...'价格地址时间预约课程老师孩子数学英语周末上午下午地铁停车发票优惠材料报名电话短信学校年级成绩作业考试',
  ...'方便安排介绍联系服务产品保险贷款利息还款额度房子装修公司门店品牌活动礼品会员积分账户密码快递物流售后维修',
];

/** Of a seed always the same one; characters by a hash, so that phrases do not go in circles. */
const phraseOf = (seed: number, length: number): string =>
  Array.from({ length }, (_, at) => {
    let mixed = Math.imul(seed + 1, 0x9e37_79b1) ^ Math.imul(at + 1, 0x85eb_ca77);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b_3c6d);
    return pool[((mixed ^ (mixed >>> 13)) >>> 0) % pool.length];
  }).join('');

const plan = (): { readonly intents: readonly Intent[]; readonly words: readonly string[] } => {
  const intents = Array.from({ length: INTENTS }, (_, n): Intent => {
    const words = Array.from({ length: WORDS }, (__, at) => `${phraseOf(n * WORDS + at, 3)}甲乙`);
    return {
      id: `i${n}`,
      name: `i${n}`,
      priority: 1,
      words,
      likes: Array.from({ length: LIKES }, (__, at) => phraseOf(500_000 + n * LIKES + at, 9)),
      sounds: Array.from({ length: SOUNDS }, (__, at) => phraseOf(900_000 + n * SOUNDS + at, 4)),
    };
  });
  return { intents, words: intents.flatMap(({ words }) => words) };
};

interface IntentsFigure {
  readonly p50Us: number;
  readonly p99Us: number;
  readonly naiveP50Us: number;
  readonly understood: number;
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;

const timesUs = (sentences: readonly string[], hear: (text: string, at: number) => unknown): readonly number[] =>
  sentences
    .map((text, at) => {
      const begin = performance.now();
      hear(text, at);
      return 1_000 * (performance.now() - begin);
    })
    .toSorted((a, b) => a - b);

const measureOnce = (recognition: Recognition, words: readonly string[]): IntentsFigure => {
  const sentences = Array.from({ length: SENTENCES }, (_, n) => `我想问一下${phraseOf(7_000_000 + n, 6)}你们那边`);
  const syllables = sentences.map(syllablesOf);
  let understood = 0;
  const hear = (text: string, at: number) => {
    if (recognise(recognition, text, syllables[at]).length > 0) understood += 1;
  };
  timesUs(sentences.slice(0, SENTENCES / 10), hear);
  understood = 0;
  const own = timesUs(sentences, hear);
  const naive = timesUs(sentences.slice(0, SENTENCES / 10), text => words.filter(word => text.includes(word)));
  return {
    p50Us: quantile(own, 0.5),
    p99Us: quantile(own, 0.99),
    naiveP50Us: quantile(naive, 0.5),
    understood,
  };
};

/** Times; and the table of what is understood, which is written beside its sentences. */
export const measureIntents = (rounds: number): readonly IntentsFigure[] => {
  const { intents, words } = plan();
  const recognition = buildRecognition({ intents, knowledge: [] }, syllablesOf);
  const table = methods.map(method => [method, measureAll(method)]);
  const measured = { ...Object.fromEntries(table), trades: measureTrades() };
  writeFileSync(measuredFile, `${JSON.stringify(measured, null, 2)}\n`);
  return Array.from({ length: rounds }, () => measureOnce(recognition, words));
};

export const intentsSamples = (all: readonly IntentsFigure[]): Sample[] => [
  {
    zh: '听懂一句：1,000 个意图、20,000 个词、10,000 个相似句，第 50 百分位',
    en: 'understanding a sentence: 1,000 intents, 20,000 words, 10,000 similar sentences, median',
    unit: 'µs',
    digits: 0,
    values: all.map(({ p50Us }) => p50Us),
  },
  {
    zh: '听懂一句：第 99 百分位',
    en: 'understanding a sentence: 99th percentile',
    unit: 'µs',
    digits: 0,
    values: all.map(({ p99Us }) => p99Us),
  },
  {
    zh: '逐个查找 20,000 个词（只查词），第 50 百分位',
    en: 'looking for 20,000 words in turn (words alone), median',
    unit: 'µs',
    digits: 0,
    values: all.map(({ naiveP50Us }) => naiveP50Us),
  },
];
