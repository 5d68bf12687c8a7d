import { endpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { addCustomers } from '../../testing/customers.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';
import { practicePhone, smsMerchant, smsReply, usableTemplate } from '../../testing/sms.ts';

const { sms } = endpoints;

test('chosen customers are written to: counted and priced first, then each once', async () => {
  const merchant = await smsMerchant();
  await usableTemplate(merchant, { content: `您好$\{姓名}，本周六 10:00 试听。` });
  await addCustomers(merchant, [
    { phone: practicePhone, name: '陈女士' },
    { phone: '15400000018', name: '何先生' },
    { phone: '15400000019', name: '周女士' },
  ]);
  const { screen } = await openAt('/number', { as: merchant.owner });
  for (const name of ['陈女士', '何先生'])
    await screen
      .getByRole('row', { name: new RegExp(name) })
      .getByRole('checkbox')
      .click();
  await screen.getByRole('button', { name: '发短信' }).click();
  await expect.poll(() => location.pathname).toBe('/message-tem');
  const drawer = screen.getByRole('complementary', { name: '群发短信' });
  await expect.element(drawer.getByText('号码库里选的 2 位客户')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await drawer.getByRole('button', { name: '看人数和费用' }).click();
  await drawer.getByRole('button', { name: '发给 2 人' }).click();
  await expect.element(screen.getByText('开始发了，2 人')).toBeVisible();
  await expect.poll(async () => (await merchant.owner.ask(sms.messages, {})).total, { timeout: 15_000 }).toBe(2);
  const { list } = await merchant.owner.ask(sms.messages, {});
  expect(list.map(({ name }) => name).toSorted()).toEqual(['何先生', '陈女士']);
});

test('who may not send to many is not offered it; customers by their conditions are for who sees the library', async () => {
  const merchant = await smsMerchant();
  await usableTemplate(merchant);
  await addCustomers(merchant, [{ phone: practicePhone, name: '陈女士' }]);
  const seller = await merchant.person({ rights: ['number'], scope: 'all' });
  const { screen } = await openAt('/number', { as: seller });
  await screen
    .getByRole('row', { name: /陈女士/ })
    .getByRole('checkbox')
    .click();
  await expect.element(screen.getByRole('button', { name: '打标签' })).toBeVisible();
  expect(screen.getByRole('button', { name: '发短信' }).elements()).toEqual([]);
  const writer = await merchant.person({ rights: ['messageTem'], buttons: ['task:create'], scope: 'all' });
  const many = await openAt('/message-tem?tab=many&open=new', { as: writer });
  await expect.element(many.screen.getByRole('radio', { name: '号码库客户' })).toBeDisabled();
});

test('from the drawer a message goes to the customer, and stands on the timeline with the answer', async () => {
  const merchant = await smsMerchant();
  await usableTemplate(merchant);
  const [made] = await addCustomers(merchant, [{ phone: practicePhone, name: '陈女士' }]);
  const { screen } = await openAt(`/number?open=${made!.id}`, { as: merchant.owner });
  const drawer = screen.getByRole('complementary', { name: '编辑客户信息' });
  await drawer.getByRole('button', { name: '发短信' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: '发送' }).click();
  await expect.element(drawer.getByText('【启航教育】本周六 10:00 试听。')).toBeVisible();
  await expect
    .poll(async () => (await merchant.owner.ask(sms.messages, {})).list[0]?.state, { timeout: 15_000 })
    .toBe('delivered');
  await smsReply(merchant, practicePhone, '我一定来');
  const again = await openAt(`/number?open=${made!.id}`, { as: merchant.owner });
  const timeline = again.screen.getByRole('region', { name: '往来' });
  await expect.element(timeline.getByText('我一定来')).toBeVisible();
  await expect.element(timeline.getByText('已送达')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});
