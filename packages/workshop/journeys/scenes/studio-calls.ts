import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { DirectDatabase } from '../../src/prove/database.ts';
import { until } from '../house/api.ts';
import { picture, shown } from '../house/browser.ts';
import { goTo, seen } from './page-words.ts';
import { PLAN, RULE } from './studio-draws.ts';
import { choose, openPart, press } from './studio-words.ts';

/** The published plan calls a list over the practice line, and its figures are read off the graph. */

const TASK = '邀约第一批';
const AT_ONCE = 15;
const TASK_MS = 200_000;
/** Who talks long comes first; the last five are soon done with and take the channels that were never talked on. */
const agree = ['0001', '0076', '0135', '0213', '0327'];
const numbers = [
  ...agree, // to everything
  '0250', // asks what it costs
  ...['0014', '0056'], // change their mind
  ...['0018', '0040', '0052'], // cannot decide
  '0015', // drives a car, and is called tomorrow
  ...['0005', '0019', '0017'], // reject, nobody has it: no rule tries them again
  ...['0003', '0039', '0012', '0025', '0011'], // do not need it, hang up on it, interrupt
].map(last => `1540000${last}`);
const agreeing = numbers.slice(0, agree.length);

export const callByHand = async (page: Page, direct: DirectDatabase): Promise<void> => {
  await goTo(page, '我的任务', /\/my-task/);
  await press(page, '新建任务');
  await page.getByLabel('任务名称').fill(TASK);
  await choose(page, '话术', PLAN);
  await page.getByLabel('练习线路 用几路').fill(`${AT_ONCE}`);
  await press(page, '下一步');
  await page.getByText('粘贴', { exact: true }).click();
  await page.getByLabel('粘贴号码').fill(numbers.join('\n'));
  await press(page, '导入');
  await seen(page.getByText(`任务里有 ${numbers.length} 个号码`));
  await press(page, '下一步');
  await press(page, '下一步');
  await press(page, '启动任务');
  await page.waitForURL(/\/platform\/task\/\d+/);
  // Who drives was promised a call tomorrow morning: the task waits for that one alone, and shows how the others came out.
  await until('the twenty calls', TASK_MS, async () => {
    const [left] = await direct.rows<{ promised: string[] | null; ended: number }>(
      `select (select count(*)::int from call where task_id = task.id and stage = 'ended') as ended,
         (select array_agg(phone) from callee where task_id = task.id and state <> 'settled' and is_appointed) as promised
       from task where name = $1`,
      [TASK],
    );
    return left?.ended === numbers.length && left.promised?.join() === '15400000015' ? true : null;
  });
  await press(page, '报告');
  await seen(page.getByText('从号码到意向'));
};

/**
 * Each number has its record; who agreed to a time has the level of the rule that says so. One of the five who agree: a
 * callee hears a robot that the machine holds up as one that has finished, speaks too soon, and its talk goes otherwise.
 */
export const recordsByHand = async (page: Page, direct: DirectDatabase): Promise<void> => {
  const talks = await direct.rows<{ phone: string; rule: string | null; lines: unknown }>(
    `select call.phone, call.level_rule as rule, said.lines from call join task on task.id = call.task_id
     left join call_transcript said on said.call_id = call.id where task.name = $1 and call.phone = any($2)`,
    [TASK, agreeing],
  );
  const agreed = talks.find(({ rule }) => rule === RULE)?.phone ?? '';
  // Talks that all went otherwise are told with their words.
  expect(agreed, JSON.stringify(talks)).not.toBe('');
  await goTo(page, '通话记录', /\/callLog/);
  const row = shown(page.getByRole('row').filter({ hasText: agreed }));
  await row.click();
  const drawer = page.getByRole('complementary', { name: new RegExp(agreed) });
  await seen(drawer.getByText(RULE));
  await seen(drawer.getByText('周六上午').last());
  await page.keyboard.press('Escape');
  const called = await direct.rows<{ phone: string; n: number }>(
    `select call.phone, count(*)::int as n from call join task on task.id = call.task_id
     where task.name = $1 group by call.phone`,
    [TASK],
  );
  expect(called.map(({ phone, n }) => [phone, n]).toSorted()).toEqual(numbers.map(phone => [phone, 1]).toSorted());
};

