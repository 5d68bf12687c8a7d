import { type Answer, taskEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { awkwardSheets, sheetVariables } from '../../../test/awkward-sheets.ts';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { provisionMerchant } from '../../../test/samples.ts';
import { type Bus, openBus } from '../../platform/bus.ts';
import { openFiles } from '../../platform/files.ts';
import { openLog } from '../../platform/log.ts';
import { openPushSender } from '../../platform/push/index.ts';
import { csvLine } from '../../platform/sheets/index.ts';
import { batchJob } from '../batches/index.ts';
import { importWork } from './index.ts';

/** Each awkward sheet as a person takes it in who changes nothing of what the page guesses: what the list calls afterwards. */
let house: TestHouse;
let bus: Bus;
let token = '';
let task = '';
const log = openLog('silent', 'test');
beforeAll(async () => {
  house = await startTestHouse();
  bus = await openBus(house.url, house.database, log);
  token = await house.signIn(house.merchants[0]);
  ({ task } = await provisionMerchant(house, house.merchants[0].id));
  const variables = sheetVariables.map(one => ({ ...one, fallback: '', spoken: 'asWritten' }));
  await house.database.pool.query(`update plan_version set graph = jsonb_set(graph, '{variables}', $1::jsonb)`, [
    JSON.stringify(variables),
  ]);
});
beforeEach(() => house.database.pool.query('delete from callee'));
afterAll(async () => {
  await bus.close();
  await house.close();
});

const uploaded = async (text: string): Promise<string> => {
  const form = new FormData();
  form.set('token', token);
  form.set('file', new Blob([text]), 'list.csv');
  const response = await fetch(`${house.origin}/api/front/file/uploadSheet`, { method: 'POST', body: form });
  return ((await response.json()) as Answer<{ fileId: string }>).data!.fileId;
};

const runBatch = async (id: string): Promise<void> => {
  const push = openPushSender(house.database.db, bus, log);
  const works = importWork({ db: house.database.db, files: openFiles(house.dataDir), push, wake: bus.notify });
  const merchantId = house.merchants[0].id;
  await batchJob({ db: house.database.db, push, log, works }).batch?.({ merchantId, id }, new AbortController().signal);
};

/** Mobile numbers of eleven figures, landlines with their area, service numbers of ten: nothing else may be dialled. */
const DIALLABLE = /^(?:1[3-9]\d{9}|0\d{9,11}|400\d{7})$/;

test.each(awkwardSheets)('$name', async ({ rows, dialled, refused = [] }) => {
  const fileId = await uploaded(rows.map(csvLine).join(''));
  const { skipped, header, columns } = await house.ask(taskEndpoints.preview, { id: task, fileId }, token);
  const uses = columns.flatMap(({ guess }) => (guess === null ? [] : [guess]));
  const sheet = { id: task, fileId, skipped, header: header ? ('1' as const) : ('0' as const), columns: uses };
  const check = await house.ask(taskEndpoints.check, sheet, token);
  const { batchId } = await house.ask(taskEndpoints.import, sheet, token);
  await runBatch(batchId);
  const { rows: called } = await house.database.pool.query<{ phone: string; name: string; says: string | null }>(
    `select phone, name, variables ->> 'name' as says from callee where task_id = $1 and state = 'fresh' order by id`,
    [task],
  );
  expect(called.map(({ phone, name }) => [phone, name])).toEqual(dialled);
  expect(called.map(({ says }) => says ?? '')).toEqual(dialled.map(([, name]) => name));
  expect(called.filter(({ phone }) => !DIALLABLE.test(phone))).toEqual([]);
  // What is counted before is what comes of it; rows of nothing are no rows of a file.
  expect(check).toMatchObject({ good: dialled.length, duplicate: 0, skippedNumbers: expect.any(Number) });
  expect(check.invalid).toBeLessThanOrEqual(refused.length);
});
