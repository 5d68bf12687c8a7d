import { endpoints } from '@lianxian/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults, type Screen } from '../../testing/show-page.tsx';
import { mostLive } from './tabs.ts';

/** One with two employees, 张倩 and 刘洋. */
let merchant: Merchant;
beforeEach(async () => {
  merchant = await newMerchant();
  const { ask } = merchant.owner;
  await ask(endpoints.oa.saveEmployee, { name: '张倩', account: 'zhangqian' });
  await ask(endpoints.oa.saveEmployee, { name: '刘洋', account: 'liuyang' });
});
afterEach(() => page.viewport(1440, 900));

const open = (path = '/my-staff') => openAt(path, { as: merchant.owner });
const name = (screen: Screen) => screen.getByLabelText('姓名', { exact: true });
const title = (screen: Screen) => screen.getByLabelText('头衔', { exact: true });
const question = (screen: Screen) => screen.getByRole('dialog', { name: '离开前要保存吗？' });
const answer = (screen: Screen, word: string) => question(screen).getByRole('button', { name: word, exact: true });
const tabs = (screen: Screen) => screen.getByRole('navigation', { name: '打开的页面' });
const entry = (screen: Screen, word: string) =>
  screen.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: word, exact: true });
const mark = (screen: Screen) => tabs(screen).getByRole('img', { name: '有没保存的内容' });
const drawer = (screen: Screen) => screen.getByRole('complementary', { name: '修改员工' });
const titleOf = async (who: string) =>
  (await merchant.owner.ask(endpoints.oa.employees, { limit: 20 })).list.find(each => each.name === who)?.title;

/** 刘洋 stands open, and something is typed of him. */
const typed = async (screen: Screen) => {
  await screen.getByText('刘洋').first().click();
  await expect.element(name(screen)).toHaveValue('刘洋');
  await title(screen).fill('组长');
  await expect.element(mark(screen)).toBeVisible();
};
const isThere = async (screen: Screen) => {
  await expect.element(name(screen)).toHaveValue('刘洋');
  await expect.element(title(screen)).toHaveValue('组长');
};

describe('what was typed in a drawer is asked about once, and stays where one thinks better of it:', () => {
  const ways: readonly (readonly [string, (screen: Screen) => Promise<unknown>])[] = [
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['×', screen => drawer(screen).getByRole('button', { name: '关闭' }).click()],
    ['the way out below', screen => drawer(screen).getByRole('button', { name: '取消' }).click()],
    ['another row', screen => screen.getByText('张倩').first().click()],
    ['a new one', screen => screen.getByRole('button', { name: '添加员工' }).click()],
    ['another part of the page', screen => screen.getByRole('button', { name: '角色', exact: true }).click()],
    ['the entry of the menu', screen => entry(screen, '我的员工').click()],
    ['the way back', async () => history.back()],
    ['its tab is closed', screen => tabs(screen).getByRole('button', { name: '关闭 我的员工' }).click()],
    [
      'all tabs are closed',
      async screen => {
        await screen.getByRole('button', { name: '标签操作' }).click();
        await screen.getByRole('menuitem', { name: '全部关闭' }).click();
      },
    ],
  ];
  test.each(ways)('%s', async (_, way) => {
    const { screen } = await open();
    await typed(screen);
    await way(screen);
    await expect.element(question(screen)).toBeVisible();
    await expect.element(answer(screen, '继续编辑')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(question(screen)).not.toBeInTheDocument();
    await isThere(screen);
    await way(screen);
    await answer(screen, '不保存').click();
    await expect.element(question(screen)).not.toBeInTheDocument();
    await expect.element(mark(screen)).not.toBeInTheDocument();
    expect(await titleOf('刘洋')).toBe('');
  });
});

test('saved by the question it is saved, and one is where one wanted to go; nothing is asked where nothing was typed', async () => {
  const { screen } = await open();
  await typed(screen);
  expect(await accessFaults()).toEqual([]);
  await screen.getByText('张倩').first().click();
  expect(await accessFaults()).toEqual([]);
  await answer(screen, '保存').click();
  await expect.element(name(screen)).toHaveValue('张倩');
  expect(await titleOf('刘洋')).toBe('组长');
  await userEvent.keyboard('{Escape}');
  await expect.element(name(screen)).not.toBeInTheDocument();
  await expect.element(question(screen)).not.toBeInTheDocument();
});

test('what cannot be saved stays, with what is wrong at its field', async () => {
  const { screen } = await open();
  await typed(screen);
  await name(screen).fill('');
  await userEvent.keyboard('{Escape}');
  await answer(screen, '保存').click();
  await expect.element(name(screen)).toHaveAccessibleDescription('必填');
  await expect.element(name(screen)).toHaveFocus();
});

test('another tab leaves it alone; closed with the others it is asked about, and seen by who stays', async () => {
  const { screen } = await open();
  await typed(screen);
  await entry(screen, '我的任务').click();
  await expect.poll(() => location.pathname).toBe('/my-task');
  await expect.element(mark(screen)).toBeVisible();
  await screen.getByRole('button', { name: '标签操作' }).click();
  await screen.getByRole('menuitem', { name: '关闭其他' }).click();
  await expect.element(question(screen)).toHaveAccessibleDescription('我的员工 里有没保存的内容。');
  await answer(screen, '继续编辑').click();
  await isThere(screen);
});

test('with the sixteenth page the one that holds it keeps its page', async () => {
  const { screen } = await open();
  await typed(screen);
  const { visited } = await import('./use-tabs.ts');
  const { routeNamed } = await import('../routes.ts');
  for (let at = 0; at < mostLive + 2; at += 1)
    visited({ pathname: `/platform/call/${900 + at}`, search: '', hash: '' }, routeNamed('callRecord'), null, false);
  await tabs(screen)
    .getByRole('link', { name: /我的员工/ })
    .click();
  await isThere(screen);
});

test('over a reload and a sign-out it is kept, and put back with a word; secrets are not', async () => {
  const first = await open('/my-staff?open=new');
  await name(first.screen).fill('陈晨');
  await first.screen.getByLabelText('初始密码', { exact: true }).fill('Ln-7788-kept');
  await expect.element(mark(first.screen)).toBeVisible();
  const leaving = new Event('beforeunload', { cancelable: true });
  dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  dispatchEvent(new Event('pagehide'));
  expect(JSON.stringify(sessionStorage)).not.toContain('Ln-7788-kept');

  const { screen } = await open('/my-staff?open=new');
  await expect.element(name(screen)).toHaveValue('陈晨');
  await expect.element(screen.getByLabelText('初始密码', { exact: true })).toHaveValue('');
  await expect.element(screen.getByText('已恢复没保存的内容')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '丢弃' }).click();
  await expect.element(name(screen)).toHaveValue('');
  await expect.element(screen.getByText('已恢复没保存的内容')).not.toBeInTheDocument();

  const again = await open('/my-staff?open=new');
  await expect.element(name(again.screen)).toHaveValue('');
});

