import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { resetCode, rightCode } from '../../testing/fake-security.ts';
import { credentials } from '../../testing/fake-server.ts';
import { accessFaults, openPage } from '../../testing/open-page.tsx';

type Screen = Awaited<ReturnType<typeof openPage>>['screen'];
const fill = async (screen: Screen, over: Partial<typeof credentials> = {}) => {
  const typed = { ...credentials, ...over };
  await screen.getByLabelText('商户编号').fill(typed.cid);
  await screen.getByLabelText('账号', { exact: true }).fill(typed.account);
  await screen.getByLabelText('密码', { exact: true }).fill(typed.password);
  await screen.getByLabelText('验证码', { exact: true }).fill(typed.captcha);
  await userEvent.keyboard('{Enter}');
};
const isHome = (screen: Screen) => expect.element(screen.getByRole('navigation', { name: '主菜单' })).toBeVisible();

test.each([
  ['O-026', '/Login', 1, '/login'],
  ['O-026', '/home', 1, '/login'],
  ['O-027', '/login', 2, '/Login'],
  ['O-027', '/home', 0, '/Login'],
])('%s: %s with loginTheme %i leads to %s', async (_row, path, loginTheme, shown) => {
  const { screen } = await openPage(path, { signedIn: false, calls: { branding: { loginTheme } } });
  await expect.element(screen.getByRole('heading', { name: '登录' })).toBeVisible();
  // One types at once, or where what was remembered ends.
  await expect.element(screen.getByLabelText('商户编号')).toHaveFocus();
  expect(location.pathname).toBe(shown);
  // The plain login is the form alone, without the picture and its slogan.
  expect(screen.getByText('把每一通电话，').elements()).toHaveLength(loginTheme === 1 ? 0 : 1);
  expect(await accessFaults()).toEqual([]);
});

test.each([1, 2])(
  'without the language switch everything else of the login of theme %i keeps its place',
  async theme => {
    const placesWith = async (languageSwitch: boolean) => {
      const branding = { loginTheme: theme, languageSwitch };
      const { screen } = await openPage('/Login', { signedIn: false, calls: { branding } });
      await expect.element(screen.getByRole('heading', { name: '登录' })).toBeVisible();
      expect(screen.getByRole('combobox', { name: '语言' }).elements()).toHaveLength(languageSwitch ? 1 : 0);
      return [...document.querySelectorAll('.login-brand, .login-form, .login-side footer')].map(each => {
        const { top, bottom, left, right } = each.getBoundingClientRect();
        return { is: each.className, top, bottom, left, right };
      });
    };
    expect(await placesWith(false)).toEqual(await placesWith(true));
  },
);

test('O-140, O-330, O-331, O-342, O-436: signing in keeps the token in a cookie for a day, readable and for this site alone', async () => {
  const { screen, server } = await openPage('/Login', { signedIn: false });
  await fill(screen);
  await isHome(screen);
  const [kept] = (await cookieStore.getAll('token')) as { value?: string; expires?: number; sameSite?: string }[];
  expect(kept).toMatchObject({ value: 'fake-token', sameSite: 'lax' });
  expect(Math.abs((kept?.expires ?? 0) - Date.now() - 86_400_000)).toBeLessThan(60_000);
  expect(server.asked.find(({ path }) => path === 'user/login')?.fields).toEqual({ ...credentials, captchaKey: 'k1' });
});

test('who types faster than the page learns that no captcha is asked for is signed in all the same', async () => {
  const late = Promise.withResolvers<void>();
  const calls = { held: { 'user/captcha': late.promise }, security: { noCaptcha: true } };
  const { screen, server } = await openPage('/login', { signedIn: false, calls });
  await screen.getByLabelText('商户编号').fill(credentials.cid);
  await screen.getByLabelText('账号', { exact: true }).fill(credentials.account);
  await screen.getByLabelText('密码', { exact: true }).fill(credentials.password);
  await screen.getByRole('button', { name: '登录' }).click();
  expect(server.asked.some(({ path }) => path === 'user/login')).toBe(false);
  late.resolve();
  await isHome(screen);
});

test('with a second factor the code is asked for after the right password; a wrong one may be typed again', async () => {
  const { screen, server } = await openPage('/Login', { signedIn: false, calls: { security: { secondFactor: true } } });
  await fill(screen);
  await expect.element(screen.getByRole('heading', { name: '还差一步' })).toBeVisible();
  await expect.element(screen.getByLabelText('动态码')).toHaveFocus();
  expect(await accessFaults()).toEqual([]);
  await screen.getByLabelText('动态码').fill('000000');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('动态码不对或已用过，等下一个再试');
  await screen.getByLabelText('动态码').fill(rightCode);
  await userEvent.keyboard('{Enter}');
  await isHome(screen);
  const logins = server.asked.filter(({ path }) => path === 'user/login').map(({ fields }) => fields);
  expect(logins.map(({ code }) => code)).toEqual([undefined, '000000', rightCode]);
  expect(new Set(logins.map(({ captchaKey, captcha }) => `${captchaKey} ${captcha}`))).toEqual(new Set(['k1 7KD4']));
});

