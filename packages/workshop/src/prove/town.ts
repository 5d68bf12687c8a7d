import { endpoints } from '@lianxian/contract';
import { goalOf, type Plan, type Understood } from '@lianxian/core';
import {
  type HeardLine,
  type HeardTurn,
  heardTurns,
  meansIn,
  type TownHearing,
  townHearing,
} from '@lianxian/core/simulation';
import { type Asked, whenIn } from '../../../core/src/conversation/answers/when/when.ts';
import { localTime } from '../../../server/src/platform/local-time.ts';
import { packageOf } from '../../../server/src/rooms/packages/package.test-data.ts';
import type { Api } from '../../journeys/house/api.ts';
import type { CallDetail } from '../../journeys/house/calls.ts';
import { draftTask, recordsOf, startTask } from '../../journeys/house/tasks.ts';
import { offeredPlan, trades } from '../bench/trades.ts';
import { createWordFinder } from '../plan-words.ts';
import { type Dialplan, openDialplan } from './dialplan.ts';
import { type Ground, openGround } from './ground.ts';
import { judge } from './judge.ts';

/**
 * The plans of three trades that nobody prepared for, as a merchant brings them, each dialled over SIP to willing callees of
 * the town, all at once. What came of it is read from the records; what the callees meant, their carrier tells.
 */
interface TownProof {
  readonly plans: readonly PlanProof[];
  readonly hearing: TownHearing;
  readonly callIds: number;
  readonly seconds: number;
  readonly violations: readonly string[];
}

export interface PlanProof {
  readonly name: string;
  readonly reached: number;
  /** Lines of the callees, and those that hold no word of the plan. */
  readonly lines: number;
  readonly foreign: number;
  readonly hearing: TownHearing['hearing'];
}

/** Of each plan. */
export const CALLEES = 20;
export const LEAST_REACHED = 16;
export const LEAST_FOREIGN = 0.5;
const WILLING = '好说话';
const TASK_LIMIT_MS = 600_000;

export const runTown = async (cacheDir: string): Promise<TownProof> => {
  const ground = await openGround({ cacheDir, tells: true, settings: { RTP_PORTS: '20000-23999', LOG_LEVEL: 'warn' } });
  try {
    const dialplan = openDialplan();
    const dialled: Dialled[] = [];
    for (const trade of trades) dialled.push(await draftOf(ground.api, offeredPlan(trade), dialplan));
    const since = performance.now();
    for (const { taskId } of dialled) await startTask(ground.api, taskId);
    const taskIds = dialled.map(({ taskId }) => taskId);
    const judgement = await judge(ground, taskIds, [], TASK_LIMIT_MS);
    const seconds = (performance.now() - since) / 1_000;
    const judged = [];
    for (const each of dialled) judged.push(await proofOf(ground, each));
    return {
      plans: judged.map(({ proof }) => proof),
      hearing: townHearing(judged.flatMap(({ turns }) => turns)),
      callIds: judgement.callIds,
      seconds,
      violations: [...judgement.violations, ...judged.flatMap(({ proof }) => shortOf(proof))],
    };
  } finally {
    await ground.close();
  }
};

interface Dialled {
  readonly plan: Plan;
  readonly taskId: string;
}

/** Brought as a file, published, and given a task; nothing is dialled yet. */
const draftOf = async (api: Api, plan: Plan, dialplan: Dialplan): Promise<Dialled> => {
  const file = await packageOf({ plan });
  const { id, name } = await api.upload(
    endpoints.plan.importFile,
    new Blob([new Uint8Array(file)]),
    `${plan.name}.plan`,
  );
  const { rev } = await api.call(endpoints.plan.draft, { id });
  await api.call(endpoints.plan.publish, { id, rev, note: name });
  const numbers = dialplan.take(...Array.from({ length: CALLEES }, () => WILLING));
  const taskId = await draftTask(api, numbers, { name, planId: id, channels: CALLEES });
  return { plan, taskId };
};

const proofOf = async (ground: Ground, { plan, taskId }: Dialled) => {
  const { api } = ground;
  const { zone } = await api.call(endpoints.config.all, {});
  const records = await recordsOf(api, taskId);
  const calls = await Promise.all(records.map(({ id }) => api.call(endpoints.call.detail, { id })));
  const goal = goalOf(plan)?.level;
  const holdsWord = createWordFinder(plan);
  const lines = calls.flatMap(({ transcript }) => transcript.filter(({ speaker }) => speaker === 'callee'));
  const turns: readonly HeardTurn[] = calls.flatMap(call =>
    heardTurns(ground.saidBy(call.phone), heardIn(call, zone), meansIn(plan.intents)),
  );
  const proof: PlanProof = {
    name: plan.name,
    reached: calls.filter(({ level }) => level === goal).length,
    lines: lines.length,
    foreign: lines.filter(({ text }) => !holdsWord(text)).length,
    hearing: townHearing(turns).hearing,
  };
  return { proof, turns };
};

/** What the callee said by the record, with what was kept of each line. A date is kept in words: they mean it on its day. */
const heardIn = ({ transcript, answers, placedAt }: CallDetail, zone: string): readonly HeardLine[] => {
  const asked = localTime(new Date(placedAt), zone);
  return transcript
    .filter(({ speaker }) => speaker === 'callee')
    .map(({ line, text, node, atMs, understood, missed = false }) => ({
      ...{ line, text, node, missed },
      understood: understood as Understood | null,
      kept: answers.filter(answer => answer.atMs === atMs).map(({ value }) => keptOf(value, asked)),
    }));
};

const keptOf = (value: string, asked: Asked): HeardLine['kept'][number] => {
  const when = whenIn(value, asked);
  return when === null ? { value } : { value, when };
};

const shortOf = ({ name, reached, foreign, lines }: PlanProof): readonly string[] => [
  ...(reached < LEAST_REACHED ? [`${name}: ${reached} of ${CALLEES} came to its goal`] : []),
  ...(foreign < LEAST_FOREIGN * lines ? [`${name}: ${foreign} of ${lines} lines hold no word of it`] : []),
];
