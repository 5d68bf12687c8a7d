import { endpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { newMerchant } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';
import { smsMerchant, usableTemplate } from '../../testing/sms.ts';

test('who does not see all data is told at once that the rules of all calls are not his to change', async () => {
  const merchant = await newMerchant();
  const controller = await merchant.person({ rights: ['myTask'], buttons: ['task:control'], scope: 'own' });
  const { screen } = await openAt('/configured/after-call', { as: controller });
  await expect.element(screen.getByText(/只有数据范围是“全部”的人能改/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '添加规则' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: '保存规则' })).not.toBeInTheDocument();
});

test('rules after a call are written, tried on the last calls, and kept as versions', async () => {
  const { owner } = await newMerchant();
  const { screen } = await openAt('/configured/after-call', { as: owner });
  await expect.element(screen.getByText('还没有规则')).toBeVisible();
  await screen.getByRole('button', { name: '添加规则' }).click();
  const rule = screen.getByRole('listitem', { name: '规则 1' });
  await rule.getByRole('button', { name: 'B', exact: true }).click();
  await rule.getByRole('combobox', { name: '动作' }).selectOptions('加入黑名单');
  await rule.getByRole('textbox', { name: '黑名单里写的原因' }).fill('已成交');
  await rule.getByRole('textbox', { name: '规则名称' }).fill('成交不再拨');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '用最近 200 通试一试' }).click();
  await expect.element(screen.getByText('看了最近 0 通，0 通会触发')).toBeVisible();
  await screen.getByRole('button', { name: '保存规则' }).click();
  await expect.element(screen.getByText(/^第 1 版 · /)).toBeVisible();
  expect(await owner.ask(endpoints.afterCall.rules, {})).toMatchObject({
    version: 1,
    rules: [
      { name: '成交不再拨', when: [{ fact: 'level', in: ['A', 'B'] }], does: [{ do: 'blacklist', reason: '已成交' }] },
    ],
  });
});

test('a rule sends a text message by a template that may be sent', async () => {
  const merchant = await smsMerchant();
  await usableTemplate(merchant, { name: '试听提醒' });
  const template = await usableTemplate(merchant, { name: '地址' });
  const { owner } = merchant;
  const { screen } = await openAt('/configured/after-call', { as: owner });
  await screen.getByRole('button', { name: '添加规则' }).click();
  const rule = screen.getByRole('listitem', { name: '规则 1' });
  await rule.getByRole('combobox', { name: '动作' }).selectOptions('发短信');
  await rule.getByRole('combobox', { name: '短信模板' }).selectOptions('地址');
  await rule.getByRole('textbox', { name: '规则名称' }).fill('A 类发地址');
  await screen.getByRole('button', { name: '保存规则' }).click();
  await expect.element(screen.getByText(/^第 1 版 · /)).toBeVisible();
  expect((await owner.ask(endpoints.afterCall.rules, {})).rules[0]?.does).toEqual([{ do: 'sms', template }]);
});
