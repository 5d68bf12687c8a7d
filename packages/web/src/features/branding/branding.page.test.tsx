import { builtInBranding, endpoints, type OutputOf } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { openLayer } from '../../testing/layer.ts';
import { openAt } from '../../testing/open-at.tsx';
import { expectHarmless } from '../../testing/payloads.ts';
import { accessFaults } from '../../testing/show-page.tsx';

const { branding, user } = endpoints;

let reseller: Merchant;
beforeAll(async () => {
  reseller = await newMerchant({ kind: 'reseller', name: '启航渠道', provisioned: false });
});

type Branding = typeof builtInBranding;
const brandingWith = (part: Partial<Branding>) => {
  const { oemId: _, languageSwitch, oemLogoOnly, ...rest } = { ...builtInBranding, ...part };
  const flag = (is: boolean) => (is ? ('1' as const) : ('0' as const));
  return { ...rest, languageSwitch: flag(languageSwitch), oemLogoOnly: flag(oemLogoOnly) };
};
/** Of the host itself, which is everybody's. */
const hostBranded = (part: Partial<Branding>) => {
  const layer = openLayer();
  layer.answers(user.pageInfo, { ...builtInBranding, ...part });
  return layer;
};

test('what is typed shows in the preview at once; saving brands the own page', async () => {
  const { screen, layer } = await openAt('/platform/branding', { as: reseller.owner });
  const preview = screen.getByRole('region', { name: '预览' });
  await screen.getByLabelText('名称', { exact: true }).fill('启航云呼');
  await expect.element(preview.getByText('启航云呼').first()).toBeVisible();
  await screen.getByText('墨绿').click();
  await screen.getByText('只有表单').click();
  expect(document.querySelector('.preview-login')?.className).toContain('is-plain');
  expect(getComputedStyle(document.querySelector('.preview-shell')!).backgroundColor).toBe('rgb(19, 26, 24)');
  await screen.getByLabelText('旧版地址').fill('javascript:alert(1)');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('应为 http:// 或 https:// 开头的网址', { exact: true })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByLabelText('旧版地址').fill('http://old.test');
  await screen.getByLabelText('品牌色').fill('yellow');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('应为 # 加六位十六进制的颜色，如 #1d6fe0', { exact: true })).toBeVisible();
  await screen.getByLabelText('品牌色').fill('#FFE600');
  await screen.getByText('带图').click();
  await screen.getByLabelText('标语').fill('每一通都算数');
  await expect.element(preview.getByText('每一通都算数')).toBeVisible();
  await screen.getByText('只有表单').click();
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.poll(() => document.title).toContain('启航云呼');
  // Yellow as it is would not carry white text.
  const brand = () => document.documentElement.style.getPropertyValue('--brand');
  await expect.poll(brand).toMatch(/^#(?!ffe6)[0-9a-f]{4}00$/);
  expect(document.documentElement.dataset.theme).toBe('black_g');
  expect(layer.lastAsked(branding.save)).toMatchObject({
    oemTitle: '启航云呼',
    oemHomeTheme: 'black_g',
    loginTheme: '1',
    oemOldUrl: 'http://old.test',
    oemColor: '#FFE600',
    oemSlogan: '每一通都算数',
    oemLogoOnly: '0',
  });
});

