import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { endpoints } from '@lianxian/contract';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type FarEnd, openFarEnd } from '../../interop/far-end.ts';
import { type SippCarrier, sippIsThere, startSipp } from '../../interop/sipp.ts';
import { type DirectDatabase, openDirect } from '../../src/prove/database.ts';
import { openDialplan } from '../../src/prove/dialplan.ts';
import { until } from '../house/api.ts';
import { chromiumIsThere, openPage, picture, type TappedPage } from '../house/browser.ts';
import { saveLine } from '../house/calls.ts';
import { openMerchant, type Person, settleIn } from '../house/merchants.ts';
import { writeSheet } from '../house/sheets.ts';
import { draftTask, finishedTask } from '../house/tasks.ts';
import type { Ground } from './ground.ts';
import { goTo, said, seen } from './page-words.ts';
import { signInAs } from './signing-in.ts';
import { walkOf } from './walk.ts';

/** Over a line of somebody else's carrier; the last of them wants no messages. */
const BEYOND_TOWN = ['13712390101', '13712390102', '13712390103'] as const;
const STOPS = BEYOND_TOWN[2];
/** Who listens and answers what he is asked; others of that kind are other scenes'. */
const [, , , TALKS] = openDialplan().take('好说话', '好说话', '好说话', '好说话') as [string, string, string, string];
const SUMMER = '13712390104';
const sheet = [
  ['姓名', '手机号', '公司', '标签'],
  ['张先生', BEYOND_TOWN[0], '甲公司', '秋季,老客户'],
  ['李女士', BEYOND_TOWN[1], '乙公司', '秋季'],
  ['王女士', STOPS, '', '秋季'],
  ['周女士', TALKS, '', '秋季'],
  ['赵先生', SUMMER, '', '夏季'],
] as const;
const AUTUMN = 4;
const PATTERN = '范本任务';
const TASK = '秋季老客户回访';
const TEMPLATE = '回访后的短信';
const EMPLOYEE = '顾晨';
const TASK_LIMIT_MS = 180_000;

