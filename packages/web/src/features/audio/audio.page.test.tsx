import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { wavFile } from '../../sound/wav-file.ts';
import { type Merchant, newMerchant, type Person } from '../../testing/house.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';
import { newPlan, wholePlan } from '../../testing/studio-plan.ts';
import { dayAgo } from '../../ui/day-ago.ts';

let merchant: Merchant;
let editor: Person;
let voice: Person;
let planId = '';
beforeAll(async () => {
  merchant = await newMerchant();
  editor = await merchant.person({ rights: ['plan', 'library'], buttons: ['plan:edit', 'plan:publish'], scope: 'all' });
  voice = await merchant.person({ name: '李敏' });
  const role = { id: voice.roleId!, name: '配音', rights: [], buttons: [], scope: 'own', template: 'voice' } as const;
  await merchant.owner.ask(endpoints.role.save, { ...role, rights: [], buttons: [] });
  planId = await newPlan(merchant, { ...wholePlan, name: '配音的话术' });
});

/** A voice of two seconds between rests. */
const spoken = (name: string): File =>
  wavFile(
    Float32Array.from({ length: 24_000 }, (_, n) => (n > 4_000 && n < 20_000 ? 0.3 * Math.sin(n / 4) : 0)),
    8_000,
    name,
  );

const [first, second] = ['小班每班不超过八人，要不要来试听？', '不好意思，请再说一遍。'];
const week = 7;
const order = async (planId: string, ...texts: readonly string[]) => {
  const terms = { price: '0', deadline: dayAgo(-week), to: 'own', requestId: crypto.randomUUID() } as const;
  const sentences = texts.map(text => ({ text, note: '亲切' }));
  return (await editor.ask(endpoints.recordOrder.order, { planId, sentences, ...terms })).id;
};

/** Both widths, without a fault for who does not see it. */
const looksRight = async (name: string) => {
  for (const width of [1_200, 1_440]) {
    await page.viewport(width, 800);
    expect([name, width, await accessFaults()]).toEqual([name, width, []]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
};

/** Nothing that is uploaded arrives, until it is called. */
const loseNetwork = () => {
  const { send } = XMLHttpRequest.prototype;
  const lost = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest) {
    queueMicrotask(() => this.onerror?.(new ProgressEvent('error')));
  });
  onTestFinished(() => {
    XMLHttpRequest.prototype.send = send;
  });
  return () => {
    lost.mockRestore();
    dispatchEvent(new Event('online'));
  };
};

test('O-049: who is no voice person is told what the page is for', async () => {
  const { screen } = await openAt('/audio', { as: await merchant.person({}) });
  await expect.element(screen.getByText('这里录别人下单的句子')).toBeVisible();
  await looksRight('nobody');
});

test('a voice person takes an order and records by keys; a take outlives a reload, and is handed in when the network is back', async () => {
  const id = await order(planId, first, second);
  const { screen } = await openAt('/audio', { as: voice });
  await expect
    .element(screen.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '配音' }))
    .toBeVisible();
  await looksRight('desk');
  await screen.getByRole('button', { name: new RegExp(`录音订单 ${id} `) }).click();
  await screen.getByRole('button', { name: '接单' }).click();
  const card = screen.getByRole('region', { name: first });
  await expect.element(card).toBeVisible();
  await screen.getByRole('button', { name: '开始录（空格）' }).click();
  const stop = screen.getByRole('button', { name: '停止（空格）' });
  await expect.element(stop).toBeVisible();
  await expect.element(screen.getByText(/一般约 [\d.]+ 秒/)).toBeVisible();
  await expect.poll(() => Number(document.querySelector('.level-meter-time')?.textContent)).toBeGreaterThan(0.6);
  await stop.click();
  await expect.element(screen.getByRole('button', { name: '交稿并下一句（回车）' })).toBeVisible();
  await looksRight('prompter');

  const again = await openAt(`/audio?open=${id}`, { as: voice });
  const rows = again.screen.getByRole('navigation', { name: '句子' });
  await expect.element(rows.getByRole('button', { name: /录了 1 条/ })).toBeVisible();
  const findNetwork = loseNetwork();
  await again.screen.getByRole('button', { name: '交稿并下一句（回车）' }).click();
  await expect.element(rows.getByRole('button', { name: /待上传/ })).toBeVisible();
  await expect.element(again.screen.getByRole('region', { name: second })).toBeVisible();
  findNetwork();
  await expect.element(rows.getByRole('button', { name: /已交/ })).toBeVisible();

  const files = page.elementLocator(document.querySelector('input[type="file"][multiple]')!);
  await userEvent.upload(files, [spoken('2.wav'), spoken('没有这一句.wav')]);
  const dialog = again.screen.getByRole('dialog', { name: '这些文件放到哪一句' });
  await expect.element(dialog).toMatchTextContent(/第 2 句 不好意思.*对不上任何一句/);
  await dialog.getByRole('button', { name: '交 1 个文件' }).click();
  await expect.poll(async () => (await voice.ask(endpoints.recordOrder.work, { id })).state).toBe('review');
});

