/** Loops over every endpoint of the contract (docs/rules.md#tests): what is true of one must be true of all. */
import { type Endpoint, endpoints, type Right, refusals } from '@lianxian/contract';
import { type AccessKey, accessKeys, type Button, buttons } from '@lianxian/core';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestHouse, type TestHouse } from './house.ts';
import { enableRowSecurity, type RowSecurity } from './row-security.ts';
import { type Assets, assetOf, provisionMerchant, samplesFor } from './samples.ts';
import { giveSeat } from './seats.ts';

const all: readonly Endpoint[] = Object.values(endpoints).flatMap(group => Object.values(group));
const closed = all.filter(({ right }) => right.needs !== 'nothing');
const gated = all.filter(({ right }) => ['page', 'button', 'any'].includes(right.needs));
const ofRoles = all.filter(({ right }) => right.needs === 'role');
const isOwners = ({ right }: Endpoint) => right.needs !== 'role' || right.roles.includes('company');
const named = (list: readonly Endpoint[]) => list.map(one => [one.path, one] as const);

let house: TestHouse;
let secured: TestHouse;
let rowSecurity: RowSecurity;
let token = '';
let own: Assets;
let others: Assets;
let samples: ReturnType<typeof samplesFor>;

/** One employee for each set of rights: hashing a password for every endpoint would be most of this file's time. */
const tokens = new Map<string, Promise<string>>();
const tokenWith = (...[keys, held]: Parameters<TestHouse['signInWith']>): Promise<string> => {
  const rights = [...keys, ...held].join();
  const known = tokens.get(rights) ?? house.signInWith(keys, held);
  tokens.set(rights, known);
  return known;
};

beforeAll(async () => {
  house = await startTestHouse();
  secured = await startTestHouse({ databaseUrl: house.url }, () => ({
    merchantDb: (id, viewer) => rowSecurity.merchantDb(id, viewer),
  }));
  rowSecurity = await enableRowSecurity(house.database, house.url);
  own = await provisionMerchant(house, house.merchants[0].id);
  others = await provisionMerchant(house, house.merchants[1].id);
  token = await house.signIn(house.merchants[0]);
  await giveSeat(house, house.merchants[0].id, house.merchants[0].owner.id);
  samples = samplesFor(own);
});
afterAll(async () => {
  await secured.close();
  await rowSecurity.close();
  await house.close();
});

test.each([
  ['O-363, O-364, O-365', 'oa/'],
  ['O-362', 'sms/'],
  ['O-366', 'keywords/'],
  ['O-367', 'config/'],
  ['O-368', 'audio/'],
  ['O-369', 'port/'],
  ['O-377', 'nodeVoice/'],
  ['O-378', 'dynamicVoice/'],
  ['O-379', 'baseVoice/'],
  ['O-371', 'plan/'],
  ['O-380', 'planNode/'],
  ['O-381', 'nodeRouter/'],
  ['O-382', 'nodeStat/'],
  ['O-372', 'research/'],
  ['O-376', 'task/'],
  ['O-383', 'help/'],
  ['O-384', 'role/'],
  ['O-387', 'balance/'],
  ['O-388', 'line/'],
  ['O-390', 'recordOrder/'],
])('%s: what begins with %s is in the table, and behind the doors below', (_row, prefix) => {
  expect(closed.filter(({ path }) => path.startsWith(prefix)).length).toBeGreaterThanOrEqual(1);
});

test('every endpoint of the contract has a sample and is bound', async () => {
  expect(all.map(({ path }) => path).filter(path => samples[path] === undefined)).toEqual([]);
  const unbound = [];
  for (const { path } of all) {
    const { errorCode } = await house.post(path, {});
    if (errorCode === refusals.unknownEndpoint.code) unbound.push(path);
  }
  expect(unbound).toEqual([]);
});

describe.each(named(closed))('%s', (path, _endpoint) => {
  test.each([
    ['no token', ''],
    ['a token that never was', 'x'.repeat(43)],
    ['a token of a mile', 'x'.repeat(5_000)],
    ['SQL for a token', "' or '1'='1"],
    ['NUL for a token', '\0'],
  ])('answers 103 to %s', async (_what, bad) => {
    expect(await house.post(path, { ...samples[path], token: bad })).toMatchObject({
      status: 200,
      errorCode: 103,
      errorMsg: '登录失效',
      data: null,
    });
  });

  test('answers 103 without the field', async () => {
    expect(await house.post(path, samples[path] ?? {})).toMatchObject({ status: 200, errorCode: 103 });
  });
});

