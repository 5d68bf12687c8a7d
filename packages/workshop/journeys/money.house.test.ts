import { endpoints } from '@lianxian/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shortPlan } from '../../server/test/short-plan.ts';
import { openFarEnd } from '../interop/far-end.ts';
import { sippIsThere, startSipp } from '../interop/sipp.ts';
import { type DirectDatabase, openDirect } from '../src/prove/database.ts';
import { callAtAnyHour } from './house/any-hour.ts';
import { type Api, signIn, until } from './house/api.ts';
import { finishedCall, saveLine } from './house/calls.ts';
import { type House, startHouse } from './house/house.ts';
import { publishPlan } from './house/plans.ts';
import { draftTask, recordsOf, startTask } from './house/tasks.ts';

const TOLD = '这是一个很长的故事，请您慢慢听我说完。'.repeat(20);
/** A story of a minute and more, told to somebody who listens. */
const story = {
  ...shortPlan,
  name: '很长的故事',
  flows: shortPlan.flows.map(flow => ({
    ...flow,
    nodes: flow.nodes.map(node => (node.id === 'opening' ? { ...node, sentences: [TOLD] } : node)),
  })),
  defaults: { ...shortPlan.defaults, longestMs: 300_000 },
};
const CALL_LIMIT_MS = 150_000;

/** The whole house against somebody else's carrier, with money for a minute of talk and a little. */
describe.skipIf(!sippIsThere)('a talk that nothing is left for', () => {
  let house: House;
  let api: Api;
  let direct: DirectDatabase;
  beforeAll(async () => {
    house = await startHouse();
    api = await signIn(house);
    direct = await openDirect(house.dataDir);
    await callAtAnyHour(house, api);
  }, 300_000);
  afterAll(async () => {
    await direct?.close();
    await house?.stop();
  });

  test(
    'ends with the robot’s farewell; its task pauses and says why',
    async () => {
      const planId = await publishPlan(house, story);
      // A call waits half a minute for its first sentence; a busy machine speaks so long a one in more.
      await until('the story to be spoken', CALL_LIMIT_MS, () =>
        api.call(endpoints.nodeVoice.listen, { planId, text: TOLD }).catch(() => null),
      );
      const farEnd = await openFarEnd({ sends: 'silence' });
      const sipp = await startSipp('answers', { sound_port: `${farEnd.port}` });
      try {
        const lineId = await saveLine(api, { name: '贵的线路', address: `127.0.0.1:${sipp.port}`, channels: 1 });
        await direct.rows('update line set price_per_minute = 10 where id = $1 returning id', [lineId]);
        await direct.rows('update balance set amount = 12, reserved = 0 returning amount', []);
        const { list } = await api.call(endpoints.port.list, { limit: 100 });
        const portId = list.find(port => port.lineId === lineId)?.id ?? '';
        const ports = [{ portId, channels: 1 }];
        const task = await draftTask(api, ['13712380021', '13712380022'], { name: '余额用完', planId, ports });
        await startTask(api, task);
        const first = await until(
          'the first record',
          CALL_LIMIT_MS,
          async () => (await recordsOf(api, task))[0] ?? null,
        );
        const record = await finishedCall(api, first.id, CALL_LIMIT_MS);
        const { state, because, hungUpBy } = record;
        expect({ state, because, hungUpBy }).toEqual({ state: 'answered', because: 'balanceOut', hungUpBy: 'robot' });
        expect(record.transcript.at(-1)?.text).toMatch(/再见/);
        expect(record.talkMs).toBeLessThan(60_000);
        const paused = await until('the task to pause', CALL_LIMIT_MS, async () => {
          const board = await api.call(endpoints.task.board, { id: task });
          return board.state === 'paused' ? board : null;
        });
        expect(paused).toMatchObject({ because: 'balance', becauseText: expect.stringContaining('余额') });
        expect(paused.counts).toMatchObject({ settled: 1, fresh: 1 });
        const [money] = await direct.rows(
          'select amount::float8, reserved::float8 from balance b join line l using (merchant_id) where l.id = $1',
          [lineId],
        );
        expect(money).toEqual({ amount: 2, reserved: 0 });
      } finally {
        await sipp.stop();
        await farEnd.close();
      }
    },
    2 * CALL_LIMIT_MS,
  );
});
