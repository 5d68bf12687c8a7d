import { endpoints } from '@lianxian/contract';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { chromiumIsThere, openPage, picture, type TappedPage } from '../house/browser.ts';
import { openMerchant, type Person, settleIn } from '../house/merchants.ts';
import type { Ground } from './ground.ts';
import { goTo, seen } from './page-words.ts';
import { signInAs } from './signing-in.ts';
import { walkOf } from './walk.ts';

const SENTENCES = 2;
/** Of a take: long enough to be speech, by the meter that the page shows. */
const TAKE_S = 0.8;

/** Whose role was made from the template 配音: it holds nothing else. */
const openVoice = async ({ house }: Ground, owner: Person): Promise<Person> => {
  await owner.api.call(endpoints.security.prove, { password: owner.is.password });
  const role = { name: '配音', rights: [], buttons: [], scope: 'own', template: 'voice' } as const;
  const { id } = await owner.api.call(endpoints.role.save, { ...role, rights: [], buttons: [] });
  const made = await owner.api.call(endpoints.oa.saveEmployee, { account: 'limin', name: '李敏', roleId: id });
  return settleIn(house, { cid: owner.is.cid, account: 'limin', password: made.password ?? '' });
};

/** By the keys of the prompter, as somebody reads one sentence after the other. */
const recordByKeys = async (page: Page): Promise<void> => {
  const hand = page.getByRole('button', { name: '交稿并下一句（回车）' });
  const card = page.locator('section[tabindex="-1"]');
  await card.focus();
  await page.keyboard.press('Space');
  await page.waitForFunction(
    least => Number(document.querySelector('.level-meter-time')?.textContent ?? 0) > least,
    TAKE_S,
  );
  await page.keyboard.press('Space');
  await seen(hand);
  await card.focus();
  await page.keyboard.press('Enter');
};

/** An order of recordings goes round between a merchant and a voice person, with one sentence sent back. */
export const recordingByHand = (ground: () => Ground): void => {
  describe.skipIf(!chromiumIsThere)('sentences are recorded to order, and one of them twice', () => {
    let merchant: TappedPage;
    let voice: TappedPage;
    let actor: Page;
    let owner: Person;
    let speaker: Person;
    let planId = '';
    const step = walkOf(() => actor, 'recording');

    const begin = async ({ is }: Person): Promise<TappedPage> => {
      const { house, browser } = ground();
      const tapped = await openPage(browser!, 1440);
      actor = tapped.page;
      await actor.goto(`${house.url}/login`);
      await signInAs(actor, is);
      return tapped;
    };
    const openOrder = async (tapped: TappedPage): Promise<void> => {
      actor = tapped.page;
      await actor.getByRole('button', { name: /^录音订单 \d+/ }).click();
    };
    const rows = () => merchant.page.getByRole('list', { name: '句子' }).getByRole('listitem');

    step('the merchant orders two sentences of a plan that lack a recording', async () => {
      const merchantIs = { number: '200391', name: '配音商户', account: 'boss', ownerName: '周店长' };
      owner = await openMerchant(ground().house, merchantIs);
      speaker = await openVoice(ground(), owner);
      ({ id: planId } = await owner.api.call(endpoints.plan.create, { name: '要配音的话术' }));
      merchant = await begin(owner);
      await actor.goto(`${ground().house.url}/plan/${planId}?view=voices`);
      await actor.getByRole('button', { name: '下单录音' }).click();
      const sentences = actor.getByRole('list', { name: '录哪些句子' }).getByRole('checkbox');
      await seen(sentences.first());
      for (const one of (await sentences.all()).slice(SENTENCES)) await one.uncheck();
      await actor.getByLabel('语气要求').fill('亲切、慢一点');
      await picture(actor, '81-order-recordings');
      await actor.getByRole('button', { name: '下单', exact: true }).click();
      await seen(actor.getByText(/录音订单 \d+ 已下单/));
    });

    step('the voice person finds it behind 配音, takes it and records it by keys', async () => {
      voice = await begin(speaker);
      await goTo(actor, '配音', /\/audio/);
      await openOrder(voice);
      await actor.getByRole('button', { name: '接单' }).click();
      const list = actor.getByRole('navigation', { name: '句子' });
      for (let n = 1; n <= SENTENCES; n += 1) {
        await recordByKeys(actor);
        await seen(list.getByText('已交').nth(n - 1));
      }
      await picture(actor, '82-recorded');
    });

    step('the merchant accepts one, and sends the other back with a mark on its wave', async () => {
      actor = merchant.page;
      await actor.goto(`${ground().house.url}/audio?tab=orders`);
      await openOrder(merchant);
      await rows().nth(0).getByRole('button', { name: '验收' }).click();
      await seen(rows().nth(0).getByText('已验收'));
      await rows().nth(1).getByRole('button', { name: '退回' }).click();
      await rows().nth(1).getByLabel('开始').fill('200');
      await rows().nth(1).getByLabel('哪里要改').fill('后半句太快');
      await picture(actor, '83-sent-back');
      await rows().nth(1).getByRole('button', { name: '退回重录' }).click();
      await seen(rows().nth(1).getByText('已退回：后半句太快'));
    });

    step('it is recorded again and accepted: the order is finished, and the draft has both', async () => {
      actor = voice.page;
      await actor.reload();
      await seen(actor.getByText(/退回：后半句太快/));
      await recordByKeys(actor);
      await seen(actor.getByRole('navigation', { name: '句子' }).getByText('已交'));
      actor = merchant.page;
      await actor.reload();
      await actor.getByRole('button', { name: '全部验收（1 句）' }).click();
      await seen(actor.getByText('完成'));
      await picture(actor, '84-accepted');
      const { list } = await owner.api.call(endpoints.recordOrder.sentences, { planId });
      expect(list.filter(({ state }) => state === 'recorded')).toHaveLength(SENTENCES);
      expect([...merchant.complaints, ...voice.complaints]).toEqual([]);
      await Promise.all([merchant, voice].map(({ page }) => page.context().close()));
    });
  });
};