test('what is wrong with a picture is said at it', async () => {
  const { screen } = await openAt('/platform/branding', { as: reseller.owner });
  const chosen = (name: string) =>
    userEvent.upload(screen.getByLabelText('上传标志').first(), [
      new File(['no picture'], name, { type: 'text/plain' }),
    ]);
  const choose = screen.getByRole('button', { name: '上传标志' });
  await expect.element(choose).toHaveAccessibleDescription('页头左上角，高 26 像素显示');
  await chosen('logo.txt');
  await expect.element(choose).toHaveAccessibleDescription('只能上传 PNG、JPG、WebP、ICO 图片');
  // The name is one of a picture: the house looks at what is in it.
  await chosen('logo.png');
  await expect.element(choose).toHaveAccessibleDescription('这不是 PNG、JPG、WebP 或 ICO 图片');
  await expect.element(screen.getByText('这不是 PNG、JPG、WebP 或 ICO 图片')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('hosts are added and, once asked, removed', async () => {
  // No name server of the open network is asked: that it has the record is said by hand.
  const layer = openLayer();
  layer.answers(branding.proveHost, {});
  layer.changes((path, data) => {
    if (path !== branding.detail.path || !layer.lastAsked(branding.proveHost)) return data;
    const detail = data as OutputOf<typeof branding.detail>;
    return { ...detail, hosts: detail.hosts.map(each => ({ ...each, proven: true })) };
  });
  const { screen } = await openAt('/platform/branding', { as: reseller.owner, layer });
  await screen.getByLabelText('域名', { exact: true }).last().fill('call.example.com');
  await screen.getByRole('button', { name: '添加' }).click();
  await expect.element(screen.getByText('call.example.com', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('_lianxian.call.example.com')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '检查' }).click();
  await expect.element(screen.getByText('call.example.com 已验证，打开就是这个品牌')).toBeVisible();
  await expect.element(screen.getByText('_lianxian.call.example.com')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: '移除 call.example.com' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: '移除' }).click();
  await expect.element(screen.getByText('call.example.com', { exact: true })).not.toBeInTheDocument();
});

test.each(['default', 'black_g', 'black_y', 'black_r'] as const)(
  'O-015 O-428: theme %s has a brand colour of its own',
  async theme => {
    await reseller.owner.ask(branding.save, brandingWith({ oemHomeTheme: theme }));
    await openAt('/help', { as: reseller.owner });
    const brands = { default: '#2350c2', black_g: '#0d7a5f', black_y: '#8a5a00', black_r: '#b3224b' };
    await expect.poll(() => document.documentElement.dataset.theme).toBe(theme);
    expect(document.documentElement.style.getPropertyValue('--brand')).toBe(brands[theme]);
  },
);

test('O-014: the header shows the logo; what a reseller writes is text everywhere', async () => {
  const evil = '<img src=x onerror="hacked=1">';
  const oemHomeLogo = `/branding/${'a'.repeat(32)}`;
  // Whose picture it is does not matter: none is read.
  const layer = openLayer();
  await reseller.owner.ask(branding.save, brandingWith({ oemTitle: evil, footer: evil }));
  layer.changes((path, data) => (path === user.pageInfo.path ? { ...(data as object), oemHomeLogo } : data));
  const { screen } = await openAt('/help', { as: reseller.owner, layer });
  await expect.element(screen.getByText(evil).first()).toBeVisible();
  expect(document.querySelector('.shell-header img')?.getAttribute('src')).toBe(oemHomeLogo);
  await expectHarmless();
});

test('O-023: without a language switch there is none, and the page is in simplified Chinese whatever was chosen', async () => {
  const { screen } = await openAt('/Login', { language: 'en', layer: hostBranded({ languageSwitch: false }) });
  await expect.element(screen.getByRole('button', { name: '登录' })).toBeVisible();
  await expect.element(screen.getByLabelText('语言')).not.toBeInTheDocument();
  await expect.poll(() => document.documentElement.lang).toBe('zh-CN');
  expect(localStorage.getItem('lx.language')).toBe('en');
});

test.each([
  [1, 1],
  [2, 0],
  [0, 0],
])('O-062 O-063: loginTheme %i', async (loginTheme, plain) => {
  await openAt('/home', { layer: hostBranded({ loginTheme, footer: '粤ICP备1号' }) });
  await expect.poll(() => document.querySelectorAll('.login').length).toBe(1);
  expect(document.querySelectorAll('.login.is-plain')).toHaveLength(plain);
  expect(location.pathname).toBe(plain ? '/login' : '/Login');
  expect(document.querySelector('.login')?.textContent).toContain('粤ICP备1号');
});
