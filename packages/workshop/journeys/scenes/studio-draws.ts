import type { Page } from 'playwright-core';
import { picture, shown } from '../house/browser.ts';
import { goTo, said, seen } from './page-words.ts';
import {
  addBranch,
  addNode,
  choose,
  drawCord,
  dropBranch,
  leads,
  mark,
  openPart,
  press,
  text,
} from './studio-words.ts';

/** What a merchant's operator makes of an empty plan, alone. */
export const PLAN = '试听课邀约';
export const TEST = '约上试听';
export const RULE = '约好了时间';
/** The practice callee that is always engaged: nobody is free to take the call over. */
const ENGAGED = '15400000004';

export const createByHand = async (page: Page): Promise<void> => {
  await goTo(page, '我的话术', /\/plan/);
  await press(page, '新建话术');
  const dialog = page.getByRole('dialog', { name: '新建话术' });
  await dialog.getByRole('textbox', { name: '名称', exact: true }).fill(PLAN);
  await dialog.getByText('空白话术').click();
  await press(dialog, '新建');
  await page.waitForURL(/\/plan\/\d+/);
  await seen(page.getByRole('heading', { name: PLAN }));
};

export const nameVariables = async (page: Page): Promise<void> => {
  await openPart(page, '更多', '设置');
  for (const label of ['年级', '试听时间']) {
    await press(page, '加变量');
    await page.getByLabel(/^叫法/).last().fill(label);
  }
};

const HESITATES = '要考虑';

/** What callees mean beyond the words an empty plan begins with. */
export const teachByHand = async (page: Page): Promise<void> => {
  await openPart(page, '设置', /^意图/);
  await press(page, /^肯定/);
  await text(page, '词，说到就算').fill('好的 可以 行 方便 是的 没问题 你说 请讲 你讲 好啊 试试');
  await press(page, '加意图');
  await text(page, '名称').fill(HESITATES);
  await text(page, '词，说到就算').fill('再说吧');
  await press(page, /^知识库/);
  // Who hesitates is talked to in this plan, not called again: the part that offers that goes, with its nodes.
  await press(page, /^考虑一下/);
  await press(page, '删除');
  await press(page, '加问题');
  await text(page, '问题').fill('多少钱');
  await text(page, '词，说到就算').fill('多少钱 收费 学费');
  await text(page, '回答').fill('小班一节课一百五，第一节免费。');
};

/** Eight nodes: a new one hangs at the first open exit of the one before it; the other ways are chosen from lists. */
export const drawByHand = async (page: Page): Promise<void> => {
  await press(page, '主流程');
  await addNode(page, { kind: '采集', name: '问年级', says: '请问孩子现在上几年级？' });
  await choose(page, '存入', '年级');
  await leads(page, '默认', '结束语');
  await addNode(page, { kind: '说', name: '介绍课程', says: '小班每班八人，第一节免费，要不要先来试一节？' });
  await addNode(page, { kind: '采集', name: '约试听时间', says: '您看周六上午还是周日下午方便？' });
  await choose(page, '存入', '试听时间');
  await choose(page, '采集什么', '日期');
  await leads(page, '默认', '结束语');
  await addNode(page, { kind: '转人工', name: '转课程老师', says: '好的，我请课程老师和您确认。' });
  await text(page, '号码').fill(ENGAGED);
  await addNode(page, { kind: '结束', name: '老师会回电', says: '老师正在忙，晚点给您回电，再见。' });
  await addNode(page, { kind: '说', name: '挽留', says: '第一节不收钱，要不要先来试一次？' });
  await leads(page, '否定', '结束语');
  await leads(page, '默认', '结束语');

  await mark(page, '开场白');
  await text(page, '要说的话').fill('我是启航教育的课程顾问，想请孩子来试听，方便说话吗？');
  await leads(page, '肯定', '问年级');
  await leads(page, '拒绝', '挽留');
  await dropBranch(page, '默认');
  await mark(page, '介绍课程');
  await dropBranch(page, '默认');
  await leads(page, '否定', '挽留');
  await addBranch(page, '拒绝', '挽留');
  await addBranch(page, HESITATES, '挽留');
  await addBranch(page, '未识别', '结束语');

  await press(page, '自动排布');
  await seen(page.getByRole('button', { name: '撤销：自动排布' }));
  await press(page, '看全部');
  await drawCord(page, '说 挽留', '肯定', '采集 约试听时间');
  await seen(page.getByRole('button', { name: '撤销：连线' }));
  await seen(page.getByText('8 个节点'));
  await seen(page.getByRole('button', { name: '发布', exact: true }));
  await seen(page.getByText(/已自动保存/));
};

/** Who has named a time is an A. */
export const ruleByHand = async (page: Page): Promise<void> => {
  await openPart(page, '更多', '等级规则');
  await press(page, '加规则');
  const rule = shown(page.getByRole('region', { name: '等级规则' }))
    .getByRole('listitem')
    .filter({ hasText: '加条件' })
    .nth(2);
  await text(rule, '规则名称').fill(RULE);
  await choose(rule, /^等级/, 'A');
  await choose(rule, '看什么', '采集到');
  await choose(rule, '变量', '试听时间');
  await press(page, `上移「${RULE}」`);
  await press(page, `上移「${RULE}」`);
  await press(page, '主流程');
};

/** A talk with the draft, typed, to its end; then it is kept as a test conversation. */
export const talkByHand = async (page: Page): Promise<void> => {
  const talk = shown(page.getByRole('region', { name: '试讲' }));
  await press(talk, '开始试讲');
  const says = async (what: string, then: string) => {
    await text(talk, '打字，或按住麦克风说').fill(what);
    await page.keyboard.press('Enter');
    await seen(talk.getByText(then).last());
  };
  await seen(talk.getByText('方便说话吗？'));
  await says('方便的', '上几年级');
  await says('三年级', '要不要先来试一节');
  await says('先问问多少钱', '一百五');
  await says('可以啊', '周六上午还是');
  await says('周六上午', '「转课程老师」转人工');
  await press(talk, '没人接');
  await seen(talk.getByText('晚点给您回电'));
  await seen(talk.getByText(`凭「${RULE}」`));
  await picture(page, '51-studio-talked');
  await press(talk, '存为测试');
  const dialog = page.getByRole('dialog', { name: '存为测试' });
  await text(dialog, '名称').fill(TEST);
  await press(dialog, '保存');
  await said(page, '测试已保存');
};
