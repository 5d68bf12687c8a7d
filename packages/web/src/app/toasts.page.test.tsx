import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../testing/house.ts';
import { openAt } from '../testing/open-at.tsx';

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
