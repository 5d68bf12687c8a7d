import { endpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { openLayer } from '../../../testing/layer.ts';
import { openAt } from '../../../testing/open-at.tsx';
import { accessFaults } from '../../../testing/show-page.tsx';
import { practicePhone, smsMerchant, usableTemplate } from '../../../testing/sms.ts';

const { sms } = endpoints;

test('O-005, O-034: a template is written with a variable, submitted, and sent to one number; its message stands in the log', async () => {
  const { owner } = await smsMerchant();
  const { screen } = await openAt('/message-tem', { as: owner });
  await expect.element(screen.getByText('还没有短信模板')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '新建模板' }).first().click();
  const drawer = screen.getByRole('complementary', { name: '新建模板' });
  await expect.element(drawer.getByText('还不能提交：请填写签名')).toBeVisible();
  await drawer.getByRole('textbox', { name: '模板名称' }).fill('试听提醒');
  await drawer.getByRole('textbox', { name: '签名' }).fill('启航教育');
  await drawer.getByRole('textbox', { name: '正文' }).fill('您好，周六 10:00 试听。');
  await drawer.getByRole('button', { name: '姓名', exact: true }).click();
  await expect.element(drawer.getByRole('textbox', { name: '正文' })).toHaveValue(`您好，周六 10:00 试听。\${姓名}`);
  await drawer.getByRole('textbox', { name: '姓名 的示例' }).fill('陈女士');
  await expect.element(drawer.getByText('【启航教育】您好，周六 10:00 试听。陈女士')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await drawer.getByRole('button', { name: '保存并提交审核' }).click();
  const row = screen.getByRole('row', { name: /试听提醒/ });
  await expect.element(row.getByText('可用')).toBeVisible();
  await screen.getByRole('button', { name: '更多操作 试听提醒' }).click();
  await screen.getByRole('menuitem', { name: '发送' }).click();
  const dialog = screen.getByRole('dialog', { name: '发短信' });
  await dialog.getByRole('textbox', { name: '号码' }).fill(practicePhone);
  await dialog.getByRole('textbox', { name: '姓名' }).fill('陈女士');
  await expect.element(dialog.getByText('【启航教育】您好，周六 10:00 试听。陈女士')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '发送' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.getByRole('navigation', { name: '短信', exact: true }).getByRole('button', { name: '发送记录' }).click();
  const sent = screen.getByRole('row', { name: new RegExp(practicePhone) });
  await expect.element(sent.getByText('已送达')).toBeVisible();
  await sent.click();
  const message = screen.getByRole('complementary', { name: '短信' });
  await expect.element(message.getByText('【启航教育】您好，周六 10:00 试听。陈女士')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('marketing carries its way out, and the preview shows where a carrier cuts and bills it', async () => {
  const { owner } = await smsMerchant();
  const { screen } = await openAt('/message-tem?open=new', { as: owner });
  const drawer = screen.getByRole('complementary', { name: '新建模板' });
  await drawer.getByRole('textbox', { name: '签名' }).fill('启航');
  await drawer.getByText('营销', { exact: true }).click();
  // 【启航】 4, 59 signs, the comma and the way out 7: one part exactly.
  await drawer.getByRole('textbox', { name: '正文' }).fill('课'.repeat(59));
  await expect.element(drawer.getByText(/，拒收请回复R$/)).toBeVisible();
  await expect.element(drawer.getByText(/^70 字，1 条/)).toBeVisible();
  await drawer.getByRole('textbox', { name: '正文' }).fill('课'.repeat(60));
  await expect.element(drawer.getByText(/^71 字，2 条/)).toBeVisible();
  await expect.element(drawer.getByText('第 2 条')).toBeVisible();
});

test('what is typed into a template is text wherever it is shown', async () => {
  const merchant = await smsMerchant();
  const nasty = '<img src=x onerror="document.title=1">';
  await usableTemplate(merchant, { name: nasty, content: `看这里 ${nasty}` });
  const { screen } = await openAt('/message-tem', { as: merchant.owner });
  await screen.getByRole('row', { name: /onerror/ }).click();
  await expect.element(screen.getByRole('heading', { name: nasty })).toBeVisible();
  expect(document.querySelectorAll('img[src="x"]')).toHaveLength(0);
});

test('a carrier’s answer is entered: refused with its reason, changed and submitted again', async () => {
  const merchant = await smsMerchant();
  const { owner } = merchant;
  const settings = sms.saveProvider.input.shape.settings.parse({ kind: 'http', url: 'https://sms.example.com/send' });
  await owner.ask(sms.saveProvider, { name: '某家', settings });
  const id = await usableTemplate(merchant, { name: '续费提醒' });
  const { screen } = await openAt(`/message-tem?open=${id}`, { as: owner });
  const drawer = screen.getByRole('complementary', { name: '续费提醒' });
  await drawer.getByRole('button', { name: '填写审核结果' }).click();
  const dialog = screen.getByRole('dialog', { name: '「续费提醒」的审核结果' });
  await dialog.getByText('没通过', { exact: true }).click();
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('textbox', { name: '没通过的原因' }).fill('签名没有报备');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect.element(drawer.getByText('没通过：签名没有报备')).toBeVisible();
  await drawer.getByRole('textbox', { name: '签名' }).fill('启航');
  await drawer.getByRole('button', { name: '保存并提交审核' }).click();
  await expect.element(screen.getByRole('row', { name: /续费提醒.*审核中/ })).toBeVisible();
});

test('templates that could not be read say so, and are read again', async () => {
  const { owner } = await smsMerchant();
  const layer = openLayer();
  layer.fails(sms.templates);
  const { screen } = await openAt('/message-tem', { as: owner, layer });
  await expect.element(screen.getByText('模板加载失败')).toBeVisible();
  layer.heals();
  await screen.getByRole('button', { name: '再试一次' }).click();
  await expect.element(screen.getByText('还没有短信模板')).toBeVisible();
});

test('O-310: who holds messageTem alone sees templates, the log, replies and links, and neither providers nor sending to many', async () => {
  const merchant = await smsMerchant();
  const reader = await merchant.person({ rights: ['messageTem'] });
  const { screen } = await openAt('/message-tem?tab=providers', { as: reader });
  const tabs = screen.getByRole('navigation', { name: '短信', exact: true });
  await expect.element(tabs).toBeVisible();
  expect(
    tabs
      .getByRole('button')
      .elements()
      .map(each => each.textContent?.trim()),
  ).toEqual(['模板', '发送记录', '回复', '短链']);
  await expect.element(screen.getByText('还没有短信模板')).toBeVisible();
});