/** Pages and buttons, of which each pair is enough by itself. */
const justEnough = (right: Right): readonly (readonly [AccessKey[], Button[]])[] => {
  if (right.needs === 'page') return [[[right.page], []]];
  if (right.needs === 'button') return [[[], [right.button]]];
  if (right.needs !== 'any') return [];
  return [
    ...right.pages.map(page => [[page], []] as [AccessKey[], Button[]]),
    ...right.buttons.map(button => [[], [button]] as [AccessKey[], Button[]]),
  ];
};

test.each(named(gated))(
  '%s is refused to who lacks the right, and open to who has just that',
  async (path, { right }) => {
    const nothing = await tokenWith([], []);
    expect(await house.post(path, { ...samples[path], token: nothing })).toMatchObject({ status: 200, errorCode: 104 });
    for (const just of justEnough(right)) {
      const { errorCode } = await house.post(path, { token: await tokenWith(...just) });
      expect([103, 104]).not.toContain(errorCode);
    }
  },
);

test.each(named(ofRoles))('%s is refused to an employee who holds every key and button', async path => {
  const everything = await tokenWith([...accessKeys], [...buttons]);
  expect(await house.post(path, { ...samples[path], token: everything })).toMatchObject({
    status: 200,
    errorCode: 104,
  });
});

const levelsAbove = ofRoles.filter(one => !isOwners(one));
test.each(named(levelsAbove))('%s is for the levels above a merchant: its owner is refused', async path => {
  const before = await house.database.pool.query('select * from balance order by merchant_id');
  expect(await house.post(path, { ...samples[path], token })).toMatchObject({ status: 200, errorCode: 104 });
  expect((await house.database.pool.query('select * from balance order by merchant_id')).rows).toEqual(before.rows);
});

const idFields = (path: string) => Object.keys(samples[path] ?? {}).filter(field => assetOf(path, field) !== null);
const MISSING = '9223372036854775806';

const merchantsOwn = all.filter(({ right }) => right.needs !== 'role');
test.each(named(merchantsOwn))('%s answers to ids of another merchant as to ids that do not exist', async path => {
  for (const field of idFields(path)) {
    const kind = assetOf(path, field)!;
    const fields = { ...samples[path], token };
    const foreign = await house.post(path, { ...fields, [field]: others[kind] });
    const missing = await house.post(path, { ...fields, [field]: MISSING });
    expect(foreign).toEqual(missing);
    expect(foreign.errorCode).toBe(refusals.notFound.code);
  }
});

const nasty = [
  "'; drop table line; --",
  "1' or '1'='1",
  '$1; select pg_sleep(5)',
  '\0',
  '\\u0000',
  '-1',
  '1e309',
  'NaN',
  '9223372036854775808',
  '99999999999999999999',
  '[]',
  '{"__proto__":{"x":1}}',
  '[[[[',
  '\ud800',
  '％s%n%x',
  // Beyond every limit of a field.
  'a'.repeat(70_000),
  '☎'.repeat(25_000),
];
/** Fields nobody declared: their name is what may harm, whatever stands in them. */
const inherited: readonly string[] = ['__proto__', 'constructor', 'toString'];
type Shape = Readonly<Record<string, { readonly safeParse: (value: unknown) => { readonly success: boolean } }>>;
const shapeOf = ({ input }: Endpoint): Shape => (input as { shape?: Shape }).shape ?? {};
/** Everything that gets past the door; of what the door itself refuses the first speaks for all. */
const thrownAt = (field: Shape[string]): readonly string[] => {
  const passes = (value: string) => field.safeParse(value).success;
  return [...nasty.filter(passes), ...nasty.filter(value => !passes(value)).slice(0, 1)];
};

