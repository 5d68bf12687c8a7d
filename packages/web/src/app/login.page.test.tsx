import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { type Merchant, newMerchant } from '../testing/house.ts';
import { openLayer } from '../testing/layer.ts';
import { openAt } from '../testing/open-at.tsx';
import { accessFaults } from '../testing/show-page.tsx';
import { takeNext } from './next-place.ts';

let merchant: Merchant;
let credentials: Readonly<Record<'cid' | 'account' | 'password' | 'captcha', string>>;
beforeAll(async () => {
  merchant = await newMerchant();
  const { account, password } = merchant.owner;
  credentials = { cid: merchant.number, account, password, captcha: '7KD4' };
});

const picture = '<svg xmlns="http://www.w3.org/2000/svg" width="118" height="40"></svg>';
/** Nobody can read the picture of a captcha in a test: it is by hand, and this house takes what was typed as right. */
const openLogin = (path = '/Login') => {
  const layer = openLayer();
  layer.answers(endpoints.user.captcha, { captchaKey: 'k1', image: picture, required: true });
  return openAt(path, { layer });
};

const signInBy = async (screen: Awaited<ReturnType<typeof openLogin>>['screen']) => {
  await screen.getByLabelText('商户编号').fill(credentials.cid);
  await screen.getByLabelText('账号', { exact: true }).fill(credentials.account);
  await screen.getByLabelText('密码', { exact: true }).fill(credentials.password);
  await screen.getByLabelText('验证码', { exact: true }).fill(credentials.captcha);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('navigation', { name: '主菜单' })).toBeVisible();
};

test('without a token every address leads to the login, and signing in leads home', async () => {
  const { screen, layer } = await openLogin('/');
  await expect.element(screen.getByRole('heading', { name: '登录' })).toBeVisible();
  expect(location.pathname).toBe('/Login');

  await signInBy(screen);
  expect(location.pathname).toBe('/home');
  expect(document.cookie).toMatch(/token=\S{20}/);
  expect(layer.lastAsked(endpoints.user.login)).toEqual({ ...credentials, captchaKey: 'k1' });
});

test('a link to a page survives the login; a place of another site is none', async () => {
  const linked = await openLogin('/help?article=7');
  await expect.element(linked.screen.getByRole('heading', { name: '登录' })).toBeVisible();
  expect(location.pathname + location.search).toBe('/Login');
  await signInBy(linked.screen);
  await expect.poll(() => location.pathname + location.search).toBe('/help?article=7');

  for (const place of ['//evil.example/', 'https://evil.example/', 'javascript:alert(1)']) {
    sessionStorage.setItem('lx.next', place);
    expect(takeNext()).toBeNull();
  }
  expect(sessionStorage.getItem('lx.next')).toBeNull();
});

test('an empty field is named and gets the focus', async () => {
  const { screen } = await openLogin();
  await screen.getByLabelText('商户编号').fill('100268');
  await screen.getByRole('button', { name: '登录' }).click();
  await expect.element(screen.getByText('请输入账号')).toBeVisible();
  await expect.element(screen.getByLabelText('账号', { exact: true })).toHaveFocus();
});

test('a refusal stands above the button and a new captcha is drawn', async () => {
  const { screen, layer } = await openLogin();
  await screen.getByLabelText('商户编号').fill(credentials.cid);
  await screen.getByLabelText('账号', { exact: true }).fill(credentials.account);
  await screen.getByLabelText('密码', { exact: true }).fill('wrong');
  await screen.getByLabelText('验证码', { exact: true }).fill(credentials.captcha);
  await screen.getByRole('button', { name: '登录' }).click();
  await expect.element(screen.getByRole('alert')).toHaveTextContent('账号或密码错误');
  await expect.poll(() => layer.asked.filter(each => each.path === 'user/captcha').length).toBe(2);
  expect(document.cookie).not.toContain('token=');
});

test('the login page has no access faults', async () => {
  const { screen } = await openLogin();
  await expect.element(screen.getByRole('heading', { name: '登录' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('a token that has expired says so, is dropped and leads to the login', async () => {
  const { screen } = await openAt('/home', { as: merchant.owner });
  await expect.element(screen.getByRole('button', { name: '试呼' }).first()).toBeVisible();
  Reflect.set(document, 'cookie', 'token=expired; Path=/');
  // Whatever asks next is told so; that may be the page itself, before the click.
  await screen
    .getByRole('button', { name: '试呼' })
    .first()
    .click({ timeout: 2_000 })
    .catch(() => undefined);
  await expect.element(screen.getByText('登录失效')).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: '登录' })).toBeVisible();
  expect(document.cookie).not.toContain('token=');
});

test('O-286: a browser that is not Chrome is advised to use Chrome, for 10 s', async () => {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'userAgent'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { screen } = await openLogin();
  const advice = screen.getByRole('status').getByText('请使用 Chrome 浏览器');
  await expect.element(advice).toBeVisible();
  vi.advanceTimersByTime(9_999);
  await expect.element(advice).toBeVisible();
  vi.advanceTimersByTime(1);
  await expect.element(advice).not.toBeInTheDocument();
});

test('words change with the language before signing in, stay after it and are remembered', async () => {
  const { screen } = await openLogin();
  await screen.getByLabelText('语言').selectOptions('zh-TW');
  await screen.getByLabelText('商戶編號').fill(credentials.cid);
  await screen.getByLabelText('帳號', { exact: true }).fill(credentials.account);
  await screen.getByLabelText('密碼', { exact: true }).fill(credentials.password);
  await screen.getByLabelText('驗證碼', { exact: true }).fill(credentials.captcha);
  await screen.getByRole('button', { name: '登入' }).click();
  await expect.element(screen.getByRole('heading', { name: '最近的通話' })).toBeVisible();
  expect([document.documentElement.lang, localStorage.getItem('lx.language')]).toEqual(['zh-TW', 'zh-TW']);
});
