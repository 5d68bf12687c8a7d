import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { goTo } from '../../testing/go-to.ts';
import { type Merchant, newMerchant, type Person } from '../../testing/house.ts';
import { type GivenCall, giveCalls } from '../../testing/house-calls.ts';
import { openLayer } from '../../testing/layer.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults, type Screen } from '../../testing/show-page.tsx';
import { addNumbers, newTask } from '../../testing/tasks.ts';

/** A merchant whose task has answered so many people, the last of them called last. */
const merchantWith = async (people: number): Promise<{ merchant: Merchant; task: string }> => {
  const merchant = await newMerchant();
  const task = await newTask(merchant.owner, { name: '秋季回访' });
  await addNumbers(merchant, task, firstPhone, people);
  await giveCalls(
    merchant,
    Array.from({ length: people }, (_, n) => called(task, n)),
  );
  return { merchant, task };
};
const firstPhone = 13_812_340_000;
const phone = (n: number) => String(firstPhone + n);
const called = (taskId: string, n: number): GivenCall => {
  const at = new Date(Date.UTC(2026, 10, 18, 1) + n * 60_000).toISOString();
  return {
    row: { taskId, phone: phone(n), calleeName: `客户${n}`, placedAt: at },
    ending: {
      ...{ level: n % 2 === 0 ? 'A' : 'B', levelRule: '约到试听', talkMs: 3_000, answeredAt: at, endedAt: at },
      sound: { durationMs: 3_000 },
      transcript: {
        lines: [
          {
            line: 0,
            speaker: 'callee',
            atMs: 0,
            endMs: 900,
            text: `我是客户${n}`,
            node: 'a',
            understood: null,
            interruptedAfterMs: null,
          },
        ],
        path: [],
        answers: [],
      },
    },
  };
};

let few: Merchant;
beforeAll(async () => {
  ({ merchant: few } = await merchantWith(4));
});

const open = (as: Person, query = '') => openAt(`/callLog/follow${query}`, { as });
const here = (screen: Screen, n: number) => screen.getByRole('heading', { level: 1, name: new RegExp(`^${phone(n)}`) });
const operator = (merchant: Merchant, name: string): Promise<Person> =>
  merchant.person({ name, rights: ['callLog'], buttons: ['phone:unmask', 'task:control'], scope: 'all' });

test('the list of who waits has no foot before something was done', async () => {
  const { screen } = await open(few.owner);
  const list = screen.getByRole('region', { name: '待跟进的人' });
  await expect.element(list.getByRole('listitem').first()).toBeVisible();
  const people = list.getByRole('list').element().getBoundingClientRect();
  expect(people.bottom).toBe(list.element().getBoundingClientRect().bottom);
});

test('fifty people are followed up by keys alone, three each: heard, levelled, done', async () => {
  const { merchant } = await merchantWith(50);
  const { screen, layer } = await open(merchant.owner);
  await expect.element(screen.getByText('50 人待跟进')).toBeVisible();
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await userEvent.keyboard(key);
  };
  for (let n = 49; n >= 0; n -= 1) {
    await expect.element(here(screen, n)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: '播放', exact: true })).toBeEnabled();
    await press(' ');
    await press(n % 2 === 0 ? 'b' : 'A');
    await press('{Enter}');
  }
  await expect.element(screen.getByText('现在没有要跟进的人')).toBeVisible();
  expect(keys).toBeLessThanOrEqual(150);
  const { list } = await merchant.owner.ask(endpoints.call.list, { limit: 100 });
  expect(list.map(({ level }) => level)).toEqual(Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? 'A' : 'B')));
  expect(layer.asked.filter(({ path }) => path === endpoints.followUp.done.path)).toHaveLength(50);
  expect((await merchant.owner.ask(endpoints.followUp.list, {})).total).toBe(0);
}, 600_000);

test('an open field keeps its letters; Esc leaves it, and the note was saved', async () => {
  const { screen, layer } = await open(few.owner);
  await expect.element(here(screen, 3)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await userEvent.keyboard('n');
  const note = screen.getByRole('textbox', { name: '我的备注' });
  await expect.element(note).toHaveFocus();
  await userEvent.keyboard('call back at noon, f');
  await expect.element(note).toHaveValue('call back at noon, f');
  await userEvent.keyboard('{ArrowDown}{Escape}');
  await expect.element(note).not.toHaveFocus();
  await expect.element(screen.getByText('已保存')).toBeVisible();
  await expect.element(here(screen, 3)).toBeVisible();
  expect(layer.lastAsked(endpoints.level.correct)).toBeUndefined();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(here(screen, 2)).toBeVisible();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(here(screen, 3)).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: '我的备注' })).toHaveValue('call back at noon, f');
});

test('whom a colleague has before them is named and passed over', async () => {
  const { merchant } = await merchantWith(3);
  const [li, han] = [await operator(merchant, '李雷'), await operator(merchant, '韩梅梅')];
  const taken = await li.ask(endpoints.followUp.take, {});
  const { screen } = await open(han);
  await expect.element(screen.getByText('李雷 正在跟进')).toBeVisible();
  await expect.element(here(screen, 1)).toBeVisible();
  await screen
    .getByRole('button', { name: new RegExp(taken.person!.phone) })
    .first()
    .click();
  await expect.element(screen.getByText('李雷 正在跟进这个人')).toBeVisible();
  await expect.element(here(screen, 1)).toBeVisible();
  await li.ask(endpoints.followUp.leave, {});
  await expect.element(screen.getByText('李雷 正在跟进', { exact: true })).not.toBeInTheDocument();
});

