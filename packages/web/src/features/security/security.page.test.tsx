import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { openLayer } from '../../testing/layer.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';
import { codeOf, openMiniProgram, signIn, signInElsewhere } from '../../testing/sign-ins.ts';

const { security } = endpoints;
const fresh = 'tractor lamp 7';
const edge = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant({ provisioned: false });
});

/** One's own account is everybody's, whatever else one may. */
const openSecurity = async () => {
  const person = await merchant.person({});
  const here = await signInElsewhere(merchant, person, { ip: '203.0.113.8', userAgent: edge });
  const open = async (layer = openLayer()) => {
    const page = await openAt('/platform/security', { as: here, layer });
    await expect.element(page.screen.getByRole('heading', { name: '账号安全' })).toBeVisible();
    await expect.element(page.screen.getByRole('heading', { name: '登录的设备' })).toBeVisible();
    return { ...page, person, here };
  };
  return { person, open };
};
type Page = Awaited<ReturnType<Awaited<ReturnType<typeof openSecurity>>['open']>>;
const openOwn = async (): Promise<Page> => (await openSecurity()).open();

const openPassword = async ({ screen }: Pick<Page, 'screen'>) => {
  await screen.getByRole('button', { name: '修改密码' }).click();
  const dialog = screen.getByRole('dialog', { name: '修改密码' });
  await expect.element(dialog).toBeVisible();
  const fill = async (old: string, next: string, repeat: string) => {
    await dialog.getByLabelText('旧密码').fill(old);
    await dialog.getByLabelText('新密码', { exact: true }).fill(next);
    await dialog.getByLabelText('再输一次新密码').fill(repeat);
    await dialog.getByRole('button', { name: '修改', exact: true }).click();
  };
  return { dialog, fill };
};

test.each([
  ['O-277', '', fresh, fresh],
  ['O-278', 'test-password', '', fresh],
  ['O-279', 'test-password', fresh, ''],
])('%s: an empty field is answered 请输入密码, and nothing is sent', async (_row, old, next, repeat) => {
  const page = await openOwn();
  const { fill } = await openPassword(page);
  await fill(old, next, repeat);
  await expect.element(page.screen.getByText('请输入密码', { exact: true })).toBeVisible();
  expect(page.layer.lastAsked(security.changePwd)).toBeUndefined();
});

test('O-280: new and repeat that differ are answered 两次密码不一致, and nothing is sent', async () => {
  const page = await openOwn();
  const { fill } = await openPassword(page);
  await fill(page.person.password, fresh, `${fresh}.`);
  await expect.element(page.screen.getByText('两次密码不一致', { exact: true })).toBeVisible();
  expect(page.layer.lastAsked(security.changePwd)).toBeUndefined();
});

test('O-281, O-282, O-403: what the server refuses is said with its sentence; then 修改成功! and the dialog is gone', async () => {
  const page = await openOwn();
  const { screen, layer, person, here } = page;
  const { dialog, fill } = await openPassword(page);
  await fill('not-it', fresh, fresh);
  await expect.element(screen.getByText('旧密码不对', { exact: true })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await fill(person.password, fresh, fresh);
  await expect.element(screen.getByText('修改成功!', { exact: true })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(screen.getByText(/修改过$/)).toBeVisible();
  expect(layer.lastAsked(security.changePwd)).toMatchObject({
    oldPwd: person.password,
    newPwd: fresh,
    token: here.token,
  });
  await expect(signIn(merchant, person)).rejects.toThrow('账号或密码错误');
  await expect(signIn(merchant, { ...person, password: fresh })).resolves.toHaveProperty('token');
});

test('sessions: this one is marked, one of the others ends, then all of them, and the list follows', async () => {
  const { open, person } = await openSecurity();
  const phone = await signInElsewhere(merchant, person, { ip: '198.51.100.4', userAgent: iPhone });
  const { screen, layer } = await open();
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
  const ended = layer.asked.filter(({ path }) => path === security.endSession.path);
  expect(ended.map(({ fields }) => fields.id)).toEqual([phone.id]);
});

/** As it is read from the page to be typed into an authenticator. */
const secretShown = async ({ screen }: Pick<Page, 'screen'>): Promise<string> => {
  const secret = screen.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
  await expect.element(secret).toBeVisible();
  return secret.element().textContent.replaceAll(' ', '');
};

test('the second factor: password, QR code and secret, first code, recovery codes shown once; and off again', async () => {
  const page = await openOwn();
  const { screen, person } = page;
  await screen.getByRole('button', { name: '打开两步验证' }).click();
  await screen.getByLabelText('当前密码').fill(person.password);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('img', { name: '两步验证的二维码' })).toBeVisible();
  const secret = await secretShown(page);
  expect(await accessFaults()).toEqual([]);
  await screen.getByLabelText('验证器上的 6 位动态码').fill('000000');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('动态码不对或已用过，等下一个再试')).toBeVisible();
  await screen.getByLabelText('验证器上的 6 位动态码').fill(await codeOf(secret));
  await userEvent.keyboard('{Enter}');
  const codes = screen.getByRole('dialog', { name: '把 8 个恢复码存好' });
  await expect.element(codes).toBeVisible();
  const shown = codes.getByRole('listitem').elements();
  expect(shown).toHaveLength(8);
  for (const code of shown) expect(code.textContent).toMatch(/^[A-HJKMNP-Z2-9]{5}-[A-HJKMNP-Z2-9]{5}$/);
  expect(await accessFaults()).toEqual([]);
  await codes.getByRole('button', { name: '存好了' }).click();
  await expect.element(screen.getByText(/恢复码还剩 8 个$/)).toBeVisible();

  await screen.getByRole('button', { name: '关闭两步验证' }).click();
  await screen.getByLabelText('当前密码').fill(person.password);
  await screen.getByLabelText('6 位动态码，或一个恢复码').fill(await codeOf(secret, 1));
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('两步验证已关闭')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '打开两步验证' })).toBeVisible();
});

