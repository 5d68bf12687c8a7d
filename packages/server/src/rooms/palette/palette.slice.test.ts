import { helpEndpoints, merchantEndpoints, paletteEndpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHouse, type TestHouse } from '../../../test/house.ts';
import { openLevel, type People, peopleOf } from '../../../test/people.ts';
import { layTaskGround, makeTask, type TaskGround } from '../../../test/tasks.ts';

/** Two merchants, the platform and a reseller: each finds what is its own and it may open. */
let house: TestHouse;
let people: People;
let owner = '';
let stranger = '';
let admin = '';
let reseller = '';
let elsewhere: TaskGround;
beforeAll(async () => {
  house = await startTestHouse();
  const [mine, other] = house.merchants;
  people = peopleOf(house, mine);
  [owner, stranger] = [await house.signIn(mine), await house.signIn(other)];
  admin = (await openLevel(house, '100000', 'platform', '平台')).token;
  reseller = (await openLevel(house, '300001', 'reseller', '东区渠道')).token;
  const ground = await layTaskGround(house, mine.id);
  elsewhere = await layTaskGround(house, other.id);
  await makeTask(house, owner, ground, { name: '车险续保提醒' });
  await makeTask(house, owner, ground, { name: '试听课回访 A 组' });
  await makeTask(house, stranger, elsewhere, { name: '车险报价' });
  await house.ask(helpEndpoints.save, { title: '车险怎么拨' }, admin);
  await house.ask(helpEndpoints.save, { title: '车险草稿', isOnline: '0' }, admin);
});
afterAll(() => house.close());

const found = async (q: string, token = owner) =>
  (await house.ask(paletteEndpoints.find, { q }, token)).list.map(({ kind, name }) => `${kind} ${name}`);

test('tasks, people and online articles are found by a part of their name, another merchant’s are not', async () => {
  await people.person('chenlan');
  expect(await found('车险')).toEqual(['task 车险续保提醒', 'article 车险怎么拨']);
  expect(await found('车险', stranger)).toEqual(['task 车险报价', 'article 车险怎么拨']);
  expect(await found('chenl')).toEqual(['person chenlan']);
  expect(await found('没有这个')).toEqual([]);
});

test('a name is found by its pinyin, whole, in first letters and with what is Latin in it', async () => {
  expect(await found('chexian')).toEqual(['task 车险续保提醒', 'article 车险怎么拨']);
  expect(await found('cxxb')).toEqual(['task 车险续保提醒']);
  expect(await found('huifanga')).toEqual(['task 试听课回访 A 组']);
});

test('what one may not open is not found', async () => {
  const { token } = await people.person('caller', { rights: ['callLog'] });
  expect(await found('chexian', token)).toEqual(['article 车险怎么拨']);
  const own = await people.person('own', { rights: ['myTask', 'myStaff'] });
  expect(await found('车险续保', own.token)).toEqual([]);
  // His scope is his own: of people he finds himself alone.
  expect(await found('caller', own.token)).toEqual([]);
});

test('the platform finds merchants and resellers by number and pinyin, a reseller its own alone', async () => {
  await house.ask(merchantEndpoints.save, { name: '启航教育', account: 'qihang', ownerName: '启航' }, reseller);
  expect(await found('qihang', admin)).toEqual(['merchant 启航教育']);
  expect(await found('qhjy', reseller)).toEqual(['merchant 启航教育']);
  expect(await found('dongqu', admin)).toEqual(['reseller 东区渠道']);
  expect(await found('dongqu', reseller)).toEqual([]);
  expect(await found(house.merchants[0].number, reseller)).toEqual([]);
  expect((await found(house.merchants[0].number, admin)).length).toBe(1);
  expect(await found('启航', owner)).toEqual([]);
});

test('of many that fit six of a kind come, the best first', async () => {
  for (let n = 0; n < 8; n += 1) await makeTask(house, stranger, elsewhere, { name: `月度回访 ${n}` });
  await makeTask(house, stranger, elsewhere, { name: '回访名单' });
  const tasks = (await found('回访', stranger)).filter(each => each.startsWith('task'));
  expect(tasks).toHaveLength(6);
  expect((await found('hf', stranger))[0]).toBe('task 回访名单');
  expect((await found('回访', stranger))[0]).toBe('task 回访名单');
  await makeTask(house, stranger, elsewhere, { name: 'AB' });
  for (let n = 0; n < 8; n += 1) await makeTask(house, stranger, elsewhere, { name: `试 ab ${n}` });
  expect((await found('ab', stranger))[0]).toBe('task AB');
});
