import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test, vi } from 'vitest';
import { readToken } from '../api/token.ts';
import { type Merchant, newMerchant, type Person } from '../testing/house.ts';
import { openAt } from '../testing/open-at.tsx';
import { accessFaults } from '../testing/show-page.tsx';

let merchant: Merchant;
let lilei: Person;
beforeAll(async () => {
  merchant = await newMerchant();
  lilei = await merchant.person({ name: '李雷', rights: ['market', 'myTask', 'callLog'], buttons: ['task:create'] });
});

/** As the window that was opened looks, when it has loaded. */
const openPreview = async (path = '/home') => {
  const { token } = await merchant.owner.ask(endpoints.oa.preview, { id: lilei.id });
  return { token, ...(await openAt(path, { as: merchant.owner, kept: { 'lx.preview': token } })) };
};
const band = '正在以 李雷 的身份预览，只能看';

test('the drawer of an employee opens a window that looks with that person’s eyes; nobody looks with an owner’s', async () => {
  const { screen, layer } = await openAt('/my-staff', { as: merchant.owner });
  const kept = new Map<string, string>();
  const replace = vi.fn();
  const sessionStorage = { setItem: (key: string, value: string) => kept.set(key, value) };
  const opened = vi.spyOn(window, 'open').mockReturnValue({ sessionStorage, location: { replace } } as never);
  await screen.getByText('王晓雯').first().click();
  await expect.element(screen.getByLabelText('姓名', { exact: true })).toHaveValue('王晓雯');
  await expect.element(screen.getByRole('button', { name: '以该员工的身份预览' })).not.toBeInTheDocument();
  await screen.getByText('李雷').first().click();
  await screen.getByRole('button', { name: '以该员工的身份预览' }).click();
  await expect.poll(() => replace.mock.calls).toEqual([['/home']]);
  expect(layer.lastAsked(endpoints.oa.preview)).toMatchObject({ id: lilei.id });
  // The token goes over in no address, and this page stays who it is.
  expect(opened).toHaveBeenCalledWith('', '_blank');
  expect([...kept.keys()]).toEqual(['lx.preview']);
  expect(readToken()).toBe(merchant.owner.token);
  opened.mockReturnValue(null);
  await screen.getByRole('button', { name: '以该员工的身份预览' }).click();
  await expect.element(screen.getByText('浏览器没有打开新窗口：请允许本站弹出窗口，再点一次')).toBeVisible();
  opened.mockRestore();
});

test('under a band that says so one sees that person’s menu and buttons, and what is done is refused', async () => {
  const { screen, token } = await openPreview('/my-task');
  await expect.element(screen.getByText(band)).toBeVisible();
  expect(document.cookie).not.toContain(token);
  const menu = screen.getByRole('navigation', { name: '主菜单' });
  await expect.element(menu.getByRole('link', { name: '我的任务' })).toBeVisible();
  await expect.element(menu.getByRole('link', { name: '我的员工' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: /消息|提醒/ })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: '新建任务' }).first()).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByTitle('账号菜单').click();
  for (const name of ['修改密码', '账号安全', '退出登录'])
    await expect.element(screen.getByRole('menuitem', { name })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('menuitem', { name: '结束预览' })).toBeVisible();
});

test('ended it shows nothing of that person any more, and leads back', async () => {
  const { screen, layer } = await openPreview();
  await screen.getByRole('region', { name: '预览' }).getByRole('button', { name: '结束预览' }).click();
  await expect.element(screen.getByRole('heading', { name: '预览已结束' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: '回到我的员工' })).toHaveAttribute('href', '/my-staff');
  await expect.element(screen.getByText('李雷')).not.toBeInTheDocument();
  expect(layer.lastAsked(endpoints.user.logout)).toBeDefined();
  expect(sessionStorage.getItem('lx.preview')).toBeNull();
  expect(await accessFaults()).toEqual([]);
});

test('one that the server ended says so instead of going to the login', async () => {
  const { screen, token } = await openPreview();
  await expect.element(screen.getByText(band)).toBeVisible();
  await merchant.owner.ask(endpoints.oa.setActive, { ids: [lilei.id], active: '0' });
  await expect.element(screen.getByRole('heading', { name: '预览已结束' })).toBeVisible();
  expect(readToken()).toBeNull();
  expect(token).not.toBe('');
});
