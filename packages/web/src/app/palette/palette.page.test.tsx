import { helpEndpoints } from '@lianxian/contract';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Merchant, newMerchant, type Person } from '../../testing/house.ts';
import { giveCall } from '../../testing/house-calls.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults, type Screen } from '../../testing/show-page.tsx';
import { newTask } from '../../testing/tasks.ts';
import { appearance } from '../../ui/theme/appearance.ts';

/** A merchant with a task and an employee, and who may open its calls alone. */
let merchant: Merchant;
let task: string;
let caller: Person;
const phone = '13812345679';
beforeAll(async () => {
  merchant = await newMerchant();
  task = await newTask(merchant.owner, { name: '车险续保提醒' });
  await giveCall(merchant, { phone });
  caller = await merchant.person({ name: '陈岚', rights: ['market', 'callLog'] });
});

const field = (screen: Screen) => screen.getByRole('combobox', { name: '搜索页面、通话和操作' });
const offers = (screen: Screen) =>
  screen
    .getByRole('listbox', { name: '搜索页面、通话和操作' })
    .getByRole('option')
    .elements()
    .map(each => each.querySelector('span')?.textContent);
const at = (path: string) => expect.poll(() => decodeURIComponent(location.pathname + location.search)).toBe(path);
const toggle = () => userEvent.keyboard('{Control>}k{/Control}');
/** Typed into the palette that stands open. */
const seek = async (screen: Screen, text: string) => field(screen).fill(text);
const openPalette = async (path: string, as: { readonly token: string } = merchant.owner) => {
  const { screen } = await openAt(path, { as });
  await expect.element(screen.getByRole('navigation', { name: '主菜单' })).toBeVisible();
  await toggle();
  await expect.element(field(screen)).toHaveFocus();
  return screen;
};

test('from a field Ctrl K opens the palette, the same key closes it, and one types on where one was', async () => {
  const { screen } = await openAt('/callLog', { as: merchant.owner });
  const search = screen.getByRole('searchbox', { name: '号码、后四位或姓名' });
  await search.fill('138');
  await toggle();
  await expect.element(field(screen)).toHaveFocus();
  await toggle();
  await expect.element(field(screen)).not.toBeInTheDocument();
  await expect.element(search).toHaveFocus();
  await expect.element(search).toHaveValue('138');
});

