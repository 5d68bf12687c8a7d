import { endpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { openLayer } from '../../../testing/layer.ts';
import { openAt } from '../../../testing/open-at.tsx';
import { accessFaults } from '../../../testing/show-page.tsx';
import { practicePhone, smsMerchant, usableTemplate } from '../../../testing/sms.ts';

const { sms } = endpoints;

test('a provider is added by its recipe, its key never shown again; it is ordered, and one message is sent by it alone', async () => {
  const merchant = await smsMerchant();
  await usableTemplate(merchant);
  const { screen, layer } = await openAt('/message-tem?tab=providers', { as: merchant.owner });
  await expect.element(screen.getByRole('listitem', { name: /^练习/ })).toBeVisible();
  await screen.getByRole('button', { name: '添加服务商' }).click();
  const drawer = screen.getByRole('complementary', { name: '添加服务商' });
  await drawer.getByText('HTTP 接口', { exact: true }).click();
  await drawer.getByRole('button', { name: '阿里云短信' }).click();
  await expect.element(drawer.getByRole('textbox', { name: '地址' })).toHaveValue('https://dysmsapi.aliyuncs.com/');
  await drawer.getByRole('textbox', { name: 'AccessKey ID / SecretId' }).fill('LTAI-key');
  await drawer.getByLabelText('AccessKey Secret').fill('never-shown');
  expect(await accessFaults()).toEqual([]);
  await drawer.getByRole('button', { name: '保存' }).click();
  const card = screen.getByRole('listitem', { name: '阿里云短信' });
  await expect.element(card.getByText(/回执地址/)).toBeVisible();
  const asked = JSON.parse(layer.lastAsked(sms.saveProvider)?.settings ?? '{}');
  expect(asked).toMatchObject({ kind: 'http', as: 'form', signing: { by: 'aliyun', keyId: 'LTAI-key' } });
  await card.getByRole('button', { name: '修改' }).click();
  const again = screen.getByRole('complementary', { name: '阿里云短信' });
  await expect.element(again.getByText('已保存，不再显示；空着表示不换。')).toBeVisible();
  expect(document.body.innerHTML).not.toContain('never-shown');
  await again.getByRole('button', { name: '关闭' }).click();

  await card.getByRole('button', { name: '把 阿里云短信 往后移' }).click();
  // It joins the practice provider, and shares with it.
  await expect.element(card.getByText(/份额 100%/)).toBeVisible();
  expect((await merchant.owner.ask(sms.providers, {})).list.find(({ name }) => name === '阿里云短信')).toMatchObject({
    rank: 9,
    hasSecret: true,
  });

  await screen.getByRole('listitem', { name: /^练习/ }).getByRole('button', { name: '试发' }).click();
  const dialog = screen.getByRole('dialog', { name: /^用「练习/ });
  await dialog.getByRole('textbox', { name: '发给哪个手机' }).fill(practicePhone);
  await dialog.getByRole('button', { name: '发送' }).click();
  await expect.element(dialog.getByRole('status')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('where a provider reviews templates by call is typed into its form, and comes out of it again', async () => {
  const { owner } = await smsMerchant();
  const { screen } = await openAt('/message-tem?tab=providers', { as: owner });
  await screen.getByRole('button', { name: '添加服务商' }).click();
  const drawer = screen.getByRole('complementary', { name: '添加服务商' });
  await drawer.getByText('HTTP 接口', { exact: true }).click();
  await drawer.getByRole('button', { name: '令牌（Token）的接口' }).click();
  const field = (name: string) => drawer.getByRole('textbox', { name, exact: true });
  await field('地址').fill('https://sms.example.com/send');
  await drawer.getByRole('switch', { name: '模板报备' }).click();
  await field('报备模板：地址').fill('https://sms.example.com/templates');
  await field('报备模板：请求内容').fill(`{"text":"\${content}"}`);
  await field('模板编号写在哪').fill('data.code');
  await field('查询审核结果：地址').fill('https://sms.example.com/template');
  await field('查询审核结果：请求内容').fill(`{"code":"\${code}"}`);
  await field('审核状态写在哪').fill('data.status');
  await field('哪些状态算通过').fill('1，ok');
  await field('哪些状态算没通过').fill('2');
  expect(await accessFaults()).toEqual([]);
  await drawer.getByLabelText('令牌（Token）').fill('t0ken');
  await drawer.getByRole('button', { name: '保存' }).click();
  await expect
    .poll(async () => (await owner.ask(sms.providers, {})).list.find(({ kind }) => kind === 'http')?.settings)
    .toMatchObject({
      review: {
        submit: { url: 'https://sms.example.com/templates', body: `{"text":"\${content}"}`, code: 'data.code' },
        ask: { body: `{"code":"\${code}"}`, state: 'data.status', usable: ['1', 'ok'], refused: ['2'] },
      },
    });
});

test('how often one number is written to is kept, and what is no figure is said at its field', async () => {
  const { owner } = await smsMerchant();
  const { screen } = await openAt('/message-tem?tab=providers', { as: owner });
  const rules = screen.getByRole('region', { name: '发送规矩' });
  await rules.getByRole('textbox', { name: '每天最多' }).fill('x');
  await rules.getByRole('button', { name: '保存规矩' }).click();
  await expect.element(rules.getByRole('alert')).toBeVisible();
  await rules.getByRole('textbox', { name: '每天最多' }).fill('2');
  await rules.getByRole('button', { name: '保存规矩' }).click();
  await expect.poll(async () => (await owner.ask(sms.settings, {})).perDay).toBe(2);
});

test('providers that could not be read say so', async () => {
  const { owner } = await smsMerchant();
  const layer = openLayer();
  layer.fails(sms.providers);
  const { screen } = await openAt('/message-tem?tab=providers', { as: owner, layer });
  await expect.element(screen.getByText('服务商加载失败')).toBeVisible();
});