const passedAndEnded = `
  with node as (
    select plan.id as plan, node->>'id' as id from plan, jsonb_path_query(draft, '$.flows[*].nodes[*]') node
    where plan.name = $1 and node->>'name' = $2)
  select
    (select count(distinct call.id)::int from node join call on call.plan_id = node.plan
      join call_transcript said on said.call_id = call.id
      where call.stage = 'ended' and jsonb_path_exists(said.path, '$[*] ? (@.node == $id)', jsonb_build_object('id', node.id)))
      as passed,
    (select count(*)::int from node join call on call.plan_id = node.plan and call.ended_node = node.id) as ended`;

/** The figures of two nodes on the heat map are those of a count by plain SQL. */
export const heatByHand = async (page: Page, direct: DirectDatabase): Promise<void> => {
  await press(page, '热力图');
  const panel = shown(page.getByRole('complementary', { name: '节点的内容' }));
  const figure = async (what: string) =>
    Number(new RegExp(`${what}\\s*(\\d+)`).exec((await panel.textContent()) ?? '')?.[1]);
  for (const node of ['介绍课程', '挽留']) {
    await shown(page.getByRole('treeitem', { name: node })).click();
    await seen(panel.getByRole('heading', { name: node }));
    const [counted] = await direct.rows<{ passed: number; ended: number }>(passedAndEnded, [PLAN, node]);
    expect(counted?.passed, node).toBeGreaterThan(0);
    expect([node, await figure('经过'), await figure('在这里结束')]).toEqual([node, counted?.passed, counted?.ended]);
  }
  await picture(page, '53-studio-heat');
};

/** A sentence that nobody understood is put to an intent of the draft, with what that will gain. */
export const learnByHand = async (page: Page, direct: DirectDatabase): Promise<void> => {
  const [missed] = await direct.rows<{ n: number }>(
    `select count(*)::int as n from missed_line join plan on plan.id = missed_line.plan_id
     where plan.name = $1 and because is null`,
    [PLAN],
  );
  await seen(page.getByRole('button', { name: `看全部 ${missed?.n} 句` }));
  await press(page, /^归类「.*(考虑|想一想|商量|再看看)/);
  const dialog = page.getByRole('dialog', { name: /^归类/ });
  await dialog.getByText('意图', { exact: true }).first().click();
  await dialog.getByRole('combobox', { name: '意图' }).selectOption({ label: '要考虑' });
  const gain = await dialog.getByText(/^最近这些天，这组/).textContent();
  const [, of, understood] = /这组 (\d+) 句里会听懂 (\d+) 句/.exec(gain ?? '') ?? [];
  expect(Number(understood), gain ?? '').toBeGreaterThan(0);
  expect(Number(understood), gain ?? '').toBeLessThanOrEqual(Number(of));
  await seen(dialog.getByText(/不受影响/));
  await picture(page, '54-studio-learns');
  await press(dialog, '加进草稿');
  await seen(page.locator('.toasts').getByText('已加进草稿，可以撤销'));
  await press(page, '热力图');
};

/** Changed rules over the calls of the last weeks: who would change is what plain SQL counts. */
export const backTestByHand = async (page: Page, direct: DirectDatabase): Promise<void> => {
  await openPart(page, '更多', '等级规则');
  const rules = shown(page.getByRole('region', { name: '等级规则' }));
  await choose(rules, '等级 · 有回应', 'C');
  await page.getByText('回测', { exact: true }).click();
  await press(page, '开始回测');
  const [counted] = await direct.rows<{ all: number; bs: number }>(
    `select count(*)::int as all, count(*) filter (where level = 'B')::int as bs from call
     join plan on plan.id = call.plan_id where plan.name = $1 and call.state = 'answered'`,
    [PLAN],
  );
  expect(counted?.bs).toBeGreaterThan(0);
  await seen(page.getByText(`· ${counted?.all} 通 · ${counted?.bs} 通会变`));
  await seen(page.getByRole('button', { name: `B 到 C：${counted?.bs} 通` }));
  await press(page, /^撤销/);
  await expect.poll(() => rules.getByLabel('等级 · 有回应').inputValue()).toBe('B');
  await press(page, '主流程');
};