test('another account finds nothing of it', async () => {
  const { screen } = await open('/my-staff?open=new');
  await name(screen).fill('陈晨');
  await expect.element(mark(screen)).toBeVisible();
  const other = await newMerchant();
  const { screen: theirs } = await openAt('/my-staff?open=new', { as: other.owner });
  await expect.element(name(theirs)).toHaveValue('');
});

describe('what the platform writes', () => {
  test('an article: another one of the tree, and a place among its siblings', async () => {
    const platform = await newMerchant({ kind: 'platform' });
    const { ask } = platform.owner;
    const stamp = Date.now();
    for (const which of ['甲', '乙'])
      await ask(endpoints.help.save, { title: `${which}${stamp}`, path: '', content: which, isOnline: '1' });
    const { screen } = await openAt('/platform/articles', { as: platform.owner });
    const text = screen.getByRole('textbox', { name: /内容/ });
    await screen.getByRole('button', { name: `乙${stamp}`, exact: true }).click();
    await text.fill('写到一半');
    await screen.getByRole('button', { name: `上移 乙${stamp}` }).click();
    await expect.element(screen.getByRole('button', { name: `下移 乙${stamp}` })).toBeEnabled();
    await expect.element(text).toHaveValue('写到一半');
    await screen.getByRole('button', { name: `甲${stamp}`, exact: true }).click();
    await answer(screen, '继续编辑').click();
    await expect.element(text).toHaveValue('写到一半');
    await screen.getByRole('button', { name: `甲${stamp}`, exact: true }).click();
    await answer(screen, '保存').click();
    await expect.element(text).toHaveValue('甲');
    await screen.getByRole('button', { name: `乙${stamp}`, exact: true }).click();
    await expect.element(text).toHaveValue('写到一半');
  });

  test('a text: the other one, and a reload', async () => {
    const platform = await newMerchant({ kind: 'platform' });
    const first = await openAt('/platform/texts', { as: platform.owner });
    const text = (screen: Screen) => screen.getByRole('textbox', { name: /内容/ });
    await text(first.screen).fill('新的协议');
    await first.screen.getByRole('button', { name: '商业承诺' }).click();
    await expect.element(answer(first.screen, '保存')).not.toBeInTheDocument();
    await answer(first.screen, '继续编辑').click();
    await expect.element(text(first.screen)).toHaveValue('新的协议');
    dispatchEvent(new Event('pagehide'));
    const { screen } = await openAt('/platform/texts', { as: platform.owner });
    await expect.element(text(screen)).toHaveValue('新的协议');
    await expect.element(screen.getByText('已恢复没保存的内容')).toBeVisible();
    expect(await accessFaults()).toEqual([]);
    await screen.getByRole('button', { name: '丢弃' }).click();
    await expect.element(text(screen)).not.toHaveValue('新的协议');
  });
});
