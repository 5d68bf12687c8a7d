import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { MerchantStatement, merchantDb, type ParamOf, Statement } from './index.ts';

/** Statements whose text is made once, over two merchants. */
let house: TestHouse;
beforeAll(async () => {
  house = await startTestHouse();
});
afterAll(() => house.close());

let built = 0;
const nameOf = new MerchantStatement((db, param: ParamOf<{ readonly id: string }>) => {
  built += 1;
  return db.selectFrom('employee').select('employee.name').where('employee.id', '=', param('id'));
});
const between = new Statement((db, param: ParamOf<{ readonly least: string; readonly most: string }>) =>
  db
    .selectFrom('merchant')
    .select('merchant.id')
    .where('merchant.id', '>=', param('least'))
    .where('merchant.id', '<=', param('most'))
    .where('merchant.active', '=', true)
    .orderBy('merchant.id'),
);

test('each run has its own values, whatever ran before, and the text is made once', async () => {
  const { db } = house.database;
  const [first, second] = house.merchants.map(merchant => merchant.id).sort((a, b) => Number(a) - Number(b));
  expect(await between.run(db, { least: first!, most: first! })).toEqual([{ id: first }]);
  expect(await between.run(db, { most: second!, least: second! })).toEqual([{ id: second }]);
  expect(await between.run(db, { least: second!, most: first! })).toEqual([]);
  const [one] = house.merchants;
  const own = merchantDb(db, one.id);
  await own.run(nameOf, { id: one.owner.id });
  await own.run(nameOf, { id: one.owner.id });
  expect(built).toBe(1);
});

test("a merchant's statement shows nobody else's row, at whatever turn it runs", async () => {
  const [one, other] = house.merchants.map(({ id, owner }) => ({
    db: merchantDb(house.database.db, id),
    owner: owner.id,
  }));
  expect(await one!.db.run(nameOf, { id: one!.owner })).toHaveLength(1);
  expect(await other!.db.run(nameOf, { id: one!.owner })).toEqual([]);
  expect(await other!.db.run(nameOf, { id: other!.owner })).toHaveLength(1);
});

test('inside a transaction it sees what the transaction wrote', async () => {
  const [one] = house.merchants;
  const own = merchantDb(house.database.db, one.id);
  const back = own.transaction(async tx => {
    await tx.updateTable('employee').set({ name: '换了名字' }).where('employee.id', '=', one.owner.id).execute();
    expect(await tx.run(nameOf, { id: one.owner.id })).toEqual([{ name: '换了名字' }]);
    throw new Error('taken back');
  });
  await expect(back).rejects.toThrow('taken back');
  expect(await own.run(nameOf, { id: one.owner.id })).not.toEqual([{ name: '换了名字' }]);
});
