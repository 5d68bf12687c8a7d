import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@lianxian/contract';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDialplan } from '../../src/prove/dialplan.ts';
import { chromiumIsThere, openPage, picture, shown, type TappedPage } from '../house/browser.ts';
import { openColleague, openMerchant, type Person } from '../house/merchants.ts';
import { writeSheet } from '../house/sheets.ts';
import { appendNumbers, comesDue, draftTask, finishedTask, recordsOf, startTask } from '../house/tasks.ts';
import type { Ground } from './ground.ts';
import { goTo, said, seen } from './page-words.ts';
import { signInAs } from './signing-in.ts';
import { walkOf } from './walk.ts';

/** A merchant whose owner and operator work side by side; what they call in the morning is over when they sit down. */
export interface OperatorsDay {
  readonly owner: Person;
  readonly colleague: Person;
  /** The task of the morning. */
  readonly morning: string;
}

/** What rings to its end happens while other scenes are played. */
interface DayLater {
  readonly ends: () => void;
}

const OWNER = '周宇';
const MORNING = '上午的名单';
const dialplan = openDialplan();
/** One at A, one at B, one whom nobody reached. */
const [AGREES, ASKS, BUSY] = dialplan.take('好说话', '先问价', '占线') as [string, string, string];
const [LISTENS, REJECTS, EMPTY] = dialplan.take('听一半', '拒接', '空号') as [string, string, string];
const [RINGS, TALKS] = dialplan.take('没人接', '好说话') as [string, string];
const takenBack = dialplan.take('不需要', '不需要', '不需要');

/** As a customer's system writes one; the titles are in its third row. */
const crmSheet = [
  ['2026年11月到期客户回访名单'],
  ['制表人：王芳', '', '', '制表日期：2026-11-20'],
  ['序号', '客户编号', '姓名', '性别', '联系电话', '年级', '到期日', '金额'],
  ['1', '20260001', '张三', '男', LISTENS, '三年级', '2026-12-01', '1280'],
  ['2', '20260002', '李四', '女', REJECTS, '', '2026-12-03', '980'],
  ['3', '20260003', '王五', '女', EMPTY, '五年级', '2026-12-05', '980'],
] as const;
const uses = ['保留：序号', '保留：客户编号', '姓名', '保留：性别', '号码', '孩子年级', '保留：到期日', '保留：金额'];

const TASK_LIMIT_MS = 120_000;
/** Until somebody has stopped it by hand on a busy machine. */
const RING_S = 60;

/** Begun early: its calls take the time that calls take. */
export const beginOperatorsDay = async ({ house }: Ground): Promise<OperatorsDay> => {
  const merchant = { number: '300102', name: '晨光书院', account: 'chenguang', ownerName: OWNER };
  const owner = await openMerchant(house, merchant);
  const colleague = await openColleague(house, owner, {
    account: 'linxia',
    name: '林夏',
    rights: ['callLog', 'myTask'],
    buttons: ['task:control', 'phone:unmask'],
  });
  const morning = await draftTask(owner.api, [AGREES, ASKS, BUSY], { name: MORNING });
  await startTask(owner.api, morning);
  return { owner, colleague, morning };
};

