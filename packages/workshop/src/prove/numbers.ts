import { endpoints } from '@lianxian/contract';
import { draftTask, recordsOf, startTask } from '../../journeys/house/tasks.ts';
import { expectedOf } from '../expected-outcomes.ts';
import { type Ground, openGround } from './ground.ts';
import { judge } from './judge.ts';

/** A task of many numbers of the town, without a death: each is called once and comes out as the table says. */
interface NumbersRun {
  readonly numbers: number;
  readonly atOnce: number;
  readonly seconds: number;
  readonly callIds: number;
  readonly violations: readonly string[];
}

const LINE_CHANNELS = 200;
const MINUTES_A_CALL = 2;

/** A port of the practice line with so many channels. */
const widePort = async ({ api }: Ground, channels: number): Promise<string> => {
  const lines = await api.call(endpoints.line.list, {});
  const line = lines.list.find(({ practice }) => practice);
  if (!line) throw new Error('the demo merchant has no practice line');
  const { id } = await api.call(endpoints.port.save, {
    lineId: line.id,
    name: `${channels} 路`,
    channels: Math.min(channels, LINE_CHANNELS),
  });
  return id;
};

export const runNumbers = async (count: number, atOnce: number, cacheDir: string): Promise<NumbersRun> => {
  const ground = await openGround({ cacheDir, settings: { RTP_PORTS: '20000-23999', LOG_LEVEL: 'warn' } });
  try {
    const numbers = Array.from({ length: count }, (_, n) => `1540000${String(n + 1).padStart(4, '0')}`);
    const portId = await widePort(ground, atOnce);
    const id = await draftTask(ground.api, numbers, {
      name: `${count} × ${atOnce}`,
      ports: [{ portId, channels: atOnce }],
      concurrency: atOnce,
    });
    const since = performance.now();
    await startTask(ground.api, id);
    const limitMs = (Math.ceil(count / atOnce) + 2) * MINUTES_A_CALL * 60_000;
    const judgement = await judge(ground, [id], [], limitMs);
    const seconds = (performance.now() - since) / 1_000;
    const violations = [...judgement.violations, ...(await judgeOutcomes(ground, id, numbers))];
    return { numbers: count, atOnce, seconds, callIds: judgement.callIds, violations };
  } finally {
    await ground.close();
  }
};

/** By the table that was written by hand. */
const judgeOutcomes = async ({ api }: Ground, id: string, numbers: readonly string[]): Promise<readonly string[]> => {
  const records = await recordsOf(api, id);
  const by = new Map(records.map(record => [record.phone, record]));
  const missing = numbers.filter(number => !by.has(number)).map(number => `…${number.slice(-4)} has no record`);
  const wrong = records.flatMap(({ phone, state, level, hungUpBy, attempt }) => {
    const expected = expectedOf(phone);
    const told = `${state} ${level} ${hungUpBy}`;
    const wanted = `${expected.state} ${expected.level} ${expected.hungUpBy}`;
    return told === wanted && attempt === 1
      ? []
      : [`…${phone.slice(-4)} (${expected.callee}): ${told} at attempt ${attempt} instead of ${wanted}`];
  });
  return [...missing, ...wrong];
};
