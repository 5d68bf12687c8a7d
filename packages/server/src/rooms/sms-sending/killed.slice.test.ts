import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { smsEndpoints as sms } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { setRules } from '../../../test/rules.ts';
import { inTransaction, merchantDb } from '../../platform/db/index.ts';
import { enqueue, findUsable } from '../sms/index.ts';

/** A process that sends is killed in the midst of it, and another one goes on: nobody gets a message twice. */
const PEOPLE = 300;
let house: TestHouse;
let token = '';
beforeAll(async () => {
  house = await startTestHouse({ privateHosts: ['127.0.0.1'] });
  token = await house.signIn(house.merchants[0]);
  await setRules(house.database, house.merchants[0].id, { hours: { from: 0, to: 1_440 } });
});
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await house.close();
});

const begin = (): ChildProcess => {
  const file = join(import.meta.dirname, '../../../test/sms-process.ts');
  const child = spawn(process.execPath, [file, house.url], { stdio: 'ignore' });
  children.push(child);
  return child;
};
const ended = (child: ChildProcess): Promise<void> => new Promise(resolve => child.once('exit', () => resolve()));

test('killed with kill -9 while it sends: each message went once, or nobody knows and it is said so', async () => {
  const merchantId = house.merchants[0].id;
  const got = new Map<string, number>();
  const { promise: midst, resolve: isMidst } = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    void json(request).then(body => {
      const { id } = body as { id: string };
      got.set(id, (got.get(id) ?? 0) + 1);
      if (got.size > PEOPLE / 3) isMidst();
      // So that some are on their way whenever it is killed.
      setTimeout(() => response.end(JSON.stringify({ code: 0, ref: id })), 30);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const settings = {
    ...{ kind: 'http', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` },
    ...{ body: `{"id":"\${id}"}`, accepted: { path: 'code', words: ['0'] }, ref: 'ref' },
  };
  await house.ask(sms.saveProvider, { name: '通道', settings, perSecond: '1000' } as never, token);
  const text = { name: '提醒', kind: 'notice', signature: '启航', content: '您好。' } as const;
  const { id } = await house.ask(sms.saveTemplate, text, token);
  await house.ask(sms.submitTemplate, { id }, token);
  await house.ask(sms.decideTemplate, { id, usable: '1' } as never, token);
  const { db, pool } = house.database;
  const template = (await findUsable(merchantDb(db, merchantId), id))!;
  const people = Array.from({ length: PEOPLE }, (_, n) => ({
    ...{ request: `r${n}`, phone: String(13_700_000_000 + n), name: '', values: {} },
    ...{ callId: null, taskId: null, ownerId: null },
  }));
  await inTransaction(db, tx => enqueue(tx, { merchantId, template, source: 'batch' }, people));

  const first = begin();
  await midst;
  first.kill('SIGKILL');
  await ended(first);
  const second = begin();
  const states = async () => {
    const { rows } = await pool.query<{ id: string; state: string }>('select id::text, state from sms_message');
    return rows;
  };
  // The lease of who died has to be over first.
  await vi.waitFor(
    async () => expect((await states()).filter(({ state }) => ['queued', 'handing'].includes(state))).toEqual([]),
    { timeout: 60_000, interval: 500 },
  );
  second.kill('SIGKILL');
  await ended(second);
  server.closeAllConnections();
  server.close();

  const rows = await states();
  expect(rows).toHaveLength(PEOPLE);
  expect([...got.values()].filter(times => times > 1)).toEqual([]);
  const sent = rows.filter(({ state }) => state === 'sent');
  expect(sent.filter(row => got.get(row.id) !== 1)).toEqual([]);
  expect(sent.length + rows.filter(({ state }) => state === 'unknown').length).toBe(PEOPLE);
}, 120_000);
