import { expect, test } from 'vitest';
import { accessFaults, openPage } from '../testing/open-page.tsx';
import { chooseLanguage, type Language } from '../text/first-words.ts';

// First in the file: a second opening starts no words of its own.
test('O-023: a visit that begins in English where the branding has no switch is in simplified Chinese from the start', async () => {
  const { screen } = await openPage('/home', { language: 'en', calls: { branding: { languageSwitch: false } } });
  await expect.element(screen.getByRole('heading', { name: '进行中的任务' })).toBeVisible();
  expect(document.documentElement.lang).toBe('zh-CN');
  expect(localStorage.getItem('lx.language')).toBe('en');
});

test.each<[row: string, language: Language, figures: string, task: string]>([
  ['O-001, O-017', 'zh-CN', '今日呼出', '进行中的任务'],
  ['O-018', 'zh-TW', '今日呼出', '進行中的任務'],
  ['O-019', 'en', 'Calls today', 'Tasks at work'],
])(
  '%s: the pages speak %s, the document says so, and it is kept for the next visit',
  async (_row, language, figures, task) => {
    const { screen } = await openPage('/home');
    await expect.element(screen.getByRole('heading', { name: '进行中的任务' })).toBeVisible();
    await chooseLanguage(language);
    await expect.element(screen.getByRole('heading', { name: task })).toBeVisible();
    await expect.element(screen.getByText(figures, { exact: true })).toBeVisible();
    expect(document.documentElement.lang).toBe(language);
    expect(localStorage.getItem('lx.language')).toBe(language);
    expect(await accessFaults()).toEqual([]);
  },
);
