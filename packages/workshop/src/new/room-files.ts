import type { RoomNames } from './names.ts';

/** A file of a new room: where it goes in the clone, and what it holds. */
interface NewFile {
  readonly path: string;
  readonly text: string;
}

/**
 * The files of a room that keeps named entries of a merchant, as the other rooms are made: it runs as soon as it is
 * registered, and is then made into what it is for. `migration` is the number of its migration, four digits.
 */
export const roomFiles = (names: RoomNames, migration: string): readonly NewFile[] => {
  const folder = `packages/server/src/rooms/${names.room}`;
  return [
    { path: `packages/contract/src/endpoints/${names.room}.ts`, text: endpointsOf(names) },
    { path: `packages/server/migrations/${migration}_${names.table}.ts`, text: migrationOf(names) },
    { path: `packages/server/src/platform/db/schema.${names.room}.ts`, text: schemaOf(names, migration) },
    { path: `${folder}/index.ts`, text: `export { bind${names.type} } from './${names.room}.routes.ts';\n` },
    { path: `${folder}/${names.room}.routes.ts`, text: routesOf(names) },
    { path: `${folder}/${names.room}.store.ts`, text: storeOf(names) },
    { path: `${folder}/${names.room}.slice.test.ts`, text: sliceOf(names) },
  ];
};

const endpointsOf = ({ key }: RoomNames): string => `import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, listInput, oneLine } from '../fields.ts';

const look = { needs: 'page', page: 'myTask' } as const;
const edit = { needs: 'button', button: 'task:control' } as const;

export const ${key}Endpoints = {
  list: endpoint({
    path: '${key}/list',
    right: look,
    input: listInput,
    output: z.object({ list: z.array(z.object({ id, name: z.string() })), total: z.number().int() }),
    idempotent: true,
    summary: 'Entries, newest first.',
  }),
  add: endpoint({
    path: '${key}/add',
    right: edit,
    input: z.object({ name: oneLine.trim().min(1).max(40) }),
    output: z.object({ id }),
    idempotent: false,
    summary: 'Adds an entry.',
  }),
  remove: endpoint({
    path: '${key}/remove',
    right: edit,
    input: z.object({ id }),
    output: z.object({}),
    idempotent: false,
    summary: 'Removes an entry.',
  }),
} as const;
`;

const migrationOf = ({ table }: RoomNames): string => `import { type Kysely, sql } from 'kysely';

export const up = async (db: Kysely<never>): Promise<void> => {
  await sql\`
    create table ${table} (
      merchant_id bigint not null references merchant,
      id bigint generated always as identity,
      name text not null,
      primary key (merchant_id, id)
    );
  \`.execute(db);
};
`;

const schemaOf = ({ type, table }: RoomNames, migration: string): string => `import type { Generated } from 'kysely';

/** Tables of migration ${migration}. */
export interface ${type}Tables {
  ${table}: { merchant_id: string; id: Generated<string>; name: string };
}
`;

const routesOf = ({ room, key, type }: RoomNames): string => `import { ${key}Endpoints } from '@lianxian/contract';
import { bind, type Front, pageOf, refuse } from '../../platform/http/index.ts';
import { countEntries, deleteEntry, insertEntry, listEntries } from './${room}.store.ts';

export const bind${type} = (front: Front): void => {
  bind(front, ${key}Endpoints.list, async (input, { db }) => {
    const [list, total] = await Promise.all([listEntries(db, pageOf(input)), countEntries(db)]);
    return { list, total };
  });
  bind(front, ${key}Endpoints.add, async ({ name }, { db }) => ({ id: await insertEntry(db, name) }));
  bind(front, ${key}Endpoints.remove, async ({ id }, { db }) => {
    if (!(await deleteEntry(db, id))) throw refuse('notFound', { what: '${room}' });
    return {};
  });
};
`;

const storeOf = ({ table }: RoomNames): string => `import { sql } from 'kysely';
import type { MerchantDb } from '../../platform/db/index.ts';

export const listEntries = (db: MerchantDb, page: { readonly offset: number; readonly limit: number }) =>
  db
    .selectFrom('${table}')
    .select(['${table}.id', '${table}.name'])
    .orderBy('${table}.id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute();

export const countEntries = async (db: MerchantDb): Promise<number> => {
  const counted = await db.selectFrom('${table}').select(sql<string>\`count(*)\`.as('entries')).executeTakeFirstOrThrow();
  return Number(counted.entries);
};

export const insertEntry = async (db: MerchantDb, name: string): Promise<string> =>
  (await db.insertInto('${table}', { name }).returning('${table}.id').executeTakeFirstOrThrow()).id;

/** False: it is nobody's of the merchant. */
export const deleteEntry = async (db: MerchantDb, id: string): Promise<boolean> => {
  const deleted = await db.deleteFrom('${table}').where('${table}.id', '=', id).returning('${table}.id').execute();
  return deleted.length > 0;
};
`;

const sliceOf = ({ key }: RoomNames): string => `import { ${key}Endpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';

let house: TestHouse;
let token = '';
let stranger = '';
beforeAll(async () => {
  house = await startTestHouse();
  [token, stranger] = [await house.signIn(house.merchants[0]), await house.signIn(house.merchants[1])];
});
afterAll(() => house.close());

const namesOf = async (as: string) =>
  (await house.ask(${key}Endpoints.list, {}, as)).list.map(({ name }) => name);

test('what a merchant adds it finds and removes, and another merchant neither sees nor removes it', async () => {
  const { id } = await house.ask(${key}Endpoints.add, { name: '甲' }, token);
  await house.ask(${key}Endpoints.add, { name: '乙' }, stranger);
  expect(await namesOf(token)).toEqual(['甲']);
  expect(await namesOf(stranger)).toEqual(['乙']);
  expect(await house.post('${key}/remove', { id, token: stranger })).toMatchObject({ errorCode: 105 });
  await house.ask(${key}Endpoints.remove, { id }, token);
  expect(await namesOf(token)).toEqual([]);
});
`;
