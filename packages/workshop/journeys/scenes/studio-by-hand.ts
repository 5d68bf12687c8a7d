import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { picture } from '../house/browser.ts';
import { said, seen } from './page-words.ts';
import { TEST } from './studio-draws.ts';
import { leads, mark, press, text } from './studio-words.ts';

/** Opens 发布, reads what stands in the way, says what is new, and publishes. */
export const publishByHand = async (page: Page, note: string, version: number): Promise<void> => {
  await press(page, '发布');
  const dialog = page.getByRole('dialog', { name: '发布' });
  await seen(dialog.getByText('1 个测试都通过'));
  await text(dialog, '这版改了什么').fill(note);
  await press(dialog, '发布');
  await said(page, `已发布 v${version}`);
};

/** A way that the kept conversation took leads elsewhere: publishing is refused and says which conversation; undone, it goes. */
export const breakByHand = async (page: Page): Promise<void> => {
  await mark(page, '结束语');
  await text(page, '要说的话').fill('感谢接听，祝您生活愉快，再见。');
  await mark(page, '介绍课程');
  await leads(page, '肯定', '结束语');
  await press(page, '发布');
  const dialog = page.getByRole('dialog', { name: '发布' });
  await seen(dialog.getByText('1 个测试没通过，0 个通过'));
  await seen(dialog.getByText(TEST));
  await picture(page, '56-studio-refused');
  expect(await dialog.getByRole('button', { name: '仍要发布' }).isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await seen(page.getByRole('button', { name: /^重做/, disabled: false }));
  await publishByHand(page, '结束语短一些', 3);
};
