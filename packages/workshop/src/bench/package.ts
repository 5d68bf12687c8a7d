import { hash, randomBytes } from 'node:crypto';
import { voiceLimits } from '@lianxian/contract';
import type { Plan, PlanNode } from '@lianxian/core';
import { lookThrough } from '../../../server/src/rooms/packages/look-through.ts';
import type { VoiceInFile } from '../../../server/src/rooms/packages/older-files.ts';
import { writePlanFile } from '../../../server/src/rooms/packages/plan-file.ts';
import { newPair, signerOf } from '../../../server/src/rooms/packages/signing.ts';
import type { Sample } from './figures.ts';

/**
 * A package of 300 recorded sentences, out (parts in hand → the bytes of the file) and in (its bytes → all of it looked through,
 * as it is kept), against hashing its bytes and copying them once, in one process and one run. Reading and writing of the
 * database is not in it.
 */
interface PackageFigure {
  readonly bareMs: number;
  readonly outMs: number;
  readonly inMs: number;
}

const SENTENCES = 300;
/** A sentence of four seconds, A-law. */
const SOUND_BYTES = 32_000;
const REPEATS = 20;
const MOST = 1.5;

const nodeAt = (n: number): PlanNode => ({
  kind: 'speak',
  id: `n${n}`,
  name: `第 ${n} 步`,
  at: { x: 0, y: n * 100 },
  sentences: [`这是第 ${n} 个问题，您觉得可以吗？`],
  interruption: { when: 'onMeaning' },
  routers: [{ on: 'yes', to: `n${(n + 1) % SENTENCES}` }],
});
const plan: Plan = {
  ...{ name: '三百句', variables: [], rootFlow: 'main', knowledge: [], levelRules: [] },
  flows: [
    { id: 'main', name: '主流程', rootNode: 'n0', nodes: Array.from({ length: SENTENCES }, (_, n) => nodeAt(n)) },
  ],
  intents: [{ id: 'yes', name: '愿意', priority: 1, means: 'yes', words: ['可以', '好的'] }],
  defaults: {
    ...{ silence: { ms: 4_000, sentences: [] }, notUnderstood: { sentences: [] } },
    ...{ longestMs: 600_000, mostTurns: 100, announcement: '' },
  },
};
const voices = Array.from(
  { length: SENTENCES },
  (_, n): VoiceInFile => ({
    about: {
      ...{
        text: `这是第 ${n} 个问题，您觉得可以吗？`,
        kind: 'sentence',
        use: '',
        speaker: '小林',
        source: 'microphone',
      },
      ...{ place: `node:n${n}`, chosen: true, peaks: '80'.repeat(voiceLimits.peaks) },
    },
    sound: randomBytes(SOUND_BYTES),
  }),
);

const cpuMsOf = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  for (let n = 0; n < REPEATS; n++) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / REPEATS;
};

export const measurePackage = async (rounds: number): Promise<PackageFigure[]> => {
  const { publicKey, privateText } = newPair();
  const signer = signerOf(publicKey, privateText);
  const graph = Buffer.from(JSON.stringify(plan));
  const parts = { licence: 'open', only: '', graph, tests: [], guide: [], fills: [], about: {}, voices } as const;
  const write = () => writePlanFile(parts, signer, async () => undefined);
  const bytes = await write();
  const bare = () => {
    for (const { sound } of voices) hash('sha256', sound, 'hex');
    hash('sha256', graph, 'hex');
    Buffer.concat([bytes]);
  };
  const read = () => lookThrough({ bytes, closed: false });
  // Once each, so that none pays for what is compiled first.
  for (const work of [bare, write, read]) await work();
  const all: PackageFigure[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const figure = { bareMs: await cpuMsOf(bare), outMs: await cpuMsOf(write), inMs: await cpuMsOf(read) };
    all.push(figure);
    const told = Object.entries(figure).map(([name, ms]) => `${name} ${ms.toFixed(2)}`);
    process.stdout.write(`package of ${(bytes.length / 1e6).toFixed(1)} MB: ${told.join(', ')}\n`);
  }
  return all;
};

const ratio = (zh: string, en: string, values: readonly number[]): Sample => ({
  zh: `${SENTENCES} 句的话术文件${zh}：处理器时间，为只算散列和复制一次的几倍（至多 ${MOST}）`,
  en: `a package of ${SENTENCES} sentences ${en}: processor time, of bare hashing and one copy (at most ${MOST})`,
  unit: '×',
  digits: 2,
  values: [...values],
});

export const packageSamples = (all: readonly PackageFigure[]): Sample[] => [
  ratio(
    '导出',
    'out',
    all.map(({ outMs, bareMs }) => outMs / bareMs),
  ),
  ratio(
    '导入',
    'in',
    all.map(({ inMs, bareMs }) => inMs / bareMs),
  ),
];

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1]!;

export const packageTooDear = (all: readonly PackageFigure[]): readonly string[] =>
  packageSamples(all)
    .filter(({ values }) => medianOf(values) > MOST)
    .map(({ en }) => en);