test('WeChat: a code with its time; the page sees that it was used; unbinding asks first', async () => {
  const { screen, person } = await openOwn();
  await screen.getByRole('button', { name: '绑定微信' }).click();
  const dialog = screen.getByRole('dialog', { name: '绑定码' });
  const code = dialog.getByText(/^[A-Z2-9]{6}$/);
  await expect.element(code).toBeVisible();
  await expect.element(dialog.getByText(/^还有 0[45]:\d\d$/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  const jsCode = await openMiniProgram(`user of ${person.id}`);
  await person.ask(security.mpBind, { code: code.element().textContent, jsCode });
  await expect.element(screen.getByText('微信已绑定')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole('button', { name: '解绑' }).click();
  await screen.getByRole('dialog', { name: '解绑' }).getByRole('button', { name: '解绑' }).click();
  await expect.element(screen.getByText('微信已解绑')).toBeVisible();
});

test('a platform without a mini-program says so and offers no code', async () => {
  const { open } = await openSecurity();
  const layer = openLayer();
  layer.changes((path, data) =>
    path === security.security.path ? { ...(data as object), weChatAvailable: false } : data,
  );
  const { screen } = await open(layer);
  await expect.element(screen.getByText('平台还没有配置微信小程序。')).toBeVisible();
  expect(screen.getByRole('button', { name: '绑定微信' }).elements()).toEqual([]);
});

test('a password somebody else set is changed before anything else; Escape does not lead round it', async () => {
  const { id: roleId } = await merchant.owner.ask(endpoints.role.save, {
    name: '坐席',
    rights: [],
    buttons: [],
    scope: 'own',
  });
  const made = { name: '刘洋', account: 'liuyang', roleId };
  const { password } = await merchant.owner.ask(endpoints.oa.saveEmployee, made);
  if (password === null) throw new Error('a new person has a password to sign in with');
  const { screen } = await openAt('/home', { as: await signIn(merchant, { account: 'liuyang', password }) });
  const dialog = screen.getByRole('dialog', { name: '先设一个自己的密码' });
  await expect.element(dialog).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  await dialog.getByLabelText('旧密码').fill(password);
  await dialog.getByLabelText('新密码', { exact: true }).fill(fresh);
  await dialog.getByLabelText('再输一次新密码').fill(fresh);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('修改成功!', { exact: true })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a demanded second factor is set up before anything else; its recovery codes are read before the page opens', async () => {
  const strict = await newMerchant({ provisioned: false });
  await strict.owner.ask(endpoints.config.save, { demandsFactor: '1' });
  const page = await openAt('/home', { as: await signIn(strict, strict.owner) });
  const { screen } = page;
  const dialog = screen.getByRole('dialog', { name: '先确认是你本人' });
  await expect.element(dialog.getByText('商户要求两步验证，设好后才能继续。')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await dialog.getByLabelText('当前密码').fill(strict.owner.password);
  await userEvent.keyboard('{Enter}');
  await screen.getByLabelText('验证器上的 6 位动态码').fill(await codeOf(await secretShown(page)));
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('dialog', { name: '把 8 个恢复码存好' })).toBeVisible();
  await screen.getByRole('button', { name: '存好了' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('O-147: the agreement is shown until it is accepted', async () => {
  // The platform's is everybody's: one that is published here would lie before the pages of the other files as well.
  const layer = openLayer();
  const text = '第一条 '.repeat(400);
  const isAccepted = () =>
    layer.asked.some(({ path, fields }) => path === security.agreement.path && fields.accept === '1');
  layer.changes((path, data) => {
    if (path === endpoints.user.getUserInfo.path) return { ...(data as object), showAgreement: !isAccepted() };
    return path === security.agreement.path ? { version: 1, text, accepted: isAccepted() } : data;
  });
  const { screen } = await openAt('/home', { as: merchant.owner, layer });
  const dialog = screen.getByRole('dialog', { name: '用户协议' });
  await expect.element(dialog.getByText(/第一条/).first()).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '同意', exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(layer.lastAsked(security.agreement)).toMatchObject({ accept: '1', version: '1' });
});
