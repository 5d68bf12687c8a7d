import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { password, rightCode } from '../../testing/fake-security.ts';
import { accessFaults, openPage } from '../../testing/open-page.tsx';

const openSecurity = async (security: Parameters<typeof openPage>[1] = {}) => {
  const page = await openPage('/platform/security', security);
  await expect.element(page.screen.getByRole('heading', { name: '账号安全' })).toBeVisible();
  await expect.element(page.screen.getByRole('heading', { name: '登录的设备' })).toBeVisible();
  return page;
};
type Page = Awaited<ReturnType<typeof openSecurity>>;

const openPassword = async ({ screen }: Page) => {
  await screen.getByRole('button', { name: '修改密码' }).click();
  const dialog = screen.getByRole('dialog', { name: '修改密码' });
  await expect.element(dialog).toBeVisible();
  const fill = async (old: string, fresh: string, repeat: string) => {
    await dialog.getByLabelText('旧密码').fill(old);
    await dialog.getByLabelText('新密码', { exact: true }).fill(fresh);
    await dialog.getByLabelText('再输一次新密码').fill(repeat);
    await dialog.getByRole('button', { name: '修改', exact: true }).click();
  };
  return { dialog, fill };
};

test.each([
  ['O-277', '', 'new-password', 'new-password'],
  ['O-278', password, '', 'new-password'],
  ['O-279', password, 'new-password', ''],
])('%s: an empty field is answered 请输入密码, and nothing is sent', async (_row, old, fresh, repeat) => {
  const page = await openSecurity();
  const { fill } = await openPassword(page);
  await fill(old, fresh, repeat);
  await expect.element(page.screen.getByText('请输入密码', { exact: true })).toBeVisible();
  expect(page.server.asked.map(({ path }) => path)).not.toContain('user/changePwd');
});

test('O-280: new and repeat that differ are answered 两次密码不一致, and nothing is sent', async () => {
  const page = await openSecurity();
  const { fill } = await openPassword(page);
  await fill(password, 'new-password', 'new-passwort');
  await expect.element(page.screen.getByText('两次密码不一致', { exact: true })).toBeVisible();
  expect(page.server.asked.map(({ path }) => path)).not.toContain('user/changePwd');
});

test('O-281, O-282, O-403: what the server refuses is said with its sentence; then 修改成功! and the dialog is gone', async () => {
  const page = await openSecurity();
  const { dialog, fill } = await openPassword(page);
  await fill('not-it', 'new-password', 'new-password');
  await expect.element(page.screen.getByText('旧密码不对', { exact: true })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await fill(password, 'new-password', 'new-password');
  await expect.element(page.screen.getByText('修改成功!', { exact: true })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.screen.getByText(/修改过$/)).toBeVisible();
  expect(page.server.asked.findLast(({ path }) => path === 'user/changePwd')?.fields).toMatchObject({
    oldPwd: password,
    newPwd: 'new-password',
    token: 'fake-token',
  });
});

test('sessions: this one is marked, one of the others ends, then all of them, and the list follows', async () => {
  const { screen, server } = await openSecurity();
  const rows = screen.getByRole('table').getByRole('row');
  const here = rows.filter({ hasText: '本机' });
  await expect.element(here.getByText('203.0.113.8')).toBeVisible();
  await expect.element(here.getByText('Chrome 140 · Windows')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '结束 Safari 18 · iOS' }).click();
  await expect.element(screen.getByText('已结束')).toBeVisible();
  await expect.poll(() => rows.elements().length).toBe(3);
  await screen.getByRole('button', { name: '结束其他登录' }).click();
  const question = screen.getByRole('dialog', { name: '结束其他登录' });
  await expect.element(question.getByText('其他 1 处登录会立即退出。')).toBeVisible();
  await question.getByRole('button', { name: '结束' }).click();
  await expect.element(screen.getByText('只有这一处登录。')).toBeVisible();
  expect(server.asked.filter(({ path }) => path === 'user/endSession').map(({ fields }) => fields.id)).toEqual([
    'c'.repeat(64),
  ]);
});

