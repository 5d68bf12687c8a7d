import { endpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';
import { smsMerchant, usableTemplate } from '../../testing/sms.ts';

const { sms } = endpoints;

test('from the record of a call a message goes to whom it was with, and who may not call sends none', async () => {
  const merchant = await smsMerchant();
  const { answered } = await merchant.giveOneOfEach();
  await usableTemplate(merchant, { name: '门店地址', content: '人民路 88 号。' });
  const { screen } = await openAt(`/platform/call/${answered}`, { as: merchant.owner });
  await screen.getByRole('button', { name: '发短信', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: /^发短信给 / });
  await expect.element(dialog.getByText('【启航教育】人民路 88 号。')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '发送' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const { list } = await merchant.owner.ask(sms.messages, {});
  expect(list.find(({ callId }) => callId === answered)).toMatchObject({ source: 'hand', template: '门店地址' });

  const reader = await merchant.person({ rights: ['callLog'], scope: 'all' });
  const seen = await openAt(`/platform/call/${answered}`, { as: reader });
  await expect.element(seen.screen.getByRole('button', { name: '修改类型' })).toBeVisible();
  expect(seen.screen.getByRole('button', { name: '发短信', exact: true }).elements()).toEqual([]);
});