test('a level that is set at the desk is in its row at once, though the person waits no longer', async () => {
  const { merchant } = await merchantWith(2);
  const { screen } = await open(merchant.owner);
  await expect.element(here(screen, 1)).toBeVisible();
  const row = screen.getByRole('button', { name: new RegExp(phone(1)) }).first();
  const level = () => row.element().closest('li')?.querySelector('.level')?.textContent;
  await expect.poll(level).toMatch(/^B/);
  await userEvent.keyboard('c');
  await expect.element(screen.getByText('1 人待跟进')).toBeVisible();
  await expect.poll(level).toMatch(/^C/);
});

test('whom a colleague took while one was on another page is gone when one is back, and who it was is said', async () => {
  const { merchant } = await merchantWith(2);
  const [li, han] = [await operator(merchant, '李雷'), await operator(merchant, '韩梅梅')];
  const { screen, layer } = await open(han);
  await expect.element(here(screen, 1)).toBeVisible();
  goTo('/callLog');
  await expect.poll(() => layer.lastAsked(endpoints.followUp.leave)).toBeDefined();
  const theirs = async () => (await li.ask(endpoints.followUp.take, {})).person?.phone;
  await expect.poll(theirs).toBe(phone(1));
  goTo('/callLog/follow');
  await expect.element(screen.getByText('李雷 正在跟进这个人')).toBeVisible();
  await expect.element(here(screen, 1)).not.toBeInTheDocument();
  await screen.getByRole('button', { name: '开始跟进' }).click();
  await expect.element(here(screen, 0)).toBeVisible();
});

test('who comes meanwhile is told above and moves no row; done is taken back, a number goes on the blacklist and off', async () => {
  const { merchant, task } = await merchantWith(3);
  const { screen, ready } = await open(merchant.owner);
  await ready;
  await expect.element(here(screen, 2)).toBeVisible();
  await addNumbers(merchant, task, firstPhone + 3, 1);
  await giveCalls(merchant, [called(task, 3)]);
  await expect.element(screen.getByText(/^又来了 1 人/)).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(here(screen, 1)).toBeVisible();
  await screen.getByRole('button', { name: '撤销' }).click();
  await expect.element(here(screen, 2)).toBeVisible();
  expect((await merchant.owner.ask(endpoints.followUp.list, {})).total).toBe(4);
  await screen.getByRole('button', { name: `加入黑名单 ${phone(2)}` }).click();
  await expect.element(screen.getByText(`${phone(2)} 已加入黑名单`)).toBeVisible();
  await screen.getByRole('button', { name: '撤销' }).click();
  await expect.poll(async () => (await merchant.owner.ask(endpoints.blacklist.list, {})).total).toBe(0);
  await screen.getByRole('button', { name: '显示' }).click();
  await expect.element(screen.getByRole('button', { name: new RegExp(phone(3)) }).first()).toBeVisible();
});

test('who looks on with somebody’s eyes sees whom they choose and takes nobody', async () => {
  const { merchant } = await merchantWith(3);
  const li = await operator(merchant, '李雷');
  const { token } = await merchant.owner.ask(endpoints.oa.preview, { id: li.id });
  const { screen, layer } = await openAt('/callLog/follow', { as: merchant.owner, kept: { 'lx.preview': token } });
  await expect.element(here(screen, 2)).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(here(screen, 1)).toBeVisible();
  await screen
    .getByRole('button', { name: new RegExp(phone(0)) })
    .first()
    .click();
  await expect.element(here(screen, 0)).toBeVisible();
  for (const asked of [endpoints.followUp.take, endpoints.followUp.leave])
    expect(layer.lastAsked(asked)).toBeUndefined();
});

test('the sound of a row begins anew with each press', async () => {
  const { merchant } = await merchantWith(1);
  const { screen } = await open(merchant.owner);
  await expect.element(here(screen, 0)).toBeVisible();
  const plays = vi.spyOn(HTMLMediaElement.prototype, 'play');
  const row = screen.getByRole('button', { name: `播放 ${phone(0)}` });
  await row.click();
  await expect.poll(() => plays.mock.calls.length).toBe(1);
  await expect.element(screen.getByRole('button', { name: '暂停', exact: true })).toBeVisible();
  await screen.getByRole('button', { name: '暂停', exact: true }).click();
  await row.click();
  await expect.poll(() => plays.mock.calls.length).toBe(2);
  plays.mockRestore();
});

test('a task’s own people, none at all, and a list that does not come', async () => {
  const { merchant, task } = await merchantWith(1);
  const { screen } = await open(merchant.owner, `?task=${task}`);
  await expect.element(screen.getByText('任务：秋季回访')).toBeVisible();
  await expect.element(here(screen, 0)).toBeVisible();
  const idle = await newMerchant();
  const empty = await open(idle.owner);
  await expect.element(empty.screen.getByText('现在没有要跟进的人')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  const layer = openLayer();
  layer.fails(endpoints.followUp.list);
  // Whom one takes is news, and the list would be read anew by itself.
  layer.answers(endpoints.followUp.take, { person: null });
  const broken = await openAt('/callLog/follow', { as: few.owner, layer });
  await expect.element(broken.screen.getByText('待跟进的人加载失败')).toBeVisible();
  layer.heals();
  await broken.screen.getByRole('button', { name: '再试一次' }).click();
  await expect.element(broken.screen.getByText('4 人待跟进')).toBeVisible();
});
