import { endpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { openLayer } from '../../../testing/layer.ts';
import { openAt } from '../../../testing/open-at.tsx';
import { accessFaults } from '../../../testing/show-page.tsx';
import { smsMerchant, smsReply, usableTemplate } from '../../../testing/sms.ts';

const { sms } = endpoints;

test('the log is narrowed by state, the address says by what, and who answered to be left alone is marked', async () => {
  const merchant = await smsMerchant();
  const { ask } = merchant.owner;
  const templateId = await usableTemplate(merchant);
  await ask(sms.send, { templateId, phone: '13812342217', variables: {} });
  await expect.poll(async () => (await ask(sms.messages, {})).list[0]?.state).toBe('delivered');
  await smsReply(merchant, '13812342217', ' ｔｄ ');
  const { screen, layer } = await openAt('/message-tem?tab=log', { as: merchant.owner });
  await expect.element(screen.getByRole('row', { name: /13812342217.*已送达/ })).toBeVisible();
  await screen.getByRole('button', { name: '加条件' }).click();
  await screen.getByRole('button', { name: '状态', exact: true }).click();
  await screen.getByRole('checkbox', { name: '失败' }).click();
  await expect.poll(() => location.search).toBe('?tab=log&states=failed');
  await expect.poll(() => layer.lastAsked(sms.messages)?.states).toBe('["failed"]');
  await expect.element(screen.getByText('没有符合条件的短信')).toBeVisible();
  expect(await accessFaults()).toEqual([]);

  await screen.getByRole('navigation', { name: '短信', exact: true }).getByRole('button', { name: '回复' }).click();
  const reply = screen.getByRole('row', { name: /13812342217/ });
  await expect.element(reply.getByText('退订，已加入黑名单')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await reply.click();
  const message = screen.getByRole('complementary', { name: '短信' });
  await expect.element(message.getByText('退订，已加入黑名单')).toBeVisible();
});

test('who sees numbers masked reads the log, and no whole number comes to the page', async () => {
  const merchant = await smsMerchant();
  const templateId = await usableTemplate(merchant);
  await merchant.owner.ask(sms.send, { templateId, phone: '13812342217', variables: {} });
  const reader = await merchant.person({ rights: ['messageTem'], scope: 'all' });
  const { screen } = await openAt('/message-tem?tab=log', { as: reader });
  await expect.element(screen.getByRole('row', { name: /138\*+2217/ })).toBeVisible();
  expect(document.body.innerHTML).not.toContain('13812342217');
});

test('an empty log says what to do first; one that could not be read says so', async () => {
  const { owner } = await smsMerchant();
  const { screen } = await openAt('/message-tem?tab=log', { as: owner });
  await screen.getByRole('button', { name: '看模板' }).click();
  await expect.element(screen.getByText('还没有短信模板')).toBeVisible();
  const layer = openLayer();
  layer.fails(sms.messages);
  const failing = await openAt('/message-tem?tab=log', { as: owner, layer });
  await expect.element(failing.screen.getByText('发送记录加载失败')).toBeVisible();
});

test('short links stand by template, and an empty list leads to the templates', async () => {
  const { owner } = await smsMerchant();
  const { screen } = await openAt('/message-tem?tab=links', { as: owner });
  await expect.element(screen.getByText('还没有带短链的短信')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});
