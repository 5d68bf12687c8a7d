import { lineEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallHouse, startCallHouse } from '../../../test/calls.ts';
import { type CallsProcess, startCallsProcess } from '../../../test/calls-process.ts';
import { callUntilHeard } from '../../../test/far-phone.ts';
import type { Config } from '../../config.ts';

/** The calls process is killed while somebody who called us is talking. */
let house: CallHouse;
let calls: CallsProcess;
let config: Config;
beforeAll(async () => {
  house = await startCallHouse(async wanted => {
    config = wanted;
    calls = await startCallsProcess(config);
    return { close: () => calls.stop() };
  });
  const { lineId, token, planId } = house;
  await house.ask(lineEndpoints.addNumbers, { lineId, numbers: '057188880001', dailyCap: '0' }, token);
  const { list } = await house.ask(lineEndpoints.numbers, { lineId, page: '1', limit: '50' }, token);
  await house.ask(
    lineEndpoints.saveNumber,
    { id: list.find(each => each.number === '057188880001')?.id ?? '', planId },
    token,
  );
});
afterAll(() => house.close());

/** An answered call of his: until the node has heard of the number, who calls it is a stranger and is refused (decision 23). */
const reached = () => {
  const whom = { port: calls.sipPort, to: '057188880001', from: '13800000000' };
  return house.until(async () => {
    const { calling, end } = await callUntilHeard(house.far, whom);
    return end === undefined && calling;
  });
};

test('a caller hears BYE after kill -9 within seconds, and his call is one interrupted record', async () => {
  house.far.willSay([]);
  const calling = await reached();
  const id = await house.until(async () => {
    const { rows } = await house.database.pool.query<{ id: string }>(
      `select id from call where direction = 'in' and stage = 'talking' and dialog is not null`,
    );
    return rows[0]?.id;
  });
  await calls.kill();
  const hungUpAt = calling.ended.then(() => performance.now());
  const begun = performance.now();
  calls = await startCallsProcess(config);
  const readyAt = performance.now();
  expect(await calling.ended).toMatchObject({ how: 'byThem' });
  // A machine that is slow to load the process is slow at all it does; from when it listens: `crash.alone`.
  expect((await hungUpAt) - readyAt).toBeLessThan(5_000 + 2 * (readyAt - begun));
  expect(await house.filed(id)).toMatchObject({
    direction: 'in',
    state: 'interrupted',
    because: 'processDied',
    hungUpBy: 'platform',
  });
  const before = house.far.voices();
  const next = await reached();
  await house.until(async () => house.far.voices() > before);
  next.hangUp();
  expect(await next.ended).toMatchObject({ how: 'byUs' });
});
