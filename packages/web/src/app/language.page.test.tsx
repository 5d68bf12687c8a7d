import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../testing/house.ts';
import { openLayer } from '../testing/layer.ts';
import { openAt } from '../testing/open-at.tsx';
import { accessFaults } from '../testing/show-page.tsx';
import { chooseLanguage, type Language } from '../text/first-words.ts';

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant();
});

// First in the file: a second opening starts no words of its own.
test('O-023: a visit that begins in English where the branding has no switch is in simplified Chinese from the start', async () => {
  const layer = openLayer();
  const branding = await merchant.owner.ask(endpoints.user.pageInfo, {});
  layer.answers(endpoints.user.pageInfo, { ...branding, languageSwitch: false });
  const { screen } = await openAt('/home', { as: merchant.owner, layer, language: 'en' });
  await expect.element(screen.getByRole('heading', { name: '进行中的任务' })).toBeVisible();
  expect(document.documentElement.lang).toBe('zh-CN');
  expect(localStorage.getItem('lx.language')).toBe('en');
});

test.each<[row: string, language: Language, figures: string, task: string]>([
  ['O-001, O-017', 'zh-CN', '今日呼出', '进行中的任务'],
  ['O-018', 'zh-TW', '今日呼出', '進行中的任務'],
  ['O-019', 'en', 'Calls today', 'Active tasks'],
])(
  '%s: the pages speak %s, the document says so, and it is kept for the next visit',
  async (_row, language, figures, task) => {
    const { screen } = await openAt('/home', { as: merchant.owner });
    await expect.element(screen.getByRole('heading', { name: '进行中的任务' })).toBeVisible();
    await chooseLanguage(language);
    await expect.element(screen.getByRole('heading', { name: task })).toBeVisible();
    await expect.element(screen.getByText(figures, { exact: true })).toBeVisible();
    expect(document.documentElement.lang).toBe(language);
    expect(localStorage.getItem('lx.language')).toBe(language);
    expect(await accessFaults()).toEqual([]);
  },
);

test('each language is drawn in its own faces: zh-TW in those of Taipei, and a language’s own name in the menu in those of that language', async () => {
  const { screen } = await openAt('/log/log-page', { as: merchant.owner, language: 'zh-TW' });
  await expect.element(screen.getByRole('heading', { name: '更新日誌' })).toBeVisible();
  const facesOf = (element: Element) => getComputedStyle(element).fontFamily;
  const control = screen.getByTitle('帳號菜單').element();
  for (const element of [document.body, control]) {
    expect(facesOf(element)).toMatch(/"PingFang TC", "Microsoft JhengHei", "Noto Sans TC"/);
    expect(facesOf(element)).not.toMatch(/PingFang SC|YaHei/);
  }
  await screen.getByTitle('帳號菜單').click();
  expect(facesOf(screen.getByText('简体中文').element())).toMatch(/"PingFang SC", "Microsoft YaHei"/);
});

test('what the platform writes in its own language says so to who reads the pages in another', async () => {
  const { screen } = await openAt('/log/log-page', { as: merchant.owner });
  await expect.element(screen.getByRole('heading', { name: '更新日志' })).toBeVisible();
  await expect.element(screen.getByText('本文为简体中文')).not.toBeInTheDocument();
  await chooseLanguage('en');
  await expect.element(screen.getByText('Available in Simplified Chinese only')).toBeVisible();
});
