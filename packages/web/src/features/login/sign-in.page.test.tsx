import { builtInBranding, endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { type Layer, openLayer } from '../../testing/layer.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults, type Screen } from '../../testing/show-page.tsx';
import { codeOf, signIn } from '../../testing/sign-ins.ts';

const { user, security } = endpoints;
const fresh = 'tractor lamp 7';
/** The house of the page tests asks for none: a picture that nobody has to read stands for it. */
const captcha = '7KD4';
const image =
  '<svg xmlns="http://www.w3.org/2000/svg" width="118" height="40"><text x="16" y="28" font-size="24">7KD4</text></svg>';

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant({ provisioned: false });
});

const withCaptcha = (): Layer => {
  const layer = openLayer();
  layer.answers(user.captcha, { captchaKey: 'k1', image, required: true });
  return layer;
};
const openLogin = (path = '/Login') => openAt(path, { layer: withCaptcha() });
const openBranded = (path: string, branding: Partial<typeof builtInBranding>) => {
  const layer = withCaptcha();
  layer.answers(user.pageInfo, { ...builtInBranding, ...branding });
  return openAt(path, { layer });
};

const fillAccount = async (screen: Screen, { number, owner }: Merchant) => {
  await screen.getByLabelText('商户编号').fill(number);
  await screen.getByLabelText('账号', { exact: true }).fill(owner.account);
  await screen.getByLabelText('密码', { exact: true }).fill(owner.password);
};
const fill = async (screen: Screen, of = merchant) => {
  await fillAccount(screen, of);
  await screen.getByLabelText('验证码', { exact: true }).fill(captcha);
  await userEvent.keyboard('{Enter}');
};
const isHome = (screen: Screen) => expect.element(screen.getByRole('navigation', { name: '主菜单' })).toBeVisible();
const logins = (layer: Layer) => layer.asked.filter(({ path }) => path === user.login.path).map(({ fields }) => fields);
const times = (layer: Layer, { path }: { readonly path: string }) =>
  layer.asked.filter(each => each.path === path).length;

