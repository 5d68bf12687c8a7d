import { endpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { openLayer } from '../../../testing/layer.ts';
import { openAt } from '../../../testing/open-at.tsx';
import { accessFaults } from '../../../testing/show-page.tsx';
import { practicePhone, smsMerchant, smsReply, usableTemplate } from '../../../testing/sms.ts';

const { sms } = endpoints;

test('the log is narrowed by state, the address says by what; a message opens beside it with what became of it', async () => {
  const merchant = await smsMerchant();
  const { ask } = merchant.owner;
  const templateId = await usableTemplate(merchant);
  await ask(sms.send, { templateId, phone: practicePhone, variables: {} });
  await expect.poll(async () => (await ask(sms.messages, {})).list[0]?.state).toBe('delivered');
  const { screen, layer } = await openAt('/message-tem?tab=log', { as: merchant.owner });
  await screen.getByRole('row', { name: new RegExp(`${practicePhone}.*已送达`) }).click();
  const message = screen.getByRole('complementary', { name: '短信' });
  await expect.element(message.getByText('【启航教育】本周六 10:00 试听。')).toBeVisible();
  await expect.element(message.getByText('提交给 练习', { exact: false })).toBeVisible();
  await expect.element(message.getByText('还没有回复')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await message.getByRole('button', { name: '关闭' }).click();
  await screen.getByRole('button', { name: '加条件' }).click();
  await screen.getByRole('button', { name: '状态', exact: true }).click();
  await screen.getByRole('checkbox', { name: '失败' }).click();
  await expect.poll(() => location.search).toBe('?tab=log&states=failed');
  await expect.poll(() => layer.lastAsked(sms.messages)?.states).toBe('["failed"]');
  await expect.element(screen.getByText('没有符合条件的短信')).toBeVisible();
});

test('who answers to be left alone is marked among the replies, and on the blacklist', async () => {
  const merchant = await smsMerchant();
  await smsReply(merchant, '13812342217', ' ｔｄ ');
  await smsReply(merchant, '13912342217', '周六可以');
  const { screen } = await openAt('/message-tem?tab=replies', { as: merchant.owner });
  await expect.element(screen.getByRole('row', { name: /13812342217.*退订，已加入黑名单/ })).toBeVisible();
  const other = screen.getByRole('row', { name: /13912342217/ });
  await expect.element(other.getByText('周六可以')).toBeVisible();
  await expect.element(other.getByText('退订，已加入黑名单')).not.toBeInTheDocument();
  expect(await accessFaults()).toEqual([]);
  expect((await merchant.owner.ask(endpoints.blacklist.list, {})).list.map(({ phone }) => phone)).toEqual([
    '13812342217',
  ]);
});

test('an answer that needs nothing more is closed by hand, and stands no more among those that wait', async () => {
  const merchant = await smsMerchant();
  await smsReply(merchant, '13812342217', '好的谢谢');
  await smsReply(merchant, '13912342217', '周六可以吗');
  const { screen } = await openAt('/message-tem?tab=replies&waits=1', { as: merchant.owner });
  const thanks = screen.getByRole('row', { name: /13812342217.*待处理/ });
  await expect.element(thanks).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await thanks.getByRole('button', { name: /标为已处理/ }).click();
  await expect.element(screen.getByText('已处理', { exact: true })).toBeVisible();
  await expect.element(thanks).not.toBeInTheDocument();
  await expect.element(screen.getByRole('row', { name: /13912342217.*待处理/ })).toBeVisible();
});

test('who sees numbers masked reads the log, and no whole number comes to the page', async () => {
  const merchant = await smsMerchant();
  const templateId = await usableTemplate(merchant);
  await merchant.owner.ask(sms.send, { templateId, phone: practicePhone, variables: {} });
  const reader = await merchant.person({ rights: ['messageTem'], scope: 'all' });
  const { screen } = await openAt('/message-tem?tab=log', { as: reader });
  await expect.element(screen.getByRole('row', { name: /154\*+0017/ })).toBeVisible();
  expect(document.body.innerHTML).not.toContain(practicePhone);
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