test('a merchant hears what was handed in, sends one back with a mark on its wave and accepts the other', async () => {
  const id = (await editor.ask(endpoints.recordOrder.list, {})).list[0]!.id;
  const { screen } = await openAt('/audio?tab=orders', { as: editor });
  await screen.getByRole('button', { name: new RegExp(`录音订单 ${id} `) }).click();
  const rows = screen.getByRole('list', { name: '句子' }).getByRole('listitem');
  await rows.nth(1).getByRole('button', { name: '退回' }).click();
  await rows.nth(1).getByRole('slider', { name: '开始' }).fill('500');
  await rows.nth(1).getByRole('textbox', { name: '哪里要改' }).fill('「再说一遍」太快');
  await looksRight('acceptance');
  await rows.nth(1).getByRole('button', { name: '退回重录' }).click();
  await expect.element(rows.nth(1)).toMatchTextContent(/已退回：「再说一遍」太快/);
  await rows.nth(0).getByRole('button', { name: '验收' }).click();
  await expect.element(rows.nth(0)).toMatchTextContent(/已验收/);

  const theirs = await openAt(`/audio?open=${id}`, { as: voice });
  await expect.element(theirs.screen.getByText(/退回：「再说一遍」太快（0\.5–/)).toBeVisible();
});

test('what the merchant accepts meanwhile is settled on the open page, also where another take of it is kept', async () => {
  const plan = { ...wholePlan, name: '当场验收的话术' };
  const id = await order(await newPlan(merchant, plan), first);
  await voice.ask(endpoints.recordOrder.take, { id });
  const { screen, ready } = await openAt(`/audio?open=${id}`, { as: voice });
  await ready;
  const rows = screen.getByRole('navigation', { name: '句子' });
  await expect.element(rows.getByRole('button', { name: /待录/ })).toBeVisible();
  await userEvent.upload(page.elementLocator(document.querySelector('input[type="file"][multiple]')!), [
    spoken('1.wav'),
  ]);
  await screen.getByRole('button', { name: '交 1 个文件' }).click();
  await expect.element(rows.getByRole('button', { name: /已交/ })).toBeVisible();
  await screen.getByRole('button', { name: '开始录（空格）' }).click();
  await expect.poll(() => Number(document.querySelector('.level-meter-time')?.textContent)).toBeGreaterThan(0.6);
  await screen.getByRole('button', { name: '停止（空格）' }).click();
  await expect.element(screen.getByRole('button', { name: '交稿并下一句（回车）' })).toBeVisible();
  await editor.ask(endpoints.recordOrder.accept, { id, numbers: [1] });
  await expect.element(rows.getByRole('button', { name: /已验收/ }), { timeout: 10_000 }).toBeVisible();
});

test('the sentences of a version are ordered, not what was written since', async () => {
  const later = '现在写上去的一句。';
  const plan = { ...wholePlan, name: '有版本的话术', defaults: { ...wholePlan.defaults, farewell: later } };
  const id = await newPlan(merchant, plan);
  const { screen, layer } = await openAt('/audio?tab=orders', { as: editor });
  await screen.getByRole('button', { name: '下单录音' }).click();
  await screen.getByRole('combobox', { name: '话术', exact: true }).selectOptions(plan.name);
  await expect.element(screen.getByText(later)).toBeVisible();
  await screen.getByRole('combobox', { name: '哪一版' }).selectOptions('v1');
  await expect.element(screen.getByText(second)).toBeVisible();
  await expect.element(screen.getByText(later)).not.toBeInTheDocument();
  await screen.getByRole('button', { name: '下单', exact: true }).click();
  await expect.element(screen.getByText(/录音订单 \d+ 已下单/)).toBeVisible();
  expect(layer.lastAsked(endpoints.recordOrder.order)).toMatchObject({ planId: id, version: '1' });
});

test('sentences that lack a recording are ordered from their plan', async () => {
  const { screen } = await openAt(`/plan/${planId}?view=voices`, { as: editor });
  await screen.getByRole('button', { name: '下单录音' }).click();
  await expect.element(screen.getByText(/\d+ 句，冻结 0\.00 元/)).toBeVisible();
  await expect.element(screen.getByRole('combobox', { name: '发给谁' })).toHaveValue('own');
  await looksRight('order');
  await screen.getByRole('button', { name: '下单', exact: true }).click();
  await expect.element(screen.getByText(/录音订单 \d+ 已下单/)).toBeVisible();
});
