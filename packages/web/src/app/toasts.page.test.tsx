import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test, vi } from 'vitest';
import { type Merchant, newMerchant } from '../testing/house.ts';
import { openAt } from '../testing/open-at.tsx';
import { toast } from '../ui/toast.ts';

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant();
});

const save = async () => {
  const opened = await openAt('/configured/configured-page', { as: merchant.owner });
  await opened.screen.getByRole('textbox', { name: 'B 级名称' }).fill('有意向');
  return { ...opened, again: () => opened.screen.getByRole('button', { name: '保存' }).last().click() };
};
const toasts = () => [...document.querySelectorAll('.toast')].map(each => each.querySelector(':scope > span + span'));
const shown = () => toasts().map(each => each?.textContent);

test('O-396: a refusal is an error toast with the sentence of the server', async () => {
  const { layer, again } = await save();
  layer.fails(endpoints.config.save);
  await again();
  await expect.poll(shown).toEqual(['服务暂时不可用，请稍后再试']);
  expect(document.querySelector('.toast')?.className).toContain('is-bad');
});

test('O-400: while the house is stopped what one does is answered by the toast 服务内部错误', async () => {
  const { layer, again } = await save();
  layer.isAway(true);
  await again();
  await expect.poll(shown).toContain('服务内部错误');
});

test('what can be acted on waits for who reads it, one at a time, and its act is done once', async () => {
  const { screen } = await openAt('/help-list', { as: merchant.owner });
  // What the tests before said has gone: whoever waits with a held clock moves it.
  await expect.poll(shown).toEqual([]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const [first, second] = [vi.fn(), vi.fn()];
    toast.ok('已删除甲', { act: { text: '撤销', run: first } });
    toast.ok('已删除乙', { act: { text: '撤销', run: second } });
    await expect.poll(shown).toEqual(['已删除乙']);
    vi.advanceTimersByTime(9_000);
    const button = screen.getByRole('button', { name: '撤销' });
    await expect.element(button).toBeVisible();
    (button.element() as HTMLElement).focus();
    vi.advanceTimersByTime(60_000);
    await expect.element(button).toBeVisible();
    (button.element() as HTMLElement).blur();
    vi.advanceTimersByTime(9_000);
    await expect.element(button).toBeVisible();
    (button.element() as HTMLElement).click();
    await expect.poll(shown).toEqual([]);
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
    toast.ok('已删除丙', { act: { text: '撤销', run: first } });
    await expect.poll(shown).toEqual(['已删除丙']);
    vi.advanceTimersByTime(10_000);
    await expect.poll(shown).toEqual([]);
  } finally {
    vi.useRealTimers();
  }
});
