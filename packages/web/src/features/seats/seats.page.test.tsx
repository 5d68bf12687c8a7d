import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Merchant, newMerchant, type Person } from '../../testing/house.ts';
import { openLayer } from '../../testing/layer.ts';
import { openAt } from '../../testing/open-at.tsx';
import { seatWas } from '../../testing/seats.ts';
import { accessFaults } from '../../testing/show-page.tsx';

/** 陈静 and 李强 have seats in the group 客服; 王芳 has none. Nobody is online. */
interface Seated extends Merchant {
  readonly chen: Person;
  readonly li: Person;
  readonly wang: Person;
  readonly group: string;
}
const seated = async (): Promise<Seated> => {
  const merchant = await newMerchant({ provisioned: true });
  const { ask } = merchant.owner;
  const someone = (name: string) => merchant.person({ name, rights: ['callLog'], buttons: ['call_out'] });
  const [chen, li, wang] = [await someone('陈静'), await someone('李强'), await someone('王芳')];
  for (const { id } of [chen, li]) await ask(endpoints.seat.save, { employeeId: id });
  const members = [chen.id, li.id];
  const { id: group } = await ask(endpoints.seat.groupSave, { name: '客服', strategy: 'longestIdle', members });
  return { ...merchant, chen, li, wang, group };
};

let merchant: Seated;
beforeAll(async () => {
  merchant = await seated();
});

const openSeats = (query = '', { owner }: Merchant = merchant) => openAt(`/agent${query}`, { as: owner });

test('O-007 O-046: an employee is given a seat, with an extension, a line and plans, and counts among those of the merchant', async () => {
  const own = await seated();
  const { screen } = await openSeats('', own);
  await expect.element(screen.getByRole('row', { name: /陈静.*8001.*离线.*客服/ })).toBeVisible();
  await expect.element(screen.getByText('已用 2 / 50')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '添加坐席' }).click();
  await screen.getByRole('button', { name: '添加', exact: true }).click();
  await expect.element(screen.getByLabelText('员工', { exact: true })).toHaveAccessibleDescription('必填');
  await screen.getByLabelText('员工', { exact: true }).selectOptions('王芳');
  await screen.getByLabelText('分机', { exact: true }).fill('８００９');
  await screen.getByLabelText('外呼线路').selectOptions('练习线路');
  await screen.getByRole('checkbox', { name: '试听课回访' }).click();
  await screen.getByRole('switch', { name: '可以暂停录音' }).click();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '添加', exact: true }).click();
  await expect.element(screen.getByRole('row', { name: /王芳.*8009.*练习线路.*试听课回访/ })).toBeVisible();
  await expect.element(screen.getByText('已用 3 / 50')).toBeVisible();
  const { seats } = await own.owner.ask(endpoints.seat.list, {});
  expect(seats.find(({ employeeId }) => employeeId === own.wang.id)).toMatchObject({
    extension: 8_009,
    mayPause: true,
  });
  // She has one now: her page shows the pill.
  const info = await own.wang.ask(endpoints.user.getUserInfo, {});
  expect([info.hasSeat, info.seatRight]).toEqual([true, true]);
});

test('a seat is suspended and let in again, and taken away after it was asked', async () => {
  const own = await seated();
  const { screen } = await openSeats('', own);
  const act = async (name: string) => {
    await screen.getByRole('button', { name: '更多 李强' }).click();
    await screen.getByRole('menuitem', { name }).click();
  };
  await act('暂停');
  await expect.element(screen.getByRole('row', { name: /李强.*已暂停/ })).toBeVisible();
  expect((await own.li.ask(endpoints.user.getUserInfo, {})).seatRight).toBe(false);
  await act('恢复');
  await expect.element(screen.getByText('李强 已恢复')).toBeVisible();
  await act('删除');
  await screen.getByRole('dialog', { name: '删除「李强」的坐席' }).getByRole('button', { name: '删除' }).click();
  await expect.element(screen.getByRole('row', { name: /李强/ })).not.toBeInTheDocument();
  expect((await own.li.ask(endpoints.user.getUserInfo, {})).hasSeat).toBe(false);
});

test('a change of state shows as it happens, and counts how long it lasts', async () => {
  const own = await seated();
  const { screen } = await openSeats('', own);
  await expect.element(screen.getByRole('row', { name: /陈静.*离线/ })).toBeVisible();
  await seatWas(own, own.chen, [{ state: 'idle', minutesAgo: 3 }]);
  await expect.element(screen.getByRole('row', { name: /陈静.*空闲.*已 0?3:\d\d/ })).toBeVisible();
  await seatWas(own, own.chen, [{ state: 'break', reason: '就餐', minutesAgo: 0 }]);
  await expect.element(screen.getByRole('row', { name: /陈静.*小休 · 就餐/ })).toBeVisible();
});

