import { endpoints, type PushMessage } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant, type Person } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';

let merchant: Merchant;
let call: string;
beforeAll(async () => {
  merchant = await newMerchant();
  call = (await merchant.giveOneOfEach()).answered;
});

/** The day before today, whose reminders show their date: half past four in the afternoon of the merchant's zone. */
const yesterday = `${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}T08:34:08Z`;
const oldestFirst = (): readonly PushMessage[] => [
  { type: 3, msg: '线路连不上' },
  { type: 5, msg: '王女士发来消息', id: call },
  { type: 4, phone: '13812342217', id: '9' },
];
const many = (count: number): readonly PushMessage[] =>
  Array.from({ length: count }, (_, n) => ({ type: 2, msg: `第 ${n + 1} 条` }));
/** Somebody who may open the call log and sees no whole number. */
const listener = (): Promise<Person> => merchant.person({ rights: ['callLog'], scope: 'all' });
/** Three reminders, of which the oldest was read. */
const withThree = async () => {
  const person = await listener();
  await person.gets(oldestFirst(), yesterday);
  const { list } = await person.ask(endpoints.message.list, {});
  await person.ask(endpoints.message.read, { seqs: [list[2]?.seq ?? ''] });
  return { person, seqs: list.map(({ seq }) => seq) };
};
const open = async (person: Person) => {
  const page = await openAt('/home', { as: person });
  await page.ready;
  await page.screen.getByRole('button', { name: /^消息/ }).click();
  return { ...page, panel: page.screen.getByRole('dialog', { name: /^消息/ }) };
};
const openBell = async () => {
  const three = await withThree();
  return { ...three, ...(await open(three.person)) };
};

test('O-078: the bell says how many are unread, and counts on as messages come', async () => {
  const { person, seqs } = await withThree();
  const { screen, ready } = await openAt('/home', { as: person });
  await expect.element(screen.getByRole('button', { name: '消息，2 条未读' })).toBeVisible();
  await ready;
  await person.gets([{ type: 1, msg: '今晚两点线路维护' }]);
  await expect.element(screen.getByRole('button', { name: '消息，3 条未读' })).toBeVisible();
  await person.gets([{ type: 7, num: 12 }, { type: 6 }]);
  // On another of his pages.
  await person.ask(endpoints.message.read, { seqs: seqs.slice(0, 2) });
  await expect.element(screen.getByRole('button', { name: '消息，1 条未读' })).toBeVisible();
});

test('what came before the house knew the page is counted as soon as it does', async () => {
  const person = await listener();
  const { screen, layer, ready } = await openAt('/home', { as: person });
  await ready;
  await expect.element(screen.getByRole('button', { name: '消息', exact: true })).toBeVisible();
  await expect.poll(() => layer.waiting()).toBe(0);
  layer.shows(endpoints.message.unread, { unread: 2 });
  layer.pushes({ type: 'ready', seq: 1 });
  await expect.element(screen.getByRole('button', { name: '消息，2 条未读' })).toBeVisible();
});

test('O-078: the list shows each with its kind, time and link; reading one counts it down', async () => {
  const { screen, panel, layer, seqs } = await openBell();
  const rows = panel.getByRole('listitem');
  // On New Year's Day the year stands before it.
  const time = String.raw`(\d{4}-)?${yesterday.slice(5, 10)} 16:34`;
  await expect.element(rows.nth(0)).toMatchTextContent(new RegExp(`\\[138\\*{4}2217\\]准备拨打，请接听回访${time}$`));
  await expect.element(rows.nth(1)).toMatchTextContent(new RegExp(`王女士发来消息通话${time}看通话$`));
  await expect.element(rows.nth(2)).toMatchTextContent(new RegExp(`线路连不上出错${time}$`));
  expect(await accessFaults()).toEqual([]);
  await panel.getByRole('button', { name: '标为已读：[138****2217]准备拨打，请接听' }).click();
  await expect.element(screen.getByRole('button', { name: '消息，1 条未读' })).toBeVisible();
  expect(layer.lastAsked(endpoints.message.read)?.seqs).toBe(JSON.stringify([seqs[0]]));
});

test('all are read at once, up to the newest one that is shown', async () => {
  const { screen, panel, layer, seqs } = await openBell();
  await panel.getByRole('button', { name: '全部已读' }).click();
  await expect.element(screen.getByRole('button', { name: '消息', exact: true })).toBeVisible();
  await expect.element(panel.getByRole('button', { name: '全部已读' })).not.toBeInTheDocument();
  expect(layer.lastAsked(endpoints.message.readAll)?.upTo).toBe(seqs[0]);
});