test('from the second step one can go back: the captcha is drawn anew, the account stays', async () => {
  const { screen, server } = await openPage('/Login', { signedIn: false, calls: { security: { secondFactor: true } } });
  await fill(screen);
  await screen.getByRole('button', { name: '换一个账号' }).click();
  await expect.element(screen.getByLabelText('账号', { exact: true })).toHaveValue(credentials.account);
  await expect.element(screen.getByLabelText('验证码', { exact: true })).toHaveValue('');
  await expect.poll(() => server.asked.filter(({ path }) => path === 'user/captcha').length).toBe(2);
});

test.each(['/Login?redirect=https://evil.example/', '/Login?next=//evil.example', '/Login#https://evil.example'])(
  'signing in at %s leads home, whatever the address names',
  async address => {
    const { screen } = await openPage(address, { signedIn: false });
    await fill(screen);
    await isHome(screen);
    expect(location.origin + location.pathname).toBe(`${location.origin}/home`);
  },
);

test('O-397, O-398, O-399: 103 says 登录失效, drops the cookie and goes home, and so to the login', async () => {
  const { screen } = await openPage('/platform/security');
  await expect.element(screen.getByRole('heading', { name: '登录的设备' })).toBeVisible();
  const end = screen.getByRole('button', { name: /^结束 Safari/ });
  // What the page begins with has been answered.
  await expect.element(end).toBeVisible();
  Reflect.set(document, 'cookie', 'token=revoked; Path=/');
  await end.click();
  await expect.element(screen.getByText('登录失效', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: '登录' })).toBeVisible();
  expect(document.cookie).not.toContain('token=');
  expect(location.pathname).toBe('/Login');
});

test('a house that does not answer is 服务内部错误, on the login in its place above the button', async () => {
  const { screen, server } = await openPage('/Login', { signedIn: false });
  server.isAway(true);
  await fill(screen);
  await expect.element(screen.getByRole('alert')).toHaveTextContent('服务内部错误');
  server.isAway(false);
  await screen.getByRole('button', { name: '登录' }).click();
});

test('a reload while the code is read out shows the same code; who went back finds the sign-in, and the code where it was', async () => {
  const { screen } = await openPage('/Login', { signedIn: false });
  await screen.getByLabelText('商户编号').fill(credentials.cid);
  await screen.getByRole('button', { name: '忘记密码' }).click();
  await screen.getByLabelText('账号', { exact: true }).fill(credentials.account);
  await screen.getByLabelText('验证码', { exact: true }).fill(credentials.captcha);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(resetCode)).toBeVisible();
  const reload = () => openPage('/Login', { signedIn: false, calls: { security: { reset: 'waiting' } } });
  const { screen: again, server } = await reload();
  await expect.element(again.getByText(resetCode)).toBeVisible();
  expect(location.href).not.toContain(resetCode);
  expect(server.asked.filter(({ path }) => path === 'user/resetAsk')).toEqual([]);
  await again.getByRole('button', { name: '返回登录' }).click();
  const { screen: later, server: last } = await reload();
  await later.getByRole('button', { name: '忘记密码' }).click();
  await expect.element(later.getByText(resetCode)).toBeVisible();
  last.confirmsReset();
  await expect.element(later.getByLabelText('新密码', { exact: true })).toBeVisible();
  const { screen: over } = await openPage('/Login', { signedIn: false });
  await expect.element(over.getByText('这个确认码过期了。')).toBeVisible();
  await over.getByRole('button', { name: '返回登录' }).click();
  await expect.element(over.getByRole('heading', { name: '登录' })).toBeVisible();
  sessionStorage.clear();
});

test('an owner who forgot the password reads a code out, and sets a new one when it was confirmed', async () => {
  const { screen, server } = await openPage('/Login', { signedIn: false });
  await screen.getByLabelText('商户编号').fill(credentials.cid);
  await screen.getByRole('button', { name: '忘记密码' }).click();
  await expect.element(screen.getByLabelText('商户编号')).toHaveValue(credentials.cid);
  await screen.getByLabelText('账号', { exact: true }).fill(credentials.account);
  await screen.getByLabelText('验证码', { exact: true }).fill(credentials.captcha);
  expect(await accessFaults()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(resetCode)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  server.confirmsReset();
  await screen.getByLabelText('新密码', { exact: true }).fill('password1');
  await screen.getByLabelText('再输一次新密码').fill('password2');
  await expect.element(screen.getByText('两次密码不一致')).toBeVisible();
  await screen.getByLabelText('再输一次新密码').fill('password1');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('这个密码太常见或太有规律，容易被猜到，请换一个');
  for (const label of ['新密码', '再输一次新密码'])
    await screen.getByLabelText(label, { exact: true }).fill('tractor lamp 7');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('密码已经改好，请登录', { exact: true })).toBeVisible();
  expect(Object.keys(sessionStorage).filter(key => key.startsWith('lx.reset'))).toEqual([]);
});
