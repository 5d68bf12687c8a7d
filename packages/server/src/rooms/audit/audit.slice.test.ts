import { auditEndpoints, configEndpoints, fileEndpoints, lineEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { provisionMerchant } from '../../../test/samples.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { auditByHouse, auditSheet, recordAudit } from './index.ts';

let house: TestHouse;
let token = '';
let stranger = '';
beforeAll(async () => {
  house = await startTestHouse();
  token = await house.signIn(house.merchants[0]);
  stranger = await house.signIn(house.merchants[1]);
});
afterAll(() => house.close());

const own = () => merchantDb(house.database.db, house.merchants[0].id);
const line = {
  name: '移动线路',
  address: '192.0.2.10:5060',
  username: 'u1',
  password: 'top-secret-1',
  channels: 20,
  callsPerSecond: 2,
} as const;
const listed = (input: Parameters<typeof ask>[0] = {}) => ask(input).then(({ list }) => list);
const ask = (input: { action?: 'line.save'; kind?: 'line' | 'signIn'; q?: string; limit?: number; after?: string }) =>
  house.ask(auditEndpoints.list, input, token);

test('a change is kept with what it was before and after, the person, the address and the page; only what differs', async () => {
  const { id } = await house.ask(lineEndpoints.save, line, token);
  const fields = Object.entries({ ...line, id, channels: 40, password: 'top-secret-2' }).map(([k, v]) => [
    k,
    String(v),
  ]);
  await house.post('line/save', { ...Object.fromEntries(fields), token }, { 'page-path': '/port' });
  const [changed, made] = await listed({ action: 'line.save' });
  expect(changed).toMatchObject({
    action: 'line.save',
    who: { account: house.merchants[0].owner.account },
    target: id,
    targetName: '移动线路',
    ip: '127.0.0.1',
    pagePath: '/port',
    fields: ['channels', 'newPassword'],
  });
  const detail = await house.ask(auditEndpoints.detail, { id: changed?.id ?? '' }, token);
  expect(detail).toMatchObject({
    before: { channels: 20, newPassword: false },
    after: { channels: 40, newPassword: true },
  });
  const whole = await house.ask(auditEndpoints.detail, { id: made?.id ?? '' }, token);
  expect(whole.before).toBeNull();
  expect(whole.after).toMatchObject({ name: '移动线路', address: '192.0.2.10:5060', channels: 20 });
  const { rows } = await house.database.pool.query('select before, after from audit');
  expect(JSON.stringify(rows)).not.toContain('top-secret');
});

test('a row that was written is never changed, removed or truncated, not even by the owner of the table', async () => {
  const { pool } = house.database;
  await expect(pool.query("update audit set action = 'logout'")).rejects.toThrow('never changed');
  await expect(pool.query('delete from audit')).rejects.toThrow('never changed');
  await expect(pool.query('truncate audit')).rejects.toThrow('never changed');
});

test('each merchant reads its own rows alone; a row of another does not exist', async () => {
  const [row] = await listed({ action: 'line.save' });
  const seen = await house.ask(auditEndpoints.list, { kind: 'line' }, stranger);
  expect(seen.list).toEqual([]);
  expect(await house.post('audit/detail', { id: row?.id ?? '', token: stranger })).toMatchObject({ errorCode: 105 });
  const people = await house.ask(auditEndpoints.people, {}, stranger);
  expect(people.list.map(person => person.account)).toEqual([house.merchants[1].owner.account]);
});

test('an employee does not read the audit, whatever the role holds', async () => {
  const clerk = await house.signInWith(['myStaff', 'port'], ['phone:unmask', 'task:control']);
  expect(await house.post('audit/list', { token: clerk })).toMatchObject({ errorCode: 104 });
  expect(await house.post('audit/export', { token: clerk })).toMatchObject({ errorCode: 104 });
});

test('rows are narrowed by kind, name, person, address and time, and paged without a gap', async () => {
  const at = Date.parse('2026-01-05T00:00:00Z');
  for (let n = 0; n < 5; n += 1)
    await recordAudit(
      own(),
      { action: 'task.start', target: `${n}`, name: `回访任务 50%_${n}` },
      { employeeId: null, ip: n === 4 ? '10.0.0.7' : '', at: new Date(at), pagePath: '' },
    );
  const names = async (input: Record<string, string>) =>
    (
      await house.ask(
        auditEndpoints.list,
        { ...input, from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' },
        token,
      )
    ).list.map(row => row.target);
  expect(await names({})).toEqual(['4', '3', '2', '1', '0']);
  expect(await names({ q: '50%_3' })).toEqual(['3']);
  expect(await names({ q: '%' })).toHaveLength(5);
  expect(await names({ ip: '10.0.0.7' })).toEqual(['4']);
  expect(await names({ kind: 'line' })).toEqual([]);
  expect(await names({ target: '2' })).toEqual(['2']);
  const paged: string[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await house.ask(
      auditEndpoints.list,
      { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z', limit: 2, ...(after && { after }) },
      token,
    );
    paged.push(...page.list.map(row => row.target));
    ({ after } = page);
  }
  expect(paged).toEqual(['4', '3', '2', '1', '0']);
});

test('who may not see numbers sees phones of the audit masked; the owner who gave that up as well', async () => {
  await house.post('blacklist/add', { phones: '13812345678', reason: '投诉', token });
  const [row] = await house.ask(auditEndpoints.list, { kind: 'blacklist' }, token).then(({ list }) => list);
  const phones = async () => (await house.ask(auditEndpoints.detail, { id: row?.id ?? '' }, token)).after?.phones;
  expect(await phones()).toEqual(['13812345678']);
  await house.ask(configEndpoints.save, { ownerSeesPhones: '0' }, token);
  expect(await phones()).toEqual(['138****5678']);
  await house.ask(configEndpoints.save, { ownerSeesPhones: '1' }, token);
  expect(await phones()).toEqual(['13812345678']);
});

test('sign-in, a failed one, an opened recording and an export of the audit are in it', async () => {
  const { number, owner } = house.merchants[0];
  for (const password of [owner.password, 'not this one'])
    await house.post('user/login', { cid: number, account: owner.account, password });
  const { file } = await provisionMerchant(house, house.merchants[0].id);
  await house.ask(fileEndpoints.ticket, { fileId: file }, token);
  const { batchId } = await house.ask(auditEndpoints.export, { kind: 'line' }, token);
  const rows = await listed();
  expect(rows.map(row => row.action)).toEqual(
    expect.arrayContaining(['login', 'login.failed', 'recording.open', 'audit.export']),
  );
  expect(rows.find(row => row.action === 'audit.export')).toMatchObject({ target: batchId, fields: ['kind'] });
});

test('what is written is bounded: long texts, long lists, halves of characters and NUL do no harm', async () => {
  const after = {
    name: 'x'.repeat(5_000),
    reason: 'half \ud83d and \0 nul',
    phones: Array.from({ length: 500 }, (_, n) => `1380000${n}`),
    windows: { deep: Array.from({ length: 400 }, () => 'abcdef') },
    password: 'secret',
  };
  await recordAudit(own(), { action: 'blacklist.add', target: 'bounds', after }, auditByHouse(new Date()));
  const { rows } = await house.database.pool.query<{ target_name: string; after: Record<string, unknown> }>(
    "select target_name, after from audit where target = 'bounds'",
  );
  const row = rows[0]!;
  expect(row.target_name).toHaveLength(100);
  expect(String(row.after.name)).toHaveLength(1_001);
  expect(row.after.reason).toBe('half \ufffd and  nul');
  expect(row.after.phones).toHaveLength(50);
  expect(JSON.stringify(row.after).length).toBeLessThan(6_000);
  expect(row.after).not.toHaveProperty('password');
});

test('an export is a sheet of the narrowed rows in words, by the merchant’s clock', async () => {
  const { db } = house.database;
  await recordAudit(
    own(),
    { action: 'task.pause', target: '7', name: '=cmd|calc', before: { state: 'running' }, after: { state: 'paused' } },
    {
      employeeId: house.merchants[0].owner.id,
      ip: '10.1.1.1',
      at: new Date('2026-03-02T01:00:00Z'),
      pagePath: '/my-task',
    },
  );
  const sheet = await auditSheet(own(), { filter: { action: 'task.pause' }, seesPhones: false, language: 'zh-CN' });
  expect(sheet).toMatchObject({ title: '操作日志', total: 1 });
  expect(await sheet.read(null, 10)).toEqual({
    lines: [
      [
        '2026-03-02 09:00:00',
        '测试',
        house.merchants[0].owner.account,
        '暂停任务',
        '=cmd|calc',
        '7',
        '状态：运行中 → 已暂停',
        '10.1.1.1',
        '/my-task',
        '',
      ],
    ],
    after: null,
  });
  const stranger = await auditSheet(merchantDb(db, house.merchants[1].id), {
    filter: { action: 'task.pause' },
    seesPhones: false,
    language: 'en',
  });
  expect(stranger.total).toBe(0);
});