test('a message that comes while the list is open is on top of it', async () => {
  const { panel, person } = await openBell();
  await expect.element(panel.getByRole('listitem').nth(0)).toMatchTextContent('准备拨打');
  await person.gets([{ type: 1, msg: '刚到的' }]);
  const newest = panel.getByRole('listitem').nth(0);
  await expect.element(newest).toMatchTextContent('刚到的');
  await expect.element(newest.getByRole('link')).not.toBeInTheDocument();
  await person.gets([{ type: 1, msg: '有客户在通话里说要报警', id: call }]);
  await expect.element(newest).toMatchTextContent('有客户在通话里说要报警');
  await expect.element(newest.getByRole('link')).toHaveAttribute('href', `/platform/call/${call}`);
});

test('its link leads to the call, reads it and closes the list', async () => {
  const { screen, panel } = await openBell();
  await panel.getByRole('link', { name: '看通话' }).click();
  await expect.element(screen.getByRole('heading', { name: '逐字记录' })).toBeVisible();
  await expect
    .element(screen.getByRole('button', { name: '消息，1 条未读' }))
    .toHaveAttribute('aria-expanded', 'false');
});

test('what is about a task leads to its board, of several to all that runs, for who may see tasks', async () => {
  const news: readonly PushMessage[] = [
    { type: 1, msg: '任务拨完了', task: '7' },
    { type: 1, msg: '几个任务停了', task: '' },
  ];
  const keeper = await merchant.person({ rights: ['myTask'], scope: 'all' });
  await keeper.gets(news);
  const { panel } = await open(keeper);
  await expect.element(panel.getByRole('link', { name: '看任务' })).toHaveAttribute('href', '/platform/task/7');
  await expect.element(panel.getByRole('link', { name: '看实时通话' })).toHaveAttribute('href', '/platform/live');
  const other = await listener();
  await other.gets(news);
  const { panel: bare } = await open(other);
  await expect.element(bare.getByText('任务拨完了')).toBeVisible();
  expect(bare.getByRole('link').elements()).toEqual([]);
});

test('older ones come on demand', async () => {
  const person = await listener();
  await person.gets(many(45));
  const { panel } = await open(person);
  await expect.poll(() => panel.getByRole('listitem').elements().length).toBe(20);
  await panel.getByRole('button', { name: '更早的消息' }).click();
  await expect.poll(() => panel.getByRole('listitem').elements().length).toBe(40);
  await panel.getByRole('button', { name: '更早的消息' }).click();
  await expect.poll(() => panel.getByRole('listitem').elements().length).toBe(45);
  await expect.element(panel.getByRole('button', { name: '更早的消息' })).not.toBeInTheDocument();
});

test('a hundred unread ones are shown as more than ninety-nine', async () => {
  const person = await listener();
  await person.gets(many(100));
  const { screen } = await openAt('/home', { as: person });
  await expect.element(screen.getByRole('button', { name: '消息，99 条以上未读' })).toHaveTextContent('99+');
});

test('no messages yet, and the house away', async () => {
  const { screen, panel, layer } = await open(await listener());
  await expect.element(panel.getByText('还没有消息')).toBeVisible();
  await screen.getByRole('button', { name: '消息', exact: true }).click();
  layer.isAway(true);
  await screen.getByRole('button', { name: '消息', exact: true }).click();
  await expect.element(panel.getByText('还没有消息')).toBeVisible();
  layer.isAway(false);
});

test('O-109: one panel of messages and batch tasks opens from the header', async () => {
  const { screen, panel } = await openBell();
  await expect.element(panel.getByRole('radio', { name: '消息' })).toBeChecked();
  await panel.getByRole('radio', { name: '批量任务' }).click();
  await expect.element(panel.getByText('今天还没有批量任务')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: /^消息/ }).click();
  await expect.element(panel).not.toBeInTheDocument();
});

test('everybody chooses for himself which news ring', async () => {
  const person = await listener();
  const { screen, panel } = await open(person);
  await panel.getByRole('button', { name: '提醒设置' }).click();
  const choices = screen.getByRole('dialog', { name: '哪些消息提醒我' });
  await choices.getByRole('switch', { name: '任务拨完' }).click();
  await expect.element(choices.getByRole('switch', { name: '任务拨完' })).not.toBeChecked();
  expect(await accessFaults()).toEqual([]);
  await expect.poll(async () => (await person.ask(endpoints.message.choices, {})).off).toEqual(['taskFinished']);
});