test('the second factor: password, QR code and secret, first code, recovery codes shown once; and off again', async () => {
  const { screen } = await openSecurity();
  await screen.getByRole('button', { name: '打开两步验证' }).click();
  await screen.getByLabelText('当前密码').fill(password);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('img', { name: '两步验证的二维码' })).toBeVisible();
  await expect.element(screen.getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByLabelText('验证器上的 6 位动态码').fill('000000');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('动态码不对或已用过，等下一个再试')).toBeVisible();
  await screen.getByLabelText('验证器上的 6 位动态码').fill(rightCode);
  await userEvent.keyboard('{Enter}');
  const codes = screen.getByRole('dialog', { name: '把 8 个恢复码存好' });
  await expect.element(codes.getByText('ABCDE-23452')).toBeVisible();
  expect(codes.getByRole('listitem').elements()).toHaveLength(8);
  expect(await accessFaults()).toEqual([]);
  await codes.getByRole('button', { name: '存好了' }).click();
  await expect.element(screen.getByText(/恢复码还剩 8 个$/)).toBeVisible();

  await screen.getByRole('button', { name: '关闭两步验证' }).click();
  await screen.getByLabelText('当前密码').fill(password);
  await screen.getByLabelText('6 位动态码，或一个恢复码').fill(rightCode);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('两步验证已关闭')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '打开两步验证' })).toBeVisible();
});

test('WeChat: a code with its time; the page sees that it was used; unbinding asks first', async () => {
  const { screen, server } = await openSecurity();
  await screen.getByRole('button', { name: '绑定微信' }).click();
  const dialog = screen.getByRole('dialog', { name: '绑定码' });
  await expect.element(dialog.getByText('K7MP4X')).toBeVisible();
  await expect.element(dialog.getByText(/^还有 0[45]:\d\d$/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  server.bindsWeChat();
  await expect.element(screen.getByText('微信已绑定')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole('button', { name: '解绑' }).click();
  await screen.getByRole('dialog', { name: '解绑' }).getByRole('button', { name: '解绑' }).click();
  await expect.element(screen.getByText('微信已解绑')).toBeVisible();
});

test('a platform without a mini-program says so and offers no code', async () => {
  const { screen } = await openSecurity({ calls: { security: { guards: { weChatAvailable: false } } } });
  await expect.element(screen.getByText('平台还没有配置微信小程序。')).toBeVisible();
  expect(screen.getByRole('button', { name: '绑定微信' }).elements()).toEqual([]);
});

test('a password somebody else set is changed before anything else; Escape does not lead round it', async () => {
  const { screen } = await openPage('/home', { calls: { visitor: { mustChangePwd: true } } });
  const dialog = screen.getByRole('dialog', { name: '先设一个自己的密码' });
  await expect.element(dialog).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  await dialog.getByLabelText('旧密码').fill(password);
  await dialog.getByLabelText('新密码', { exact: true }).fill('new-password');
  await dialog.getByLabelText('再输一次新密码').fill('new-password');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('修改成功!', { exact: true })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a demanded second factor is set up before anything else; its recovery codes are read before the page opens', async () => {
  const { screen } = await openPage('/home', { calls: { visitor: { mustSetFactor: true } } });
  const dialog = screen.getByRole('dialog', { name: '先确认是你本人' });
  await expect.element(dialog.getByText('商户要求两步验证，设好后才能继续。')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await dialog.getByLabelText('当前密码').fill(password);
  await userEvent.keyboard('{Enter}');
  await screen.getByLabelText('验证器上的 6 位动态码').fill(rightCode);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('dialog', { name: '把 8 个恢复码存好' })).toBeVisible();
  await screen.getByRole('button', { name: '存好了' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('O-147: the agreement is shown until it is accepted', async () => {
  const agreement = '第一条 '.repeat(400);
  const calls = { visitor: { showAgreement: true }, security: { agreement } };
  const { screen, server } = await openPage('/home', { calls });
  const dialog = screen.getByRole('dialog', { name: '使用协议' });
  await expect.element(dialog.getByText(/第一条/).first()).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '同意', exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.asked.findLast(({ path }) => path === 'user/agreement')?.fields).toMatchObject({
    accept: '1',
    version: '1',
  });
});