test('a group is made with its members in order and how they are rung; removing it says what becomes of plans', async () => {
  const own = await seated();
  const { screen } = await openSeats('?tab=groups', own);
  await expect
    .element(screen.getByRole('row', { name: /客服.*空闲最久的先响.*8 秒.*陈静、李强.*0 \/ 2/ }))
    .toBeVisible();
  await screen.getByRole('button', { name: '添加坐席组' }).click();
  await screen.getByLabelText('名称', { exact: true }).fill('售后');
  await screen.getByLabelText('谁先响').selectOptions('按顺序轮流');
  await screen.getByLabelText('每人响铃秒数').fill('12');
  await screen.getByLabelText('加成员…').selectOptions('陈静 8001');
  await screen.getByLabelText('加成员…').selectOptions('李强 8002');
  await screen.getByRole('button', { name: '李强往前' }).click();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '添加', exact: true }).click();
  await expect.element(screen.getByRole('row', { name: /售后.*按顺序轮流.*12 秒.*李强、陈静/ })).toBeVisible();
  await screen.getByRole('button', { name: '删除 售后' }).click();
  await screen.getByRole('dialog', { name: '删除坐席组「售后」' }).getByRole('button', { name: '删除' }).click();
  await expect.element(screen.getByRole('row', { name: /售后/ })).not.toBeInTheDocument();
});

/** Noon of yesterday, where the merchant is: a day that is over, whatever the hour is now. */
const yesterday = () => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(Date.now() - 86_400_000);
  const noonAgo = (Date.now() - Date.parse(`${day}T12:00:00+08:00`)) / 60_000;
  return { day, afterNoon: (minutes: number) => noonAgo - minutes };
};

test('the day of each seat is a bar of what it was, and its figures stand beside those of the others', async () => {
  const own = await seated();
  const { day, afterNoon } = yesterday();
  await seatWas(own, own.chen, [
    { state: 'idle', minutesAgo: afterNoon(0) },
    { state: 'inCall', minutesAgo: afterNoon(0.5) },
    { state: 'held', minutesAgo: afterNoon(1) },
    { state: 'wrapUp', minutesAgo: afterNoon(1.25) },
    { state: 'break', reason: '小休', minutesAgo: afterNoon(1.5) },
  ]);
  const { screen } = await openSeats(`?tab=states&day=${day}`, own);
  const bar = screen.getByRole('list', { name: '陈静' });
  for (const says of [/^空闲 12:00/, /^通话中 12:00/, /^保持中 12:01/, /^话后处理 12:01/, /^小休 12:01/])
    await expect.element(bar.getByText(says)).toBeInTheDocument();
  await expect.element(screen.getByRole('list', { name: '李强' }).getByText('没有上线')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '数据' }).click();
  // Half a minute of talk, a quarter on hold, a quarter of wrap-up, of a minute and a half without the break.
  await expect.element(screen.getByRole('row', { name: /陈静.*0.*00:30.*00:15.*00:15.*67%/ })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('of many seats those that one looks at are asked for; what cannot be read is not said to be offline', async () => {
  const own = await seated();
  const layer = openLayer();
  const { seats, ...quota } = await own.owner.ask(endpoints.seat.list, {});
  const one = seats[0]!;
  const many = Array.from({ length: 200 }, (_, n) => ({ ...one, employeeId: String(10_000 + n), name: `坐席${n}` }));
  layer.shows(endpoints.seat.list, { ...quota, seats: many });
  layer.fails(endpoints.seat.spans);
  const { screen } = await openAt('/agent?tab=states', { as: own.owner, layer });
  await expect.element(screen.getByRole('list', { name: '坐席0', exact: true }).getByText('读不出来')).toBeVisible();
  const asked = () =>
    layer.asked.filter(({ path }) => path === endpoints.seat.spans.path).map(({ fields }) => fields.employeeId);
  expect(asked()).not.toContain('10199');
  layer.heals();
  layer.answers(endpoints.seat.spans, { spans: [] });
  screen.getByRole('list', { name: '坐席199', exact: true }).element().scrollIntoView();
  await expect.element(screen.getByRole('list', { name: '坐席199', exact: true }).getByText('没有上线')).toBeVisible();
  expect(asked()).not.toContain('10100');
});

test('the bar of today goes on to now', async () => {
  const own = await seated();
  await seatWas(own, own.chen, [{ state: 'idle', minutesAgo: 0 }]);
  const { screen } = await openSeats('?tab=states', own);
  const bar = screen.getByRole('list', { name: '陈静' });
  await expect.element(bar.getByText(/^空闲 .*现在/)).toBeInTheDocument();
});

test('without seats the page says what one does; narrow and wide it fits', async () => {
  const empty = await newMerchant();
  const { screen } = await openSeats('', empty);
  await expect.element(screen.getByText('还没有坐席')).toBeVisible();
  await screen.getByRole('button', { name: '坐席组' }).click();
  await expect.element(screen.getByText('还没有坐席组')).toBeVisible();
  await screen.getByRole('button', { name: '今日状态' }).click();
  await expect.element(screen.getByText('还没有坐席')).toBeVisible();
  onTestFinished(() => page.viewport(1_440, 900));
  for (const width of [1_200, 1_920]) {
    await page.viewport(width, 900);
    expect(document.documentElement.scrollWidth).toBe(width);
  }
  expect(await accessFaults()).toEqual([]);
});
