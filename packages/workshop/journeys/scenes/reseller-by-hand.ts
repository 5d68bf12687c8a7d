import { endpoints } from '@lianxian/contract';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { chromiumIsThere, openPage, picture, type TappedPage } from '../house/browser.ts';
import type { Ground } from './ground.ts';
import { goTo, said, seen } from './page-words.ts';
import { agreeByHand, signInAsDemo, signInByHand } from './signing-in.ts';
import { walkOf } from './walk.ts';

const reseller = { cid: '100100', account: 'agent' };
const platform = { cid: '100000', account: 'admin' };
/** A name of loopback for every browser (RFC 6761, 6.3). */
const HOST = 'brand.localhost';
const BRAND = '启明通信';
export const MESSAGE = '启明通信：本周六 02:00–04:00 升级线路';

/** What the document says of itself from its first element on: a title without the brand, or another theme, is a flash. */
const watchLook = (): void => {
  const looks: string[] = [];
  Object.assign(globalThis, { looks });
  const look = () => {
    const said = `${document.title} ${document.documentElement?.dataset.theme ?? ''}`;
    if (document.title && looks.at(-1) !== said) looks.push(said);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
};
const looksOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { looks: readonly string[] }).looks);

/** A reseller sees its merchants alone, gives of its own money, and everything of them wears its name. */
export const resellerByHand = (ground: () => Ground): void => {
  let agent: TappedPage;
  let actor: Page;
  const step = walkOf(() => actor, 'reseller');
  const field = (label: string) => actor.getByRole('textbox', { name: label, exact: true });

  describe.skipIf(!chromiumIsThere)('a reseller looks after its merchant', () => {
    step('sees the one merchant that is its own, and gives it money', async () => {
      const { house, api, browser } = ground();
      agent = await openPage(browser!, 1440);
      actor = agent.page;
      await actor.goto(`${house.url}/login`);
      await signInAsDemo(actor, ground().house, reseller);
      await agreeByHand(actor);
      await goTo(actor, '商户', /\/platform\/merchants/);
      const table = actor.getByRole('table', { name: '商户' });
      await seen(table.getByText('启航教育'));
      expect(await table.locator('tbody tr').count()).toBe(1);
      const before = Number((await api.call(endpoints.balance.info, {})).amount);
      await actor.getByRole('button', { name: '划拨 启航教育' }).click();
      await field('金额（元）').fill('88.50');
      await actor.getByRole('button', { name: '确认划拨' }).click();
      await said(actor, '已划拨 88.50 元');
      const after = Number((await api.call(endpoints.balance.info, {})).amount);
      // Calls of other scenes may cost a few cents meanwhile.
      expect(after - before).toBeGreaterThan(80);
      expect(after - before).toBeLessThanOrEqual(88.5);
    });

    step('gives itself a name, a theme and a message, and sees them before it saves', async () => {
      await goTo(actor, '品牌', /\/platform\/branding/);
      await field('名称').fill(BRAND);
      await actor.getByLabel('墨绿').check();
      await field('滚动消息').fill(MESSAGE);
      const preview = actor.getByRole('region', { name: '预览' });
      await seen(preview.getByText(BRAND));
      expect(await preview.locator('[data-sketch="black_g"]').count()).toBe(2);
      await picture(actor, '41-branding');
      await actor.getByRole('button', { name: '保存' }).click();
      await said(actor, '修改成功');
      await seen(actor.getByRole('banner').getByText(BRAND));
      await seen(actor.getByText('保存后，新打开的页面马上是这个样子。'));
      await field('域名').fill(HOST);
      await actor.getByRole('button', { name: '添加', exact: true }).click();
      await seen(actor.getByRole('region', { name: '域名' }).getByText(HOST, { exact: true }));
    });

    step('the host is nobody’s until it is proved or the platform lets it through', async () => {
      const { house, browser } = ground();
      await seen(actor.getByText('还没验证：在域名服务商那里加一条 TXT 记录，几分钟后点检查'));
      const admin = await openPage(browser!, 1440);
      actor = admin.page;
      const early = await actor.goto(`http://${HOST}:${house.port}/login`);
      expect(await early?.text()).not.toContain(BRAND);
      await actor.goto(`${house.url}/login`);
      await signInAsDemo(actor, house, platform);
      await goTo(actor, '品牌', /\/platform\/branding/);
      await actor.getByRole('button', { name: '放行' }).click();
      await said(actor, `${HOST} 已验证，打开就是这个品牌`);
      expect(admin.complaints).toEqual([]);
      await actor.context().close();
    });

    step('the login at its host is branded from the first byte, and so is what comes after it', async () => {
      const { house, browser } = ground();
      const visitor = await openPage(browser!, 1440);
      actor = visitor.page;
      await actor.addInitScript(watchLook);
      const answer = await actor.goto(`http://${HOST}:${house.port}/login`);
      const html = (await answer?.text()) ?? '';
      expect(html).toContain(`<title>${BRAND}</title>`);
      expect(html).toMatch(/<html data-theme="black_g"/);
      await seen(actor.getByText(BRAND));
      await picture(actor, '42-branded-login');
      await signInByHand(actor, ground().house);
      await seen(actor.getByRole('region', { name: '公告' }).getByText(MESSAGE));
      expect(new Set((await looksOf(actor)).map(look => look.split(' ').at(-1)))).toEqual(new Set(['black_g']));
      expect((await looksOf(actor))[0]).toBe(`${BRAND} black_g`);
      // The title says the page in front as well, never another brand.
      expect((await looksOf(actor)).filter(look => !look.includes(`${BRAND} `))).toEqual([]);
      await picture(actor, '43-branded-home');
      expect([...agent.complaints, ...visitor.complaints]).toEqual([]);
      await Promise.all([agent, visitor].map(({ page }) => page.context().close()));
    });
  });
};
