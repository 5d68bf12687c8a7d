import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints } from '@lianxian/contract';
import type { Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { until } from '../house/api.ts';
import { chromiumIsThere, openPage, picture, shown } from '../house/browser.ts';
import { readSheet, writeSheet } from '../house/sheets.ts';
import { recordsOf } from '../house/tasks.ts';
import type { Ground } from './ground.ts';
import { goTo, seen } from './page-words.ts';
import { signInByHand } from './signing-in.ts';
import { walkOf } from './walk.ts';

/** What a merchant's list looks like, line by line, and what must come of each; written by hand. */
const dialplan = {
  refuses: '15400001104',
  refusesToo: '15400001113',
  hangsUpOnIt: '15400001101',
  rejects: '15400001103',
} as const;
const list = [
  ['姓名', '手机号', '备注'],
  ['王女士', '+86 154-0000-1104', '老学员'],
  ['李先生', '１５４００００１１１３', ''],
  ['赵先生', '154 0000 1103', '约过试听'],
  ['派出所', '010-12110', ''],
  ['王女士', '15400001104', '老学员'],
  ['陈先生', '1540000110O', ''],
  ['何女士', '13812345678', ''],
] as const;
const refused = [
  ['5', '紧急号码，不能呼叫', '派出所', '010-12110'],
  ['6', '号码重复', '王女士', '15400001104', '老学员'],
  ['7', '号码里有不是数字的字符', '陈先生', '1540000110O'],
  ['8', '练习线路只能呼叫练习号码', '何女士', '13812345678'],
];
const remark = '导入 3，重复 1，无效 3';

const TASK = '周五回访名单';
/** A call of the town that talks on comes to its end in this time on a busy machine, which may shed it first: it comes a minute later. */
const CALL_MS = 120_000;

/** The row of a table that holds this text. */
const rowOf = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

/** What a page is told of filed calls, and each time it reads the call log, in their order. */
const newsAndReads = (page: Page): readonly (string | Request)[] => {
  const all: (string | Request)[] = [];
  page.on('websocket', socket =>
    socket.on('framereceived', ({ payload }) => {
      if (payload.includes('"callFiled"')) all.push(payload.toString());
    }),
  );
  page.on('request', request => {
    if (!request.url().endsWith(`/${endpoints.call.list.path}`)) return;
    const isCounting = new URLSearchParams(request.postData() ?? '').get('limit') === '1';
    if (!isCounting) all.push(request);
  });
  return all;
};

/** What a click makes the browser save, as its text or its path. */
const saved = async (page: Page, click: () => Promise<void>, folder: string): Promise<string> => {
  const downloading = page.waitForEvent('download');
  await click();
  const download = await downloading;
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
};

/** 「行号,原因,…」 without its titles. */
const refusedRows = async (path: string): Promise<readonly (readonly string[])[]> =>
  (await readFile(path, 'utf8'))
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map(line => line.split(','));

export const taskByHand = (ground: () => Ground): void => {
  describe.skipIf(!chromiumIsThere)('a merchant calls a list in the browser', () => {
    let folder: string;
    let page: Page;
    let complaints: readonly string[];
    let heard: readonly (string | Request)[];
    let taskId: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'lianxian-list-'));
      await writeSheet(join(folder, '名单.xlsx'), list);
      ({ page, complaints } = await openPage(ground().browser!, 1440));
      heard = newsAndReads(page);
      await page.goto(`${ground().house.url}/login`);
      await signInByHand(page, ground().house);
    });
    afterAll(async () => {
      await page?.context().close();
      await rm(folder, { recursive: true, force: true });
    });
    const step = walkOf(() => page, 'task');

    step(
      'O-003, O-032 makes a task of a sheet, sees what its columns are, and reads which rows were left out and why',
      async () => {
        await goTo(page, '我的任务', /\/my-task/);
        await shown(page.getByRole('button', { name: '新建任务' })).click();
        await seen(page.getByRole('heading', { name: '新建任务' }));
        await page.getByLabel('任务名称').fill(TASK);
        await page.locator('#task-plan').selectOption({ label: '试听课回访' });
        // It begins over a line of her own where one works.
        await page.locator('.editor-port-lines').getByRole('checkbox', { checked: true }).first().uncheck();
        await page
          .getByLabel(/^练习线路/)
          .first()
          .check();
        await picture(page, '10-task-plan');
        await page.getByRole('button', { name: '下一步' }).click();

        await page.getByText('上传表格', { exact: true }).click();
        await page.getByLabel('选择文件').setInputFiles(join(folder, '名单.xlsx'));
        await seen(page.getByRole('region', { name: '预览' }).getByText('１５４００００１１１３'));
        const uses = await page
          .getByLabel(/^第 \d 列是/)
          .evaluateAll(all => all.map(each => (each as HTMLSelectElement).selectedOptions[0]?.text ?? ''));
        expect(uses).toEqual(['姓名', '号码', '保留：备注']);
        await picture(page, '11-task-numbers');
        await page.getByRole('button', { name: '导入', exact: true }).click();
        await seen(page.getByText('任务里有 3 个号码'));
        await seen(page.getByText(remark));
        const path = await saved(page, () => page.getByRole('button', { name: '没导入的行' }).click(), folder);
        expect(await refusedRows(path)).toEqual(refused);
        await picture(page, '12-task-refused');
      },
    );

    step('O-003 starts it, watches the words as they are said, pauses, goes on and appends a number', async () => {
      const next = page.getByRole('button', { name: '下一步' });
      await next.click();
      await seen(page.getByRole('heading', { name: '没打通怎么办' }));
      await next.click();
      await page.getByRole('button', { name: '启动任务' }).click();
      await page.waitForURL(/\/platform\/task\/\d+/);
      taskId = /task\/(\d+)/.exec(page.url())?.[1] ?? '';
      await seen(
        page
          .getByRole('row', { name: new RegExp(dialplan.refuses) })
          .locator('.talking-say p')
          .filter({ hasText: /\S/ }),
      );
      await picture(page, '13-task-board');
      await page.getByRole('button', { name: '暂停' }).click();
      await seen(page.getByText('已暂停', { exact: true }));
      await page.getByRole('button', { name: '继续' }).click();
      await seen(page.getByText('运行中'));
      await page.getByRole('button', { name: '追加号码' }).click();
      await page.getByText('粘贴', { exact: true }).click();
      await page.getByLabel('粘贴号码').fill(`${dialplan.hangsUpOnIt},孙女士`);
      await page.getByLabel('第 2 列是').selectOption({ label: '姓名' });
      await page.getByRole('button', { name: '导入', exact: true }).click();
      await seen(page.getByText('任务里有 4 个号码'));
      await picture(page, '14-task-append');
    });

    step('O-003 sees the row of a call as soon as it ended, and the task when it is done', async () => {
      await goTo(page, '通话记录', /\/callLog/);
      const openAt = Date.now();
      // The board, which is on its way out, has a row of it while it talks.
      const ended = page.getByRole('table', { name: '通话记录' }).getByRole('row');
      await seen(ended.filter({ hasText: dialplan.hangsUpOnIt }), CALL_MS);
      const shownAt = Date.now();
      const record = (await recordsOf(ground().api, taskId)).find(({ phone }) => phone === dialplan.hangsUpOnIt);
      const detail = await ground().api.call(endpoints.call.detail, { id: record?.id ?? '' });
      const lateMs = shownAt - Math.max(openAt, Date.parse(detail.endedAt ?? ''));
      process.stdout.write(`from hang-up, or from when the page was open, to the row on it: ${lateMs} ms\n`);
      // Whatever the machine's haste: nobody had to ask, and the first read after the news has it.
      const told = heard.findIndex(each => typeof each === 'string' && each.includes(`"${record?.id}"`));
      const read = heard.slice(told + 1).find(each => typeof each !== 'string');
      expect(await (await read?.response())?.text()).toContain(`"${record?.id}"`);
      await until('the end of the task', CALL_MS, async () => {
        const { state, counts } = await ground().api.call(endpoints.task.board, { id: taskId });
        return state === 'finished' && counts.settled === 4 ? state : null;
      });
    });

    step('finds the calls by task and level, opens one, exports them and reads the sheet', async () => {
      const choose = async (condition: string, option: () => Promise<void>): Promise<void> => {
        await page.getByRole('button', { name: '加条件' }).click();
        await page.getByRole('button', { name: condition, exact: true }).click();
        await option();
        await page.keyboard.press('Escape');
      };
      await choose('任务', () => page.getByRole('button', { name: new RegExp(`^${TASK}`) }).click());
      await choose('等级', async () => {
        for (const level of ['E', 'F']) await page.getByRole('checkbox', { name: level, exact: true }).click();
      });
      const rows = page.locator('tr[data-key]').filter({ visible: true });
      await until('three rows', 60_000, async () => ((await rows.count()) === 3 ? true : null));
      await picture(page, '15-call-log');
      await rowOf(page, dialplan.refuses).click();
      const drawer = page.getByRole('complementary', { name: new RegExp(dialplan.refuses) });
      await seen(drawer.getByText('明确拒绝'));
      await seen(drawer.getByText('启航教育'));
      await picture(page, '16-call-drawer');
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: '导出', exact: true }).click();
      await seen(page.getByText('把当前条件下的 3 条通话导出成表格？'));
      const path = await saved(page, () => page.getByRole('button', { name: '开始导出' }).click(), folder);
      const [titles = [], ...cells] = await readSheet(path);
      const read = ['号码', '客户', '任务', '等级', '挂断方'].map(title => titles.indexOf(title));
      expect(cells.map(row => read.map(column => row[column])).toSorted()).toEqual([
        [dialplan.hangsUpOnIt, '孙女士', TASK, 'F', '客户'],
        [dialplan.refuses, '王女士', TASK, 'E', '客户'],
        [dialplan.refusesToo, '李先生', TASK, 'E', '客户'],
      ]);
    });

    step(
      'O-202 … O-208, O-275, O-352, O-420 sees import and export in the list of batch tasks, with what came of them',
      async () => {
        await page.keyboard.press('Escape');
        const asking = page.waitForRequest(request => request.url().endsWith('/batch/list'));
        await page.getByRole('main').getByRole('button', { name: '批量任务' }).click();
        expect(new URLSearchParams((await asking).postData() ?? '').get('limit')).toBe('20');
        const batches = page.locator('.batches li');
        await seen(batches.filter({ hasText: '共 3 条' }).filter({ hasText: '已完成' }));
        const imports = batches.filter({ hasText: `导入号码：${TASK}` });
        await seen(imports.filter({ hasText: remark }).getByRole('button', { name: '没导入的行' }));
        await seen(imports.filter({ hasText: '导入 1' }));
        await picture(page, '17-batches');
        await page.keyboard.press('Escape');
      },
    );

    step('deletes the task; its records stay', async () => {
      await goTo(page, '我的任务', /\/my-task/);
      // The tab is as it was left: in the editor, where a number was appended. Back is the board, and then the list.
      await shown(page.getByRole('button', { name: '返回', exact: true })).click();
      await page.waitForURL(/\/platform\/task\//);
      await goTo(page, '我的任务', /\/my-task/);
      await seen(rowOf(page, TASK).getByText('已完成'));
      await picture(page, '18-tasks');
      const records = await recordsOf(ground().api, taskId);
      await page.getByRole('button', { name: `更多操作 ${TASK}` }).click();
      await page.getByRole('menuitem', { name: '删除' }).click();
      await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
      await rowOf(page, TASK).waitFor({ state: 'detached' });
      const phones = (rows: typeof records): string[] => rows.map(({ phone }) => phone).sort();
      const left = await recordsOf(ground().api, taskId);
      expect(left.map(({ id }) => id)).toEqual(records.map(({ id }) => id));
      // A call that the far end of a busy machine shed came again; who talked with the robot was called once.
      const talked = [dialplan.refuses, dialplan.refusesToo, dialplan.hangsUpOnIt];
      expect(phones(left.filter(({ state }) => state === 'answered'))).toEqual(talked.toSorted());
      expect([...new Set(phones(left))]).toEqual([...talked, dialplan.rejects].toSorted());
      expect(complaints).toEqual([]);
    });
  });
};