test.each(named(all))(
  '%s takes anything in any field without breaking',
  async (path, endpoint) => {
    const fresh = path === 'user/logout' ? await house.signIn(house.merchants[0]) : token;
    const thrown: readonly (readonly [field: string, value: string])[] = [
      ...Object.entries(shapeOf(endpoint)).flatMap(([name, field]) =>
        thrownAt(field).map(value => [name, value] as const),
      ),
      ...inherited.map(name => [name, nasty[0]!] as const),
    ];
    for (const [field, value] of thrown) {
      const answer = await house.post(path, { ...samples[path], token: fresh, [field]: value });
      expect(answer.status).toBe(200);
      expect([field, value.slice(0, 30), answer.errorCode]).not.toContain(refusals.serverBusy.code);
    }
  },
  60_000,
);

test.each(named(all))('%s refuses a form of more than it takes with a sentence', async (path, { right }) => {
  const answer = await house.post(path, { token, name: 'x'.repeat(1_100_000) });
  const most = right.needs === 'nothing' ? '16 KB' : '1 MB';
  expect(answer).toMatchObject({ status: 200, errorCode: 108, errorMsg: `提交的内容太大，最多 ${most}` });
});

test('what was thrown at the first merchant changed nothing of the second', async () => {
  const { rows } = await house.database.pool.query<{ name: string; address: string; removed: boolean }>(
    'select name, address, removed_at is not null as removed from line where merchant_id = $1',
    [house.merchants[1].id],
  );
  expect(rows).toEqual([{ name: '线路', address: '192.0.2.1:5060', removed: false }]);
});

const reads = named(
  all
    .filter(isOwners)
    .filter(({ path }) => /\/(list|detail|board|callees|calling|info|ledger|getUserInfo)$/.test(path)),
);

test.each(reads)('%s shows the same when the database itself guards the rows', async path => {
  const fields = { ...samples[path], token };
  const plain = await house.post(path, fields);
  expect(plain.errorCode).toBe(0);
  expect(await secured.post(path, fields)).toEqual(plain);
  expect(JSON.stringify(plain)).not.toContain('乙商户');
});

const holdsGraph = (bytes: Buffer): boolean => bytes.includes('"rootFlow"');

test('whoever reads or writes the graph of a plan pays for it, and no list reads one', async () => {
  const by = await house.signIn(house.merchants[1]);
  const theirs = samplesFor(others);
  const touched = new Set<string>();
  let asked = '';
  const isGraph = (value: unknown) => typeof value === 'object' && value !== null && 'rootFlow' in value;
  /** As text, as bytes, or as base64, as large ones come. */
  const isWritten = (value: unknown) =>
    (typeof value === 'string' && (value.includes('"rootFlow"') || holdsGraph(Buffer.from(value, 'base64')))) ||
    (value instanceof Uint8Array && holdsGraph(Buffer.from(value)));
  const has = (value: unknown) => isGraph(value) || isWritten(value);
  const { query } = Client.prototype;
  const watched = vi.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]) {
    const path = asked;
    const answer: unknown = Reflect.apply(query, this, given);
    const values = given.flatMap(one => (one as { readonly values?: readonly unknown[] } | null)?.values ?? []);
    if ([...given.flat(), ...values].some(has)) touched.add(path);
    if (answer instanceof Promise)
      answer.then(
        ({ rows = [] }: { rows?: readonly object[] }) => {
          if (rows.some(row => Object.values(row).some(has))) touched.add(path);
        },
        () => undefined,
      );
    return answer as never;
  });
  for (const { path } of closed.filter(one => isOwners(one) && one.path !== 'user/logout')) {
    asked = path;
    await house.post(path, { ...theirs[path], token: by });
  }
  watched.mockRestore();
  expect([...touched]).toEqual(expect.arrayContaining(['plan/draft', 'plan/version', 'planNode/save', 'talk/run']));
  const free = closed.filter(({ path, rateCost, rateCostMore }) => touched.has(path) && !rateCost && !rateCostMore);
  expect(free.map(({ path }) => path)).toEqual([]);
  expect(
    [...touched].filter(
      path => path.endsWith('/list') && !['planNode', 'nodeRouter', 'nodeVoice'].includes(path.split('/')[0] ?? ''),
    ),
  ).toEqual([]);
});
