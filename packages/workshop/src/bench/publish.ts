import { gzipSync } from 'node:zlib';
import { endpoints } from '@lianxian/contract';
import type { PlanNode } from '@lianxian/core';
import { type Api, signIn } from '../../journeys/house/api.ts';
import { startHouse } from '../../journeys/house/house.ts';
import type { Sample } from './figures.ts';

/** Publishing a plan of 300 nodes through the whole house: from the request to its answer, gates and all. */
interface PublishFigure {
  readonly publishMs: number;
  /** The whole draft saved, as the editor does a moment after each change. */
  readonly saveMs: number;
}

const NODES = 300;

const nodeAt = (n: number, round: number): PlanNode => ({
  kind: 'speak',
  id: n === 0 ? 'opening' : `n${n}`,
  name: `节点 ${n}`,
  at: { x: 0, y: n * 100 },
  sentences: [`这是第 ${round} 次改的第 ${n} 个问题，您觉得可以吗？`],
  interruption: { when: 'onMeaning' },
  routers: [
    { on: 'yes', to: n === NODES - 2 ? 'goodbye' : `n${n + 1}` },
    { on: 'other', to: 'goodbye' },
  ],
});

const measureRound = async (api: Api, id: string, round: number): Promise<PublishFigure> => {
  const { graph, rev } = await api.call(endpoints.plan.draft, { id });
  const goodbye = graph.flows.flatMap(({ nodes }) => nodes).filter(node => node.id === 'goodbye');
  const nodes = [...Array.from({ length: NODES - 1 }, (_, n) => nodeAt(n, round)), ...goodbye];
  const flows = graph.flows.map(flow => (flow.id === graph.rootFlow ? { ...flow, nodes } : flow));
  const plan = { ...graph, flows };
  const packed = gzipSync(JSON.stringify(plan)).toString('base64url');
  const begun = performance.now();
  const saved = await api.call(endpoints.plan.saveDraft, { id, rev, graph: packed });
  const between = performance.now();
  await api.call(endpoints.plan.publish, { id, rev: saved.rev, note: `第 ${round} 次` });
  return { saveMs: between - begun, publishMs: performance.now() - between };
};

export const measurePublish = async (rounds: number): Promise<PublishFigure[]> => {
  const house = await startHouse({ PRACTICE: 'off', LOG_LEVEL: 'warn' });
  try {
    const api = await signIn(house);
    const { id } = await api.call(endpoints.plan.create, { name: '三百个节点', template: 'empty' });
    const all: PublishFigure[] = [];
    for (let round = 1; round <= rounds; round += 1) all.push(await measureRound(api, id, round));
    for (const { publishMs, saveMs } of all)
      process.stdout.write(`published in ${publishMs.toFixed(0)} ms, saved in ${saveMs.toFixed(0)} ms\n`);
    return all;
  } finally {
    await house.stop();
  }
};

export const publishSamples = (all: readonly PublishFigure[]): Sample[] => [
  {
    zh: `发布 ${NODES} 个节点的话术（至多 1,000）`,
    en: `publishing a plan of ${NODES} nodes (at most 1,000)`,
    unit: 'ms',
    digits: 0,
    values: all.map(({ publishMs }) => publishMs),
  },
  {
    zh: `保存 ${NODES} 个节点的草稿`,
    en: `saving a draft of ${NODES} nodes`,
    unit: 'ms',
    digits: 0,
    values: all.map(({ saveMs }) => saveMs),
  },
];
