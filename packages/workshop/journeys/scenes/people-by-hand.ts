import { endpoints } from '@lianxian/contract';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { apiWith, type Credentials } from '../house/api.ts';
import { chromiumIsThere, openPage, picture, type TappedPage } from '../house/browser.ts';
import { draftTask } from '../house/tasks.ts';
import type { Ground } from './ground.ts';
import { goTo, said, seen, tokenOf } from './page-words.ts';
import { agreeByHand, signInAs, signInByHand } from './signing-in.ts';
import { walkOf } from './walk.ts';

const DEPARTMENT = '华东销售部';
const ROLE = '电话专员';
const OWNERS_TASK = '负责人的任务';
const OWN_PASSWORD = 'qiu-tian-2026';

/** Menu, palette and frame are the same for everybody: what a person may open is what the menu's links say. */
const entriesOf = (page: Page): Promise<readonly string[]> =>
  page.getByRole('navigation', { name: '主菜单' }).getByRole('link').allInnerTexts();

/** A merchant's owner and an employee with two rights, each in a browser of their own, at the same time. */
export const peopleByHand = (ground: () => Ground): void => {
  let owner: TappedPage;
  let employee: TappedPage;
  let actor: Page;
  let employeeIs: Credentials;
  let employeeToken = '';
  const step = walkOf(() => actor, 'people');

  const begin = async (): Promise<TappedPage> => {
    const { house, browser } = ground();
    const tapped = await openPage(browser!, 1440);
    actor = tapped.page;
    await tapped.page.goto(`${house.url}/login`);
    return tapped;
  };
  const field = (label: string) => actor.getByRole('textbox', { name: label, exact: true });

  describe.skipIf(!chromiumIsThere)('a merchant gives an employee two rights, and takes one away', () => {
    step('the owner makes a department, a role of two pages, and an employee with it', async () => {
      await draftTask(ground().api, [], { name: OWNERS_TASK });
      owner = await begin();
      await signInByHand(actor, ground().house);
      await goTo(actor, '我的员工', /\/my-staff/);
      await actor.getByRole('button', { name: '添加部门' }).click();
      await field('部门名称').fill(DEPARTMENT);
      await actor.getByRole('button', { name: '保存' }).click();
      await said(actor, '添加成功');

      await actor.getByRole('button', { name: '角色', exact: true }).click();
      await actor.getByRole('button', { name: '添加角色' }).first().click();
      await field('角色名称').fill(ROLE);
      await actor.getByLabel('只看自己的').check();
      for (const key of ['我的任务', '通话记录']) await actor.getByLabel(key, { exact: true }).check();
      await picture(actor, '31-role');
      await actor.getByRole('button', { name: '保存' }).click();
      await seen(
        actor
          .getByRole('row')
          .filter({ hasText: ROLE })
          .getByText(/^2 \/ \d+$/),
      );

      await actor.getByRole('button', { name: '员工', exact: true }).click();
      const tree = actor.getByRole('navigation', { name: '部门' });
      await tree.getByRole('button', { name: new RegExp(`^${DEPARTMENT} `) }).click();
      await actor.getByRole('button', { name: '添加员工' }).first().click();
      await field('姓名').fill('陈晨');
      await field('账号').fill('chenchen');
      await actor.getByLabel('角色', { exact: true }).selectOption({ label: ROLE });
      await actor.getByRole('button', { name: '添加', exact: true }).click();
      const shown = actor.getByRole('dialog', { name: '一次性密码' });
      employeeIs = {
        cid: '100268',
        account: 'chenchen',
        password: (await shown.getByRole('definition').last().textContent()) ?? '',
      };
      await shown.getByRole('button', { name: '我已记下' }).click();
      await seen(actor.getByRole('row').filter({ hasText: '陈晨' }).getByText('未改密码'));
    });

    step('the employee signs in, and nothing works before the password is changed', async () => {
      employee = await begin();
      await signInAs(actor, employeeIs);
      employeeToken = await tokenOf(actor);
      expect(employeeToken).not.toBe('');
      const refused = await apiWith(ground().house, employeeToken).send('task/list', {});
      expect(refused.errorCode).not.toBe(0);
      const dialog = actor.getByRole('dialog', { name: '先设一个自己的密码' });
      const change = () => dialog.getByRole('button', { name: '修改', exact: true }).click();
      await seen(dialog);
      await actor.keyboard.press('Escape');
      await change();
      await said(actor, '请输入密码');
      await dialog.getByLabel('旧密码').fill(employeeIs.password);
      await dialog.getByLabel('新密码', { exact: true }).fill(OWN_PASSWORD);
      await dialog.getByLabel('再输一次新密码').fill(`${OWN_PASSWORD}x`);
      await change();
      await said(actor, '两次密码不一致');
      await picture(actor, '34-forced-password');
      await dialog.getByLabel('再输一次新密码').fill(OWN_PASSWORD);
      await change();
      await said(actor, '修改成功!');
      await agreeByHand(actor);
    });

    step('sees exactly the two entries, the 401 page for another, and none of the owner’s tasks', async () => {
      expect(await entriesOf(actor)).toEqual(['首页', '我的任务', '通话记录']);
      await picture(actor, '35-employee-home');
      await actor.goto(`${ground().house.url}/port`);
      await seen(actor.getByText('401 · 没有这个页面的权限'));
      await goTo(actor, '我的任务', /\/my-task/);
      await seen(actor.getByText('还没有任务'));
      const api = apiWith(ground().house, employeeToken);
      expect((await api.call(endpoints.task.list, {})).list).toEqual([]);
      const all = await ground().api.call(endpoints.task.list, {});
      expect(all.list.map(({ name }) => name)).toContain(OWNERS_TASK);
    });

    step('types a filter, opens another tab, comes back: the text is there', async () => {
      const tasks = actor.getByRole('searchbox', { name: '任务名称' });
      await tasks.fill('秋招回访');
      await goTo(actor, '通话记录', /\/callLog/);
      await seen(actor.getByRole('searchbox', { name: '完整号码、后四位或姓名' }));
      await actor.getByRole('navigation', { name: '打开的页面' }).getByRole('link', { name: '我的任务' }).click();
      await actor.waitForURL(/\/my-task/);
      await expect.poll(() => tasks.inputValue()).toBe('秋招回访');
      await goTo(actor, '通话记录', /\/callLog/);
    });

    step('while the page is open the owner takes its right away: page, menu and server at once', async () => {
      actor = owner.page;
      await actor.getByRole('button', { name: '角色', exact: true }).click();
      await actor.getByRole('button', { name: `修改 ${ROLE}` }).click();
      await actor.getByLabel('通话记录', { exact: true }).uncheck();
      await actor.getByRole('button', { name: '保存' }).click();
      await said(actor, '已保存，1 名员工马上按新权限使用');
      const refused = await apiWith(ground().house, employeeToken).send('call/list', {});
      expect(refused.errorCode).toBe(104);
      actor = employee.page;
      await seen(actor.getByText('401 · 没有这个页面的权限').locator('visible=true'));
      await expect.poll(() => entriesOf(actor)).toEqual(['首页', '我的任务']);
      await picture(actor, '38-right-gone');
    });

    step('the owner disables the employee: signed out where they are, and no way back in', async () => {
      actor = owner.page;
      await actor.getByRole('button', { name: '员工', exact: true }).click();
      await actor.getByRole('button', { name: '更多 陈晨' }).click();
      await actor.getByRole('menuitem', { name: '停用' }).click();
      await actor.getByRole('dialog').getByRole('button', { name: '停用' }).click();
      await seen(actor.getByRole('row').filter({ hasText: '陈晨' }).getByText('已停用'));
      actor = employee.page;
      await said(actor, '登录失效');
      await actor.waitForURL(/\/login/i);
      await actor.getByLabel('密码', { exact: true }).fill(OWN_PASSWORD);
      await actor.getByRole('button', { name: '登录' }).click();
      await seen(actor.getByRole('alert'));
      expect([...owner.complaints, ...employee.complaints]).toEqual([]);
      await Promise.all([owner, employee].map(({ page }) => page.context().close()));
    });
  });
};