test('pages by pinyin and other words, settings, tasks, people, articles: each with where it leads', async () => {
  const screen = await openPalette('/home');
  await seek(screen, 'thjl');
  await expect.poll(() => offers(screen)).toContain('通话记录');
  await expect.element(screen.getByRole('option', { name: /通话记录.*g.*c/ }).first()).toBeVisible();
  await seek(screen, '中继');
  await expect.poll(() => offers(screen)).toEqual(expect.arrayContaining(['语音网关', '接入我的线路']));
  await seek(screen, 'cxxb');
  await expect.element(screen.getByRole('option', { name: /车险续保提醒/ })).toBeVisible();
  await seek(screen, '陈岚');
  await screen.getByRole('option', { name: /陈岚/ }).click();
  await at(`/my-staff?q=${caller.account}&open=${caller.id}`);
  await expect.element(screen.getByRole('complementary', { name: '修改员工' })).toBeVisible();
  await toggle();
  await seek(screen, '脱敏');
  await expect.element(screen.getByRole('option', { name: /号码脱敏/ })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await at('/configured/configured-page?at=masking');
});

test('an article is found by its title and opens; who may only see calls finds no task and nobody', async () => {
  const platform = await newMerchant({ kind: 'platform' });
  const { id } = await platform.owner.ask(helpEndpoints.save, { title: '车险怎么拨' });
  const screen = await openPalette('/home', caller);
  await seek(screen, 'chexian');
  await expect.poll(() => offers(screen)).toEqual(['车险怎么拨']);
  await seek(screen, '陈岚');
  await expect.element(screen.getByText('没有找到')).toBeVisible();
  await seek(screen, '车险怎么拨');
  await expect.element(screen.getByRole('option', { name: /车险怎么拨/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await at(`/help?id=${id}`);
});

test('what one went to stands first the next time, a call never, and another account has its own', async () => {
  const screen = await openPalette('/home');
  await seek(screen, '车险');
  await screen.getByRole('option', { name: /车险续保提醒/ }).click();
  await at(`/platform/task/${task}`);
  await toggle();
  await seek(screen, phone.slice(0, 5));
  await screen.getByRole('option', { name: new RegExp(phone) }).click();
  await expect.poll(() => location.pathname).toMatch(/^\/platform\/call\//);
  await toggle();
  await expect.element(screen.getByText('最近去过')).toBeVisible();
  await expect.poll(() => offers(screen)[0]).toBe('车险续保提醒');
  expect(JSON.stringify({ ...localStorage })).not.toContain(phone);
  const other = await openPalette('/home', await merchant.person({ rights: ['market', 'myTask'] }));
  await expect.element(other.getByText('最近去过')).not.toBeInTheDocument();
});

test('what stops all calls, changes one’s password and bars numbers is found by its sound, and by that of other words', async () => {
  const screen = await openPalette('/home');
  for (const [wishes, name] of [
    [['jjtz', 'jinjitingzhi', 'jiting', '急停'], '紧急停止'],
    [['xgmm', 'xiugaimima', 'gaimima'], '修改密码'],
    [['hmd', 'heimingdan', 'lahei'], '黑名单'],
  ] as const)
    for (const wish of wishes) {
      await seek(screen, wish);
      await expect.poll(() => offers(screen), { message: wish }).toContain(name);
    }
  await screen.getByRole('option', { name: '黑名单 名单' }).click();
  await at('/platform/lists?tab=blacklist');
  await expect.element(screen.getByRole('button', { name: '黑名单', exact: true })).toBeVisible();
  for (const [wish, title] of [
    ['jjtz', '紧急停止'],
    ['xgmm', '修改密码'],
  ] as const) {
    await toggle();
    await seek(screen, wish);
    await expect.poll(() => offers(screen)).toEqual([title]);
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('dialog', { name: title })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  }
});

test('who may neither stop calls nor open tasks is offered neither', async () => {
  const screen = await openPalette('/home', caller);
  for (const wish of ['jjtz', 'heimd']) {
    await seek(screen, wish);
    await expect.element(screen.getByText('没有找到')).toBeVisible();
  }
});

test('the platform stops the calls of all merchants, after it was told how many', async () => {
  const platform = await newMerchant({ kind: 'platform' });
  const screen = await openPalette('/home', platform.owner);
  await seek(screen, 'jjtz');
  await expect.poll(() => offers(screen)).toEqual(['紧急停止']);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('dialog', { name: '停止全平台的呼叫？' })).toBeVisible();
});

test('where one was stands first, the last before the others, and an open page has one row, with its keys', async () => {
  const { owner } = await newMerchant();
  const { screen } = await openAt('/callLog', { as: owner });
  for (const name of ['网关监控', '语音网关', '我的任务'])
    await screen.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name }).click();
  await at('/my-task');
  await toggle();
  await expect.element(screen.getByText('最近去过')).toBeVisible();
  expect(offers(screen).slice(0, 3)).toEqual(['语音网关', '网关监控', '通话记录']);
  expect(offers(screen).toSorted()).toEqual([...new Set(offers(screen))].toSorted());
  await expect.element(screen.getByRole('option', { name: /^通话记录.*g.*c/ })).toBeVisible();
  await seek(screen, 'yuyin');
  await expect.poll(() => offers(screen).filter(label => label === '语音网关')).toHaveLength(1);
  await expect.element(screen.getByRole('option', { name: /^语音网关.*g.*w/ })).toBeVisible();
});

test.each([
  [1200, 800, 14],
  [1366, 768, 14],
  [1200, 800, 16],
  [1366, 768, 16],
] as const)('the sheet of keys shows all of itself in a window of %i × %i, type of %i', async (width, height, size) => {
  await page.viewport(width, height);
  appearance.chooseSize(size);
  onTestFinished(async () => {
    appearance.chooseSize(14);
    await page.viewport(1440, 900);
  });
  const { screen } = await openAt('/home', { as: merchant.owner });
  await expect.element(screen.getByRole('navigation', { name: '主菜单' })).toBeVisible();
  await userEvent.keyboard('?');
  const sheet = screen.getByRole('dialog', { name: '快捷键' });
  await expect.element(sheet).toBeVisible();
  const { top, bottom } = sheet.element().getBoundingClientRect();
  const lists = sheet.element().querySelector('.modal-body')!;
  expect([top >= 0, bottom <= height, lists.scrollHeight <= lists.clientHeight]).toEqual([true, true, true]);
  await sheet.getByRole('button', { name: '关闭', exact: true }).click();
  await expect.element(sheet).not.toBeInTheDocument();
});

test('in a window that is too low the sheet of keys scrolls between its head and its foot; Escape closes it', async () => {
  await page.viewport(1200, 480);
  onTestFinished(() => page.viewport(1440, 900));
  const { screen } = await openAt('/home', { as: merchant.owner });
  await expect.element(screen.getByRole('navigation', { name: '主菜单' })).toBeVisible();
  await userEvent.keyboard('?');
  const sheet = screen.getByRole('dialog', { name: '快捷键' });
  await expect.element(sheet.getByRole('button', { name: '关闭', exact: true })).toBeInViewport();
  await expect.element(sheet.getByText('除了搜索，正在输入时不起作用。')).toBeInViewport();
  const lists = sheet.element().querySelector('.modal-body')!;
  expect([lists.scrollHeight > lists.clientHeight, getComputedStyle(lists).overflowY]).toEqual([true, 'auto']);
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
});

test('the sheet says where its keys hold, each with its heading', async () => {
  const { screen } = await openAt('/home', { as: merchant.owner });
  await expect.element(screen.getByRole('navigation', { name: '主菜单' })).toBeVisible();
  await userEvent.keyboard('?');
  const sheet = screen.getByRole('dialog', { name: '快捷键' });
  await expect.element(sheet).toBeVisible();
  expect(
    sheet
      .getByRole('heading', { level: 3 })
      .elements()
      .map(each => each.textContent),
  ).toEqual(['全局', '电话', '列表', '抽屉', '通话记录', '跟进台', '通话台', '话术编辑器', '去页面']);
  await expect.element(sheet.getByRole('region', { name: '通话记录' }).getByText('后退 5 秒')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});