test.each([
  ['O-026', '/Login', 1, '/login'],
  ['O-026', '/home', 1, '/login'],
  ['O-027', '/login', 2, '/Login'],
  ['O-027', '/home', 0, '/Login'],
])('%s: %s with loginTheme %i leads to %s', async (_row, path, loginTheme, shown) => {
  const { screen } = await openBranded(path, { loginTheme });
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
  async loginTheme => {
    const placesWith = async (languageSwitch: boolean) => {
      const { screen } = await openBranded('/Login', { loginTheme, languageSwitch });
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
  const layer = withCaptcha();
  let token = '';
  layer.changes((path, data) => {
    if (path === user.login.path) ({ token } = data as { token: string });
    return data;
  });
  const { screen } = await openAt('/Login', { layer });
  await fill(screen);
  await isHome(screen);
  const [kept] = (await cookieStore.getAll('token')) as { value?: string; expires?: number; sameSite?: string }[];
  expect(token).not.toBe('');
  expect(kept).toMatchObject({ value: token, sameSite: 'lax' });
  expect(Math.abs((kept?.expires ?? 0) - Date.now() - 86_400_000)).toBeLessThan(60_000);
  const { account, password } = merchant.owner;
  expect(logins(layer)).toEqual([{ cid: merchant.number, account, password, captcha, captchaKey: 'k1' }]);
});

test('who types faster than the page learns that no captcha is asked for is signed in all the same', async () => {
  const late = Promise.withResolvers<void>();
  const layer = openLayer();
  layer.holds(user.captcha, late.promise);
  const { screen } = await openAt('/login', { layer });
  await fillAccount(screen, merchant);
  await screen.getByRole('button', { name: '登录' }).click();
  expect(logins(layer)).toEqual([]);
  late.resolve();
  await isHome(screen);
});

/** A merchant whose owner has an authenticator; it showed one code already. */
const withFactor = async () => {
  const guarded = await newMerchant({ provisioned: false });
  const { ask, password } = guarded.owner;
  const { secret } = await ask(security.totpBegin, { password });
  await ask(security.totpConfirm, { code: await codeOf(secret) });
  return { guarded, secret };
};

test('with a second factor the code is asked for after the right password; a wrong one may be typed again', async () => {
  const { guarded, secret } = await withFactor();
  const { screen, layer } = await openLogin();
  await fill(screen, guarded);
  await expect.element(screen.getByRole('heading', { name: '还差一步' })).toBeVisible();
  await expect.element(screen.getByLabelText('动态码')).toHaveFocus();
  expect(await accessFaults()).toEqual([]);
  await screen.getByLabelText('动态码').fill('000000');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('动态码不对或已用过，等下一个再试');
  const next = await codeOf(secret, 1);
  await screen.getByLabelText('动态码').fill(next);
  await userEvent.keyboard('{Enter}');
  await isHome(screen);
  expect(logins(layer).map(({ code }) => code)).toEqual([undefined, '000000', next]);
  const captchas = logins(layer).map(fields => `${fields.captchaKey} ${fields.captcha}`);
  expect(new Set(captchas)).toEqual(new Set(['k1 7KD4']));
});

test('from the second step one can go back: the captcha is drawn anew, the account stays', async () => {
  const { guarded } = await withFactor();
  const { screen, layer } = await openLogin();
  await fill(screen, guarded);
  await screen.getByRole('button', { name: '换一个账号' }).click();
  await expect.element(screen.getByLabelText('账号', { exact: true })).toHaveValue(guarded.owner.account);
  await expect.element(screen.getByLabelText('验证码', { exact: true })).toHaveValue('');
  await expect.poll(() => times(layer, user.captcha)).toBe(2);
});

test.each(['/Login?redirect=https://evil.example/', '/Login?next=//evil.example', '/Login#https://evil.example'])(
  'signing in at %s leads home, whatever the address names',
  async address => {
    const { screen } = await openLogin(address);
    await fill(screen);
    await isHome(screen);
    expect(location.origin + location.pathname).toBe(`${location.origin}/home`);
  },
);

test('O-397, O-398, O-399: 103 says 登录失效, drops the cookie and goes home, and so to the login', async () => {
  const person = await merchant.person({});
  await signIn(merchant, person);
  const { screen } = await openAt('/platform/security', { as: person, layer: withCaptcha() });
  await expect.element(screen.getByRole('heading', { name: '登录的设备' })).toBeVisible();
  const end = screen.getByRole('button', { name: /^结束 Chrome/ });
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
  const { screen, layer } = await openLogin();
  layer.isAway(true);
  await fill(screen);
  await expect.element(screen.getByRole('alert')).toHaveTextContent('服务内部错误');
  layer.isAway(false);
  await fill(screen);
  await isHome(screen);
});

/** A merchant of a reseller, who confirms what its owner reads out. */
const withKeeper = async () => {
  const reseller = await newMerchant({ kind: 'reseller', provisioned: false });
  const forgetful = await newMerchant({ reseller, provisioned: false });
  return {
    forgetful,
    confirms: (code: string) => reseller.owner.ask(endpoints.merchant.resetOwner, { id: forgetful.id, code }),
  };
};
const askReset = async (screen: Screen, { number, owner }: Merchant) => {
  await screen.getByLabelText('商户编号').fill(number);
  await screen.getByRole('button', { name: '忘记密码' }).click();
  await expect.element(screen.getByLabelText('商户编号')).toHaveValue(number);
  await screen.getByLabelText('账号', { exact: true }).fill(owner.account);
  await screen.getByLabelText('验证码', { exact: true }).fill(captcha);
};
/** What the owner reads out. */
const readCode = async (screen: Screen): Promise<string> => {
  const code = screen.getByText(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
  await expect.element(code).toBeVisible();
  return code.element().textContent;
};

test('a reload while the code is read out shows the same code; who went back finds the sign-in, and the code where it was', async () => {
  const { forgetful, confirms } = await withKeeper();
  const { screen } = await openLogin();
  await askReset(screen, forgetful);
  await userEvent.keyboard('{Enter}');
  const code = await readCode(screen);
  const { screen: again, layer } = await openLogin();
  await expect.element(again.getByText(code)).toBeVisible();
  expect(location.href).not.toContain(code);
  expect(times(layer, user.resetAsk)).toBe(0);
  await again.getByRole('button', { name: '返回登录' }).click();
  const { screen: later, layer: last } = await openLogin();
  await later.getByRole('button', { name: '忘记密码' }).click();
  await expect.element(later.getByText(code)).toBeVisible();
  await confirms(code);
  await expect.element(later.getByLabelText('新密码', { exact: true })).toBeVisible();
  // In another tab that has the same secret.
  await forgetful.owner.ask(user.resetFinish, {
    secret: last.lastAsked(user.resetState)?.secret ?? '',
    password: fresh,
  });
  const { screen: over } = await openLogin();
  await expect.element(over.getByText('这个确认码过期了。')).toBeVisible();
  await over.getByRole('button', { name: '返回登录' }).click();
  await expect.element(over.getByRole('heading', { name: '登录' })).toBeVisible();
  sessionStorage.clear();
});

test('an owner who forgot the password reads a code out, and sets a new one when it was confirmed', async () => {
  const { forgetful, confirms } = await withKeeper();
  const { screen } = await openLogin();
  await askReset(screen, forgetful);
  expect(await accessFaults()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  const code = await readCode(screen);
  expect(await accessFaults()).toEqual([]);
  await confirms(code);
  await screen.getByLabelText('新密码', { exact: true }).fill('password1');
  await screen.getByLabelText('再输一次新密码').fill('password2');
  await expect.element(screen.getByText('两次密码不一致')).toBeVisible();
  await screen.getByLabelText('再输一次新密码').fill('password1');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('alert')).toHaveTextContent('这个密码太常见或太有规律，容易被猜到，请换一个');
  for (const label of ['新密码', '再输一次新密码']) await screen.getByLabelText(label, { exact: true }).fill(fresh);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('密码已经改好，请登录', { exact: true })).toBeVisible();
  expect(Object.keys(sessionStorage).filter(key => key.startsWith('lx.reset'))).toEqual([]);
  await expect(signIn(forgetful, { ...forgetful.owner, password: fresh })).resolves.toHaveProperty('token');
});
