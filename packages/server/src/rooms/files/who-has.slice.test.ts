import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileKind, fileEndpoints } from '@lianxian/contract';
import { accessKeys, buttons, type DataScope } from '@lianxian/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { type People, peopleOf, type TestPerson } from '../../../test/people.ts';
import { provisionMerchant } from '../../../test/samples.ts';
import { merchantDb } from '../../platform/db/index.ts';
import { insertFile } from './index.ts';

/** What a file is decides who has it; counting up ids gave recordings to people without any right. */
let house: TestHouse;
let people: People;
let [home, away] = ['', ''];
let stranger = '';
const path = 'plans/one.bin';
beforeAll(async () => {
  house = await startTestHouse();
  people = peopleOf(house, house.merchants[0]);
  home = await people.department('电销一部');
  away = await people.department('电销二部');
  stranger = await house.signIn(house.merchants[1]);
  await mkdir(join(house.dataDir, 'plans'), { recursive: true });
  await writeFile(join(house.dataDir, path), 'bytes');
});
afterAll(() => house.close());

let names = 0;
type Held = { readonly rights?: readonly string[]; readonly buttons?: readonly string[]; readonly scope?: DataScope };
const person = (held: Held, departmentId = home): Promise<TestPerson> => {
  names += 1;
  return people.person(`p${names}`, { ...held, departmentId });
};
const everything: Held = { rights: accessKeys, buttons, scope: 'all' };
const without = (right: string): Held => ({
  rights: accessKeys.filter(key => key !== right),
  buttons: buttons.filter(button => button !== right),
  scope: 'all',
});

const db = () => merchantDb(house.database.db, house.merchants[0].id);
const made = async (kind: FileKind, createdBy: string): Promise<string> =>
  (await insertFile(db(), { kind, path, name: 'x', mime: 'text/plain', createdBy })).key;

/** By ticket, by the token in a form, and by the token in the address as old clients do: all or none. */
const has = async (key: string, token: string): Promise<boolean> => {
  const address = `/api/common/download/${key}`;
  const get = async (url: string) => (await fetch(house.origin + url)).text();
  const ticket = await house.post('file/ticket', { fileId: key, token });
  const { url = '' } = (ticket.data ?? {}) as { url?: string };
  const form = { method: 'POST', body: new URLSearchParams({ token }) };
  const answers = [
    ticket.errorCode === 0 ? await get(url) : JSON.stringify(ticket),
    await (await fetch(house.origin + address, form)).text(),
    await get(`${address}?token=${token}`),
  ];
  const opened = answers.filter(answer => answer === 'bytes').length;
  if (opened === 0) for (const answer of answers) expect(JSON.parse(answer)).toMatchObject({ errorCode: 105 });
  expect([0, 3]).toContain(opened);
  return opened === 3;
};

/** By hand: kind, what it asks for. */
const table = [
  ['sheet', { buttons: ['task:create'] }],
  ['refused', { buttons: ['task:create'] }],
  ['calls', { buttons: ['callLog:export'] }],
  ['wholeCalls', { buttons: ['callLog:export', 'phone:unmask'] }],
  ['plan', { buttons: ['plan:edit'] }],
] as const;

describe.each(table)('a file of kind %s', (kind, held) => {
  test('is its maker’s, with exactly its rights', async () => {
    const maker = await person(held);
    expect(await has(await made(kind, maker.id), maker.token)).toBe(true);
  });

  test.each(held.buttons)('does not exist for its maker without %s, whatever else they hold', async right => {
    const maker = await person(without(right));
    expect(await has(await made(kind, maker.id), maker.token)).toBe(false);
  });

  test('does not exist for a colleague who holds everything, nor for another merchant’s owner', async () => {
    const key = await made(kind, (await person(everything)).id);
    expect(await has(key, (await person(everything)).token)).toBe(false);
    expect(await has(key, stranger)).toBe(false);
  });
});

test('a sheet of the audit is the owner’s who made it; an employee’s it is never', async () => {
  const { owner } = house.merchants[0];
  const token = await house.signIn(house.merchants[0]);
  expect(await has(await made('audit', owner.id), token)).toBe(true);
  const clerk = await person(everything);
  expect(await has(await made('audit', clerk.id), clerk.token)).toBe(false);
  expect(await has(await made('audit', owner.id), clerk.token)).toBe(false);
});

describe('a recording', () => {
  let call = '';
  let key = '';
  let caller: TestPerson;
  beforeAll(async () => {
    const [{ id: merchant }] = house.merchants;
    ({ call } = await provisionMerchant(house, merchant));
    caller = await person({ rights: ['callLog'] });
    const own = { kind: 'recording', path, name: 'x', mime: 'text/plain' } as const;
    const file = await insertFile(db(), own);
    key = file.key;
    await house.database.pool.query('update call set owner_id = $2 where id = $1', [call, caller.id]);
    await house.database.pool.query('update call_recording set file_id = $2 where call_id = $1', [call, file.id]);
  });

  /** By hand: scope, whose call, seen? */
  test.each([
    ['own', 'home', false],
    ['department', 'home', true],
    ['department', 'away', false],
    ['all', 'away', true],
  ] as const)('is heard under scope %s from department %s: %s', async (scope, where, isHeard) => {
    const held = { rights: ['callLog'], scope };
    expect(await has(key, (await person(held, where === 'home' ? home : away)).token)).toBe(isHeard);
  });

  test('is heard by who made the call, and by nobody without the call log, whatever else they hold', async () => {
    expect(await has(key, caller.token)).toBe(true);
    expect(await has(key, (await person(without('callLog'))).token)).toBe(false);
    expect(await has(key, (await person({})).token)).toBe(false);
    expect(await has(key, stranger)).toBe(false);
  });

  test('of no call is nobody’s', async () => {
    const { key: lost } = await insertFile(db(), { kind: 'recording', path, name: 'x', mime: 'text/plain' });
    expect(await has(lost, (await person(everything)).token)).toBe(false);
  });
});

test('the names of files are not to be guessed: 128 bits each, none like another, none the database counts', async () => {
  const { owner } = house.merchants[0];
  const token = await house.signIn(house.merchants[0]);
  const keys = await Promise.all(Array.from({ length: 200 }, () => made('plan', owner.id)));
  expect(new Set(keys).size).toBe(200);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  const bits = keys.map(key => BigInt(`0x${key}`).toString(2).padStart(128, '0'));
  for (let at = 0; at < 128; at += 1) {
    const ones = bits.filter(bit => bit[at] === '1').length;
    // Of 200 throws of a coin fewer than 50 heads, or more than 150, come once in 10^12.
    expect([at, ones > 50 && ones < 150]).toEqual([at, true]);
  }
  const { rows } = await house.database.pool.query<{ id: string }>('select id from file order by id desc limit 20');
  for (const { id } of rows)
    expect(await house.post(fileEndpoints.ticket.path, { fileId: id, token })).toMatchObject({ errorCode: 105 });
});
