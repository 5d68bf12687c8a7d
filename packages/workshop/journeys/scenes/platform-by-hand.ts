import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { chromiumIsThere, openPage, picture, type TappedPage } from '../house/browser.ts';
import type { Ground } from './ground.ts';
import { goTo, said, seen } from './page-words.ts';
import { MESSAGE } from './reseller-by-hand.ts';
import { signInAsDemo, signInByHand } from './signing-in.ts';
import { walkOf } from './walk.ts';

const platform = { cid: '100000', account: 'admin' };
const NOTICE = '今晚 23:30 起平台维护十分钟，任务会自动续拨';
const ARTICLE = '商户信息怎么改';

/** The platform opens a reseller and a merchant, speaks to everybody; its words arrive, and every action is on record. */
export const platformByHand = (ground: () => Ground): void => {
  let admin: TappedPage;
  let owner: TappedPage;
  let actor: Page;
  const step = walkOf(() => actor, 'platform');
  const field = (label: string) => actor.getByRole('textbox', { name: label, exact: true });
  const save = () => actor.getByRole('button', { name: '保存', exact: true }).click();
  const rowOf = (name: string) => actor.getByRole('row').filter({ hasText: name });
  /** Field, before, after of the audit row that is open. */
  const changes = async (): Promise<readonly (readonly string[])[]> => {
    const rows = await actor.locator('table.audit-changes tbody tr').all();
    return Promise.all(rows.map(row => row.locator('th, td').allInnerTexts()));
  };
  const begin = async (signIn: (page: Page) => Promise<void>): Promise<TappedPage> => {
    const tapped = await openPage(ground().browser!, 1440);
    actor = tapped.page;
    await actor.goto(`${ground().house.url}/login`);
    await signIn(actor);
    return tapped;
  };
  const fromUserMenu = async (entry: string, path: RegExp): Promise<void> => {
    await actor.getByTitle('账号菜单').click();
    await actor.getByRole('menuitem', { name: entry }).click();
    await actor.waitForURL(path);
  };
  const fromSettings = async (entry: string, path: RegExp): Promise<void> => {
    await goTo(actor, '设置', /\/platform\/settings/);
    await actor.getByRole('main').getByRole('link', { name: entry }).click();
    await actor.waitForURL(path);
  };
  const openedWith = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    for (const [label, text] of Object.entries(fields)) await field(label).fill(text);
    await save();
    const given = actor.getByRole('dialog', { name: '一次性密码' });
    await seen(given.getByText(fields.登录账号 ?? '', { exact: true }));
    await given.getByRole('button', { name: '我已记下' }).click();
    await seen(rowOf(fields.名称 ?? ''));
  };

  describe.skipIf(!chromiumIsThere)('the platform opens a reseller and a merchant, and speaks to everybody', () => {
    step('makes a reseller, a merchant of it with quotas, and sets those of another', async () => {
      admin = await begin(page => signInAsDemo(page, ground().house, platform));
      await goTo(actor, '代理商', /\/platform\/resellers/);
      await actor.getByRole('button', { name: '新建代理商' }).first().click();
      await openedWith({ 名称: '西南渠道', 登录账号: 'xinan', 姓名: '罗平' });
      await goTo(actor, '商户', /\/platform\/merchants/);
      await actor.getByRole('button', { name: '新建商户' }).first().click();
      await actor.getByLabel('所属代理商').selectOption({ label: '西南渠道' });
      await openedWith({ 名称: '锦城口腔', 登录账号: 'jincheng', 姓名: '何静', 员工: '5', 坐席: '2', 并发通话: '10' });
      await rowOf('启航教育').first().click();
      await field('员工').fill('30');
      await picture(actor, '44-merchant');
      await save();
      await said(actor, '修改成功');
    });

    step('writes a notice and a help article', async () => {
      await goTo(actor, '公告', /\/platform\/notices/);
      await actor.getByRole('button', { name: '新建公告' }).first().click();
      await field('内容').fill(NOTICE);
      await actor.getByLabel('提醒', { exact: true }).check();
      await save();
      await seen(rowOf(NOTICE).getByText('显示中'));
      await goTo(actor, '帮助文章', /\/platform\/articles/);
      await actor.getByRole('button', { name: '新建文章' }).click();
      await field('标题').fill(ARTICLE);
      await field('所属页面').fill('/business-info/info-page');
      await actor.getByLabel(/^内容/).fill('## 联系方式\n\n1. 打开用户菜单\n2. 选 **商户信息**，改好后保存');
      await save();
      await said(actor, '添加成功');
    });

    step('its notice comes before the reseller’s message, its article opens on its page', async () => {
      owner = await begin(page => signInByHand(page, ground().house));
      const ticker = actor.getByRole('region', { name: '公告' });
      await seen(ticker.getByText(NOTICE));
      await ticker.getByRole('button').first().click();
      const lines = await actor.locator('.ticker-list li p span').allInnerTexts();
      expect(lines).toEqual([NOTICE, MESSAGE]);
      await actor.keyboard.press('Escape');
      await fromUserMenu('商户信息', /\/business-info/);
      await actor.getByRole('button', { name: '帮助中心' }).click();
      const help = actor.getByRole('dialog', { name: '帮助中心' });
      await seen(help.getByRole('heading', { name: ARTICLE }));
      await seen(help.getByText('改好后保存'));
      await picture(actor, '45-help');
      await help.getByRole('button', { name: '关闭' }).click();
    });

    step('each finds in the audit log what was done in its world, before and after', async () => {
      await fromSettings('操作日志', /\/configured\/audit-log/);
      for (const action of ['同意用户协议', '保存部门', '保存员工', '停用员工']) await seen(rowOf(action));
      await rowOf('保存角色').first().click();
      await expect.poll(changes).toEqual([['可见页面', '营销中心、我的任务、通话记录', '营销中心、我的任务']]);
      await picture(actor, '46-audit');
      expect(await rowOf('保存公告').count()).toBe(0);

      actor = admin.page;
      await fromSettings('操作日志', /\/configured\/audit-log/);
      for (const action of ['保存代理商', '保存公告', '保存帮助文章']) await seen(rowOf(action));
      await rowOf('保存商户').filter({ hasText: '启航教育' }).click();
      await expect.poll(changes).toEqual([['员工数上限', '50', '30']]);
      expect(await rowOf('保存角色').count()).toBe(0);
      expect([...admin.complaints, ...owner.complaints]).toEqual([]);
      await Promise.all([admin, owner].map(({ page }) => page.context().close()));
    });
  });
};