export const operatorsDay = (ground: () => Ground, begun: () => Promise<OperatorsDay>): DayLater => {
  /** Which rings and talks while its second import is taken back. */
  let stopped = '';

  describe.skipIf(!chromiumIsThere)('an operator’s day', () => {
    let folder: string;
    let day: OperatorsDay;
    let owner: TappedPage;
    let colleague: TappedPage;
    let actor: Page;
    const step = walkOf(() => actor, 'operators');

    const begin = async ({ is }: Person): Promise<TappedPage> => {
      const tapped = await openPage(ground().browser!, 1440);
      actor = tapped.page;
      await actor.goto(`${ground().house.url}/login`);
      await signInAs(actor, is);
      return tapped;
    };
    const button = (name: string | RegExp) => shown(actor.getByRole('button', { name, exact: true }));
    const rowOf = (text: string) => shown(actor.getByRole('row').filter({ hasText: text }));
    const toBoard = async (task: string) => {
      await goTo(actor, '我的任务', /\/my-task/);
      await rowOf(task).click();
      await actor.waitForURL(/\/platform\/task\/\d+/);
    };

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'lianxian-day-'));
      await writeSheet(join(folder, '到期客户.xlsx'), crmSheet);
      day = await begun();
      await finishedTask(day.owner.api, day.morning, TASK_LIMIT_MS);
    });
    afterAll(async () => {
      await Promise.all([owner, colleague].map(tapped => tapped?.page.context().close()));
      await rm(folder, { recursive: true, force: true });
    });

    step('calls the sheet of a customer’s system without correcting a column', async () => {
      owner = await begin(day.owner);
      await goTo(actor, '我的任务', /\/my-task/);
      await button('新建任务').click();
      await seen(actor.getByRole('heading', { name: '新建任务' }));
      await button('下一步').click();
      await actor.getByText('上传表格', { exact: true }).click();
      await actor.getByLabel('选择文件').setInputFiles(join(folder, '到期客户.xlsx'));
      await seen(actor.getByRole('region', { name: '预览' }).getByText(LISTENS));
      await seen(actor.getByText('上面 2 行不是名单，已跳过'));
      await seen(actor.getByText('能导入 3 个（共 3 行）'));
      const found = await actor
        .getByLabel(/^第 \d 列是/)
        .evaluateAll(all => all.map(each => (each as HTMLSelectElement).selectedOptions[0]?.text ?? ''));
      expect(found).toEqual(uses);
      await picture(actor, '50-crm-sheet');
      await button('下一步').click();
      await seen(actor.getByRole('heading', { name: '没打通怎么办' }));
      await button('下一步').click();
      await seen(actor.getByText('最先拨打的号码会听到'));
      await button('启动任务').click();
      await actor.waitForURL(/\/platform\/task\/\d+/);
      const id = /task\/(\d+)/.exec(actor.url())?.[1] ?? '';
      await seen(actor.getByText('已完成', { exact: true }));
      await seen(actor.getByRole('heading', { name: '从号码到意向' }));
      const records = await recordsOf(day.owner.api, id);
      expect(Object.fromEntries(records.map(({ phone, calleeName }) => [phone, calleeName]))).toEqual({
        ...{ [LISTENS]: '张三', [REJECTS]: '李四', [EMPTY]: '王五' },
      });
    });

    step('takes an import back while its task dials: who was never called is gone', async () => {
      const { api } = day.owner;
      const settings = { name: '边打边收', channels: 2, ringTimeoutS: RING_S };
      stopped = await draftTask(api, [RINGS, TALKS], settings);
      await appendNumbers(api, stopped, takenBack);
      await startTask(api, stopped);
      await toBoard(settings.name);
      await seen(rowOf(TALKS));
      await seen(actor.locator('.board-ringing').getByText(RINGS));
      await button(/^号码 \d/).click();
      await button('导入记录').click();
      const kept = actor.getByRole('dialog', { name: '导入记录' });
      await kept.getByRole('listitem').filter({ hasText: '导入 3' }).getByRole('button', { name: /^收回/ }).click();
      const asks = actor.getByRole('dialog', { name: /^收回「/ });
      await asks.getByRole('button', { name: '收回', exact: true }).click();
      await seen(kept.getByText('移出 3 个，拨过的 0 个保留结果'));
      await picture(actor, '51-taken-back');
      await kept.getByRole('button', { name: '收起' }).click();
      await seen(button('号码 2'));
      for (const phone of takenBack) await expect.poll(() => rowOf(phone).count()).toBe(0);
    });

    step('stops everything while it rings and talks; who only rang comes again after 继续', async () => {
      const { api } = day.owner;
      await goTo(actor, '我的任务', /\/my-task/);
      await button('紧急停止').click();
      const asks = actor.getByRole('dialog', { name: '紧急停止' });
      await seen(asks.getByText('1 个任务会暂停，正在进行的 2 通电话马上挂断', { exact: false }));
      await asks.getByRole('button', { name: '紧急停止' }).click();
      await said(actor, '已暂停 1 个任务，挂断 2 通电话');
      await toBoard('边打边收');
      await seen(actor.getByText('已暂停', { exact: true }));
      await button(/^号码 \d/).click();
      await seen(rowOf(RINGS).getByText('稍后再拨'));
      await seen(rowOf(TALKS).getByText('已完结'));
      await picture(actor, '52-stopped');
      await comesDue(ground().house, stopped);
      await button('继续').click();
      await button(/^通话中 \d/).click();
      await seen(actor.locator('.board-ringing').getByText(RINGS));
      const { live } = await api.call(endpoints.task.board, { id: stopped });
      expect(live.map(({ phone }) => phone)).toEqual([RINGS]);
    });

    step('makes a task of those whom nobody reached, from the report of one that ended', async () => {
      await toBoard(MORNING);
      await seen(actor.getByRole('heading', { name: '最值得听的' }));
      await seen(actor.getByRole('button', { name: `听 ${AGREES} 的通话` }));
      await button('再建一个任务').click();
      const dialog = actor.getByRole('dialog', { name: '再建一个任务' });
      await seen(dialog.getByText('1 人会放进新任务'));
      await picture(actor, '53-again');
      await dialog.getByRole('button', { name: '新建任务' }).click();
      await said(actor, '已新建任务，1 人');
      const { list } = await day.owner.api.call(endpoints.task.list, { state: 'draft' });
      const { list: callees } = await day.owner.api.call(endpoints.task.callees, { id: list[0]?.id ?? '' });
      expect([list[0]?.name, callees.map(({ phone }) => phone)]).toEqual([
        expect.stringMatching(`^${MORNING} `),
        [BUSY],
      ]);
    });

    step('two at the follow-up desk: never the same person; note, level and done by keys', async () => {
      const before = async () =>
        (await shown(actor.getByRole('heading', { level: 1, name: /^154/ })).innerText()).slice(0, 11);
      const toDesk = async () => {
        await actor.goto(`${ground().house.url}/callLog/follow`);
        return before();
      };
      colleague = await begin(day.colleague);
      actor = owner.page;
      const mine = await toDesk();
      actor = colleague.page;
      const others = await toDesk();
      expect([mine, others].toSorted()).toEqual([AGREES, ASKS].toSorted());
      await seen(actor.getByText(`${OWNER} 正在跟进`));
      await picture(actor, '54-follow-up');

      actor = owner.page;
      const level = mine === AGREES ? 'B' : 'A';
      await actor.keyboard.press('n');
      await actor.keyboard.type('周六上午带孩子来');
      await actor.keyboard.press('Escape');
      await seen(actor.getByText('已保存'));
      await actor.keyboard.press(level.toLowerCase());
      await seen(actor.getByText(`已改为 ${level}`, { exact: false }));
      await actor.keyboard.press('Enter');
      await seen(actor.getByText(`${mine} 已跟进`));
      const record = (await recordsOf(day.owner.api, day.morning)).find(({ phone }) => phone === mine);
      expect(await day.colleague.api.call(endpoints.call.detail, { id: record?.id ?? '' })).toMatchObject({
        ...{ level, followed: { by: OWNER }, notes: [{ by: OWNER, text: '周六上午带孩子来' }] },
      });
      expect((await day.owner.api.call(endpoints.followUp.list, {})).list.map(({ phone }) => phone)).toEqual([others]);
    });

    step('two at one level: the second is told what the first made of it', async () => {
      const record = (await recordsOf(day.owner.api, day.morning)).find(({ phone }) => phone === AGREES);
      const open = () => actor.goto(`${ground().house.url}/platform/call/${record?.id}`);
      await open();
      await seen(button('改为 C'));
      actor = colleague.page;
      await open();
      await seen(button('改为 C'));
      // The news of the first is still on its way.
      const { promise: news, resolve: arrives } = Promise.withResolvers<void>();
      await actor.route('**/call/detail', route => news.then(() => route.continue()));
      actor = owner.page;
      await button('改为 C').click();
      await seen(actor.getByText('已改为 C', { exact: false }));
      actor = colleague.page;
      await button('改为 D').click();
      await said(actor, '这通电话的等级刚改成了 C，看过再改');
      arrives();
      await expect.poll(() => button('改为 C').getAttribute('aria-pressed')).toBe('true');
      await actor.unroute('**/call/detail');
      expect([...owner.complaints, ...colleague.complaints]).toEqual([]);
    });
  });

  return {
    ends: () =>
      it.skipIf(!chromiumIsThere)('of an import that was taken back nobody was called, then or later', async () => {
        const { owner } = await begun();
        const { counts } = await finishedTask(owner.api, stopped, TASK_LIMIT_MS);
        expect(counts).toMatchObject({ total: 2, settled: 2 });
        const called = (await recordsOf(owner.api, stopped)).map(({ phone }) => phone);
        expect(called.toSorted()).toEqual([RINGS, RINGS, TALKS].toSorted());
      }),
  };
};