interface Sent {
  readonly to: string;
  readonly text: string;
}
/** A provider of text messages on this machine. */
const openGateway = async () => {
  const sent: Sent[] = [];
  const server = createServer((request, response) => {
    void json(request).then(body => {
      sent.push(body as Sent);
      response.setHeader('content-type', 'application/json').end(`{"code":0,"ref":"m${sent.length}"}`);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`;
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url, sent, close };
};

/** Figures of the merchant's calls from numbers and calls alone; none of the sums that the pages read. */
const plainSql = `
  with ended as (select call.*, coalesce(k.level, call.level) as shown from call
    left join call_correction k on k.merchant_id = call.merchant_id and k.call_id = call.id
    where call.merchant_id = (select id from merchant where number = $1) and call.stage = 'ended')
  select count(*)::int as calls, count(*) filter (where answered_at is not null)::int as answered,
    count(*) filter (where talk_ms >= 10000)::int as heard, count(*) filter (where shown in ('A', 'B'))::int as good,
    count(*) filter (where dialled_at is not null)::int as seized, count(distinct callee_id)::int as dialled,
    (select count(*)::int from callee where merchant_id = (select id from merchant where number = $1)) as listed,
    (select count(distinct t.call_id)::int from call_transcript t, jsonb_array_elements(t.answers) a
      where t.merchant_id = (select id from merchant where number = $1)) as answering
  from ended`;
interface Plain {
  readonly calls: number;
  readonly answered: number;
  readonly heard: number;
  readonly good: number;
  readonly seized: number;
  readonly dialled: number;
  readonly listed: number;
  readonly answering: number;
}
const percent = (part: number, of: number): string => `${((100 * part) / of).toFixed(1)}%`;

/** A merchant's customers: a sheet becomes a filter, a task, calls, messages, an answer, and figures. */
export const libraryByHand = (ground: () => Ground): void => {
  describe.skipIf(!chromiumIsThere || !sippIsThere)('customers, from a sheet to a message and its answer', () => {
    const merchant = { number: '300117', name: '启明书院', account: 'qiming', ownerName: '沈岚' };
    let owner: Person;
    let employee: Person;
    let folder: string;
    let direct: DirectDatabase;
    let farEnd: FarEnd;
    let carrier: SippCarrier;
    let gateway: Awaited<ReturnType<typeof openGateway>>;
    let opened: TappedPage[];
    let page: Page;
    let replyUrl: string;
    let taskId: string;
    const step = walkOf(() => page, 'library');
    const rowOf = (text: string): Locator => page.getByRole('row').filter({ hasText: text });
    const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
    const begin = async (who: Person): Promise<void> => {
      const tapped = await openPage(ground().browser!, 1440);
      opened.push(tapped);
      page = tapped.page;
      await page.goto(`${ground().house.url}/login`);
      await signInAs(page, who.is);
    };

    beforeAll(async () => {
      const { house } = ground();
      opened = [];
      folder = await mkdtemp(join(tmpdir(), 'lianxian-library-'));
      await writeSheet(join(folder, '客户.xlsx'), sheet);
      [direct, gateway, farEnd] = await Promise.all([
        openDirect(house.dataDir),
        openGateway(),
        openFarEnd({ sends: 'silence' }),
      ]);
      carrier = await startSipp('hangs-up', { sound_port: `${farEnd.port}` }, { calls: BEYOND_TOWN.length });
      owner = await openMerchant(house, merchant);
      const { api } = owner;
      const lineId = await saveLine(api, { address: `127.0.0.1:${carrier.port}` });
      const { list: ports } = await api.call(endpoints.port.list, { limit: 100 });
      const both = ports.filter(port => port.practice || port.lineId === lineId);
      await draftTask(api, [], { name: PATTERN, ports: both.map(({ id }) => ({ portId: id, channels: 2 })) });
      await api.call(endpoints.security.prove, { password: owner.is.password });
      const { id } = await api.call(endpoints.sms.saveProvider, {
        name: '短信通道',
        settings: endpoints.sms.saveProvider.input.shape.settings.parse({
          kind: 'http',
          url: gateway.url,
          body: `{"to":"\${phone}","text":"\${text}"}`,
          accepted: { path: 'code', words: ['0'] },
          ref: 'ref',
          replies: { list: '', ref: 'id', phone: 'from', text: 'text' },
        }),
      });
      const { list } = await api.call(endpoints.sms.providers, {});
      replyUrl = house.url + new URL(list.find(each => each.id === id)!.replyUrl).pathname;
      const role = await api.call(endpoints.role.save, { name: '跟进', rights: ['number'], buttons: [], scope: 'own' });
      const wish = { account: 'guchen', name: EMPLOYEE, roleId: role.id };
      const made = await api.call(endpoints.oa.saveEmployee, wish);
      employee = await settleIn(house, { cid: owner.is.cid, account: wish.account, password: made.password ?? '' });
      await begin(owner);
    });
    afterAll(async () => {
      await Promise.all((opened ?? []).map(({ page }) => page.context().close()));
      await Promise.all([carrier?.stop(), farEnd?.close(), gateway?.close(), direct?.close()]);
      if (folder) await rm(folder, { recursive: true, force: true });
    });

    step('imports the sheet of a CRM; what a filter finds becomes a task through the checks of an import', async () => {
      await goTo(page, '号码库', /\/number/);
      await page.getByRole('button', { name: '导入', exact: true }).click();
      const importing = dialog('导入客户');
      await importing.getByLabel('选择文件').setInputFiles(join(folder, '客户.xlsx'));
      await importing.getByRole('button', { name: '开始导入' }).click();
      // It tells of its end by itself, here and in the list behind.
      await seen(importing.getByText(`新增 ${sheet.length - 1} 位`));
      await importing.getByRole('button', { name: '关闭' }).click();
      await seen(rowOf(SUMMER));
      await page.getByRole('button', { name: '加条件' }).click();
      await page.getByRole('button', { name: '标签', exact: true }).click();
      await page.getByRole('checkbox', { name: '秋季', exact: true }).click();
      await page.keyboard.press('Escape');
      await rowOf(SUMMER).waitFor({ state: 'detached' });
      await page.getByRole('checkbox', { name: '选中本页' }).check();
      await picture(page, '60-library');
      await page.getByRole('button', { name: '加入任务' }).click();
      const into = dialog(`把 ${AUTUMN} 位客户加入任务`);
      await into.getByText('新建任务', { exact: true }).click();
      await into.getByLabel('新任务的名称').fill(TASK);
      await into.getByRole('button', { name: new RegExp(`^${PATTERN}`) }).click();
      await into.getByRole('button', { name: '加入', exact: true }).click();
      await said(page, `正在把 ${AUTUMN} 人加入任务`);
    });

    step('writes a message, and enters what its provider says of it', async () => {
      await goTo(page, '短信模板', /\/message-tem/);
      await page.getByRole('button', { name: '新建模板' }).first().click();
      const drawer = page.getByRole('complementary', { name: '新建模板' });
      await drawer.getByRole('textbox', { name: '模板名称' }).fill(TEMPLATE);
      await drawer.getByRole('textbox', { name: '签名' }).fill('启明书院');
      await drawer.getByText('营销', { exact: true }).click();
      await drawer.getByRole('textbox', { name: '正文' }).fill(`\${姓名}您好，周六 10:00 试听`);
      await picture(page, '61-template');
      await drawer.getByRole('button', { name: '保存并提交审核' }).click();
      await seen(rowOf(TEMPLATE).getByText('审核中'));
      await page.getByRole('button', { name: `更多操作 ${TEMPLATE}` }).click();
      await page.getByRole('menuitem', { name: '填写审核结果' }).click();
      const deciding = dialog(new RegExp(TEMPLATE));
      await deciding.getByText('通过，可以用').click();
      await deciding.getByRole('button', { name: '确定' }).click();
      await seen(rowOf(TEMPLATE).getByText('可用'));
    });

    step('has it sent by a rule of the task, and starts it', async () => {
      await goTo(page, '我的任务', /\/my-task/);
      await rowOf(TASK).getByText(TASK).click();
      const next = page.getByRole('button', { name: '下一步' });
      await next.click();
      await seen(page.getByText(`任务里有 ${AUTUMN} 个号码`));
      await next.click();
      await page.getByRole('heading', { name: '通话后' }).click();
      await page.getByRole('button', { name: '添加规则' }).click();
      const rule = page.getByRole('listitem', { name: '规则 1' });
      await rule.getByRole('button', { name: '删除条件' }).click();
      await seen(rule.getByText('每一通都做'));
      await rule.getByRole('combobox', { name: '动作' }).selectOption('发短信');
      await rule.getByRole('combobox', { name: '短信模板' }).selectOption({ label: TEMPLATE });
      await rule.getByRole('textbox', { name: '规则名称' }).fill('打过就发');
      await page.getByRole('button', { name: '保存规则' }).click();
      await seen(page.getByText(/^第 1 版 · /));
      await next.click();
      await page.getByRole('button', { name: '启动任务' }).click();
      await page.waitForURL(/\/platform\/task\/\d+/);
      taskId = /task\/(\d+)/.exec(page.url())?.[1] ?? '';
    });

    step('gives one customer to an employee, who sees that one and nobody else', async () => {
      await goTo(page, '号码库', /\/number/);
      await page.getByRole('button', { name: /^全部/ }).click();
      await rowOf(TALKS).getByRole('checkbox').check();
      await page.getByRole('button', { name: '分配' }).click();
      const giving = dialog(/分配给员工/);
      await giving.getByText(EMPLOYEE).click();
      await giving.getByRole('button', { name: '分配', exact: true }).click();
      await seen(rowOf(TALKS).getByText(EMPLOYEE));

      await begin(employee);
      await goTo(page, '号码库', /\/number/);
      await seen(page.getByRole('row', { name: /周女士/ }));
      expect(await page.locator('tr[data-key]').count()).toBe(1);
      for (const name of ['导出', '导入'])
        expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
      const menu = page.getByRole('navigation', { name: '主菜单' });
      expect(await menu.getByRole('link').allInnerTexts()).toEqual(['首页', '号码库']);
      await page.getByRole('row', { name: /周女士/ }).click();
      const drawer = page.getByRole('complementary', { name: '编辑客户信息' });
      await drawer.getByRole('textbox', { name: '写一条跟进' }).fill('下周带孩子来试听');
      await drawer.getByRole('button', { name: '添加', exact: true }).click();
      await seen(drawer.getByRole('region', { name: '往来' }).getByText('下周带孩子来试听'));
      await picture(page, '68-employee');
      const found = await until('what the owner sees of it', 30_000, async () => {
        const { list } = await owner.api.call(endpoints.customer.list, { q: TALKS });
        return list[0]?.owner ? list[0] : null;
      });
      expect(found.owner).toMatchObject({ name: EMPLOYEE });
      page = opened[0]!.page;
    });

    step('its calls stand in the library and in the customer’s timeline', async () => {
      await finishedTask(owner.api, taskId, TASK_LIMIT_MS);
      await goTo(page, '我的任务', /\/my-task/);
      await goTo(page, '号码库', /\/number/);
      await seen(rowOf(TALKS).getByText('1/1'));
      await seen(rowOf(STOPS).getByText('1/1'));
      await rowOf(TALKS).getByText(TALKS).first().click();
      const drawer = page.getByRole('complementary', { name: '编辑客户信息' });
      await seen(drawer.getByText('通话 1 次，接通 1 次'));
      await seen(drawer.getByRole('region', { name: '往来' }).getByText('看通话记录').first());
      await picture(page, '62-customer');
      await drawer.getByRole('button', { name: '收起' }).click();
    });

    step('each got a message; who answers R is off, and everybody can see why', async () => {
      await goTo(page, '短信模板', /\/message-tem/);
      await page
        .getByRole('navigation', { name: '短信', exact: true })
        .getByRole('button', { name: '发送记录' })
        .click();
      for (const phone of BEYOND_TOWN) await seen(rowOf(phone).getByText('已提交'));
      await seen(rowOf(TALKS).getByText('已送达'));
      const way = '，拒收请回复R';
      expect(gateway.sent.toSorted((a, b) => a.to.localeCompare(b.to))).toEqual(
        ['张先生', '李女士', '王女士'].map((name, n) => ({
          to: BEYOND_TOWN[n],
          text: `【启明书院】${name}您好，周六 10:00 试听${way}`,
        })),
      );
      const told = await fetch(replyUrl, {
        method: 'POST',
        body: JSON.stringify({ id: 'r1', from: STOPS, text: 'R' }),
      });
      expect(told.status).toBe(200);
      await page.getByRole('navigation', { name: '短信', exact: true }).getByRole('button', { name: '回复' }).click();
      await seen(rowOf(STOPS).getByText('退订，已加入黑名单'));
      await picture(page, '63-replies');
      await goTo(page, '号码库', /\/number/);
      await page.getByRole('button', { name: /^黑名单/ }).click();
      await seen(rowOf(STOPS).getByRole('img', { name: '在黑名单里' }));
      const { list } = await owner.api.call(endpoints.blacklist.list, {});
      expect(list.map(({ phone }) => phone)).toEqual([STOPS]);
    });

    step('the four pages say what plain SQL says', async () => {
      const [plain] = await direct.rows<Plain>(plainSql, [owner.is.cid]);
      if (!plain) throw new Error('no figures');
      const { calls, answered, heard, good, seized, dialled, listed, answering } = plain;
      expect(plain).toMatchObject({ calls: AUTUMN, answered: AUTUMN, listed: AUTUMN });
      expect(answering).toBe(1);
      const cells = async (table: string): Promise<readonly string[]> => {
        const row = page.getByRole('table', { name: table }).getByRole('row').nth(1);
        await seen(row);
        return row.getByRole('cell').allInnerTexts();
      };
      const rates = [percent(answered, calls), percent(heard, answered), percent(good, answered)];
      await goTo(page, '话术质量', /\/planQuality/);
      await expect
        .poll(async () => (await cells('各话术、各版本')).slice(1, 6))
        .toEqual([String(listed), String(dialled), ...rates]);
      await picture(page, '64-plan-quality');
      await goTo(page, '通话质量', /\/levelStatistics/);
      await expect.poll(async () => (await cells('明细')).slice(1, 5)).toEqual([String(calls), ...rates]);
      await picture(page, '65-levels');
      await goTo(page, '信息采集', /\/collection/);
      await seen(page.getByText(`${answering} 通回答了`));
      await picture(page, '66-collection');
      await goTo(page, '端口统计', /\/portStat/);
      const ports = page.getByRole('table', { name: '明细' }).getByRole('row');
      await seen(ports.nth(2));
      const seizedOf = async () => {
        const rows = await ports.all();
        const all = await Promise.all(rows.slice(1).map(row => row.getByRole('cell').allInnerTexts()));
        return all.reduce((sum, row) => sum + Number(row[1]), 0);
      };
      await expect.poll(seizedOf).toBe(seized);
      await picture(page, '67-ports');
      expect(opened.flatMap(({ complaints }) => complaints)).toEqual([]);
    });
  });
};
