import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { lineIs } from '../../testing/house-lines.ts';
import type { Layer } from '../../testing/layer.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';
import { addNumbers, newTask, runningTask, taskGoes } from '../../testing/tasks.ts';

/** One task runs, one waits for money, one is through. */
const withTasks = async () => {
  const merchant = await newMerchant();
  const paused = await newTask(merchant.owner, { name: '车险续保提醒 · 12 月' });
  const finished = await newTask(merchant.owner, { name: '试听课回访 · 第二批' });
  const none = { fresh: 0, retrying: 0, settled: 0, answered: 0 };
  await taskGoes(merchant, paused, { state: 'paused', because: 'balance', counts: { ...none, fresh: 6_000 } });
  await taskGoes(merchant, finished, { state: 'finished', counts: { ...none, settled: 900, answered: 410 } });
  const { task: running } = await runningTask(merchant, { name: '试听课回访 · 11 月第三批' });
  return { merchant, running };
};

/** For what changes no task of the list. */
let merchant: Merchant;
let running: string;
beforeAll(async () => {
  ({ merchant, running } = await withTasks());
});

const open = (query = '', of = merchant) => openAt(`/my-task${query}`, { as: of.owner });
const times = ({ asked }: Layer, { path }: { readonly path: string }) =>
  asked.filter(each => each.path === path).length;

test('the list says how far each task is and why it stands, and follows it', async () => {
  const { screen, ready } = await open();
  await ready;
  const row = screen.getByRole('row', { name: /11 月第三批/ });
  await expect.element(row.getByText('运行中')).toBeVisible();
  await expect.element(row.getByText('14,518', { exact: false })).toBeVisible();
  await expect.element(screen.getByText('余额不足，充值后自动继续')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  const counts = { fresh: 5_125, retrying: 1_080, settled: 13_777, answered: 5_851 };
  await taskGoes(merchant, running, { counts });
  await expect.element(row.getByText('14,875', { exact: false })).toBeVisible();
});

test('stopping a task names the numbers that will not be called any more', async () => {
  const own = await withTasks();
  const { screen, layer } = await open('', own.merchant);
  await screen.getByRole('button', { name: /^停止 .*第三批/ }).click();
  await expect.element(screen.getByText(/停止后 6,562 个没拨完的号码不再拨打/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('dialog').getByRole('button', { name: '停止' }).click();
  await expect.element(screen.getByText('任务已停止')).toBeVisible();
  expect(layer.lastAsked(endpoints.task.stop)?.id).toBe(own.running);
});

test('of the chosen tasks those that can be are paused, those that can be are stopped after one question', async () => {
  const { screen, layer } = await open('', (await withTasks()).merchant);
  await screen.getByRole('checkbox', { name: '选中本页' }).click();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: /^暂停 \d$/ }).click();
  await expect.element(screen.getByText(/^暂停了 \d 个任务$/)).toBeVisible();
  await screen.getByRole('checkbox', { name: /^选中 .*第三批/ }).click();
  await screen.getByRole('button', { name: '停止 1' }).click();
  await screen.getByRole('dialog', { name: '停止 1 个任务' }).getByRole('button', { name: '停止' }).click();
  await expect.element(screen.getByText('停止了 1 个任务')).toBeVisible();
  expect(times(layer, endpoints.task.stop)).toBe(1);
});

test('several that are started at once are each looked at before', async () => {
  const own = await newMerchant();
  for (const [at, name] of ['甲', '乙'].entries())
    await addNumbers(own, await newTask(own.owner, { name }), 15_400_000_101 + at * 10, 3);
  const { screen, layer } = await open('', own);
  await screen.getByRole('checkbox', { name: '选中本页' }).click();
  await screen.getByRole('button', { name: '启动 2', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: '启动 2 个任务' });
  await expect.element(dialog.getByText('一共还有 6 个号码要拨', { exact: false })).toBeVisible();
  await expect.element(dialog.getByRole('region', { name: '最先拨打的号码会听到' })).toBeVisible();
  await dialog.getByText('甲', { exact: true }).click();
  await expect.element(dialog.getByText('15400000101')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  expect(times(layer, endpoints.task.start)).toBe(0);
  await dialog.getByRole('button', { name: '启动', exact: true }).click();
  await expect.element(screen.getByText('启动了 2 个任务')).toBeVisible();
  expect(times(layer, endpoints.task.start)).toBe(2);
});

test('the emergency stop says how many tasks and calls it ends', async () => {
  const { screen } = await open('', (await withTasks()).merchant);
  await screen.getByRole('button', { name: '紧急停止' }).click();
  await expect
    .element(screen.getByText(/1 个任务会暂停，正在进行的 18 通电话马上挂断。还没接通的号码放回名单/))
    .toBeVisible();
  await screen.getByRole('dialog').getByRole('button', { name: '紧急停止' }).click();
  await expect.element(screen.getByText('已暂停 1 个任务，挂断 18 通电话')).toBeVisible();
});

test('a newcomer makes a task of sixty practice numbers and starts it', async () => {
  const { screen, layer } = await open('', await newMerchant());
  await expect.element(screen.getByText('还没有任务')).toBeVisible();
  await screen.getByRole('button', { name: '新建任务' }).first().click();
  await expect.element(screen.getByLabelText('任务名称')).toHaveValue(expect.stringContaining('试听课回访'));
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '下一步' }).click();
  // Who goes on with the keyboard is at the top of what comes.
  await expect.element(screen.getByRole('region', { name: '号码', exact: true })).toHaveFocus();
  await screen.getByRole('button', { name: '填入 60 个练习号码' }).click();
  await expect.element(screen.getByRole('cell', { name: '15400000001' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '导入', exact: true }).click();
  await expect.element(screen.getByText('任务里有 60 个号码')).toBeVisible();
  await screen.getByRole('button', { name: '下一步' }).click();
  await expect.element(screen.getByRole('heading', { name: '没打通怎么办' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  const part = document.querySelector('.editor-step')!;
  const toEnd = () => {
    part.scrollTop = part.scrollHeight;
    return part.scrollTop;
  };
  expect(toEnd()).toBeGreaterThan(0);
  await screen.getByRole('button', { name: '下一步' }).click();
  await expect.element(screen.getByText(/最多同时 15 通/)).toBeVisible();
  await expect.element(screen.getByRole('region', { name: '最先拨打的号码会听到' })).toBeVisible();
  // A step begins at its top, however far down the one before was read, and its end scrolls clear of the footer.
  expect(part.scrollTop).toBe(0);
  toEnd();
  const foot = document.querySelector('.editor > footer')!.getBoundingClientRect();
  const costs = screen.getByText('费用', { exact: true }).element().getBoundingClientRect();
  expect(costs.bottom).toBeLessThanOrEqual(foot.top);
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '启动任务' }).click();
  await expect.poll(() => location.pathname).toMatch(/^\/platform\/task\/\d+$/);
  await expect.element(screen.getByRole('heading', { name: /每分钟等级/ })).toBeVisible();
  expect(times(layer, endpoints.task.start)).toBe(1);
});

test('what was pasted goes in by going on; what cannot go in is asked about, and is still there when one comes back', async () => {
  const own = await newMerchant();
  const draft = await newTask(own.owner, { name: '下一步' });
  const { screen, layer } = await open(`?edit=${draft}&step=numbers`, own);
  await screen.getByText('粘贴', { exact: true }).click();
  await screen.getByLabelText('粘贴号码').fill('15400000001,陈女士\n15400000002,何先生\n15400000002,何先生');
  await expect.element(screen.getByText('能导入 2 个（共 3 行）')).toBeVisible();
  await screen.getByRole('button', { name: '下一步' }).click();
  await expect.element(screen.getByRole('heading', { name: '没打通怎么办' })).toBeVisible();
  expect(times(layer, endpoints.task.import)).toBe(1);
  // What came of it is seen without going back: whose it is, and how many were left out.
  const came = screen.getByRole('region', { name: '导入记录' });
  await expect.element(came.getByText('导入 2，重复 1')).toBeVisible();
  await expect.element(came.getByText('粘贴的号码')).toBeVisible();
  await expect.element(came.getByText(/^王晓雯 今天 \d\d:\d\d:\d\d$/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '下一步' }).click();
  await expect.element(screen.getByRole('region', { name: '最先拨打的号码会听到' })).toBeVisible();
  await expect.element(came.getByText('导入 2，重复 1')).toBeVisible();
  await screen.getByRole('button', { name: '上一步' }).click();
  await screen.getByRole('button', { name: '上一步' }).click();
  await expect.element(screen.getByText('任务里有 2 个号码')).toBeVisible();
  await screen.getByText('粘贴', { exact: true }).click();
  await screen.getByLabelText('粘贴号码').fill('没有号码,一个也没有');
  await screen.getByRole('button', { name: '下一步' }).click();
  await expect.element(screen.getByRole('dialog', { name: '还有没导入的号码' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '不导入，往下走' }).click();
  await expect.element(screen.getByRole('heading', { name: '没打通怎么办' })).toBeVisible();
  expect(times(layer, endpoints.task.import)).toBe(1);
  await screen.getByRole('button', { name: '上一步' }).click();
  await expect.element(screen.getByLabelText('粘贴号码')).toHaveValue('没有号码,一个也没有');
});

/** As a CRM writes it: two rows above the titles, a date beside the phone, phones as people type them. */
const crmSheet = [
  '11 月到期客户,,,,',
  '制表：王晓雯,,,,',
  '序号,客户姓名,联系电话,产品,到期日',
  '1,陈女士,138 0000 0001,车险,2026-12-01',
  '2,何先生,"13800000002/13800000003",车险,2026-12-03',
  '3,孙女士,13800000005(微信同号),寿险,2026-12-09',
].join('\n');

test('from a CRM’s own sheet to dialling: six clicks, no column corrected', async () => {
  const own = await newMerchant();
  const { id: lineId } = await own.owner.ask(endpoints.line.save, { name: '粤电信', address: '192.0.2.7:5060' });
  await lineIs(own, lineId, { state: 'up' });
  const { screen, layer } = await open('', own);
  await expect.element(screen.getByText('还没有任务')).toBeVisible();
  let clicks = 0;
  const press = async (name: string) => {
    clicks += 1;
    await screen.getByRole('button', { name, exact: true }).first().click();
  };
  await press('新建任务');
  await press('下一步');
  await expect.element(screen.getByText('把 .xlsx、.csv 或 .txt 拖到这里', { exact: false })).toBeVisible();
  // Its button opens the browser's own chooser.
  clicks += 1;
  await userEvent.upload(screen.getByLabelText('选择文件'), [
    new File([crmSheet], '11月到期.csv', { type: 'text/csv' }),
  ]);
  await expect.element(screen.getByText('能导入 3 个', { exact: false })).toBeVisible();
  await press('下一步');
  await expect.element(screen.getByRole('heading', { name: '没打通怎么办' })).toBeVisible();
  await press('下一步');
  await expect.element(screen.getByRole('region', { name: '最先拨打的号码会听到' })).toBeVisible();
  await press('启动任务');
  await expect.poll(() => location.pathname).toMatch(/^\/platform\/task\/\d+$/);
  await expect.element(screen.getByRole('heading', { name: /每分钟等级/ })).toBeVisible();
  expect(times(layer, endpoints.task.start)).toBe(1);
  expect(clicks).toBe(6);
});

test('a draft is saved as one types, and a reload finds it', async () => {
  const { screen, layer } = await open('?edit=new', await newMerchant());
  await screen.getByLabelText('任务名称').fill('周末回访');
  await expect.element(screen.getByText('已自动保存')).toBeVisible();
  await expect.poll(() => location.search).toMatch(/edit=\d+/);
  const id = new URLSearchParams(location.search).get('edit');
  expect(times(layer, endpoints.task.save)).toBe(1);
  await screen.getByLabelText('任务名称').fill('周末回访二');
  await expect.poll(() => layer.lastAsked(endpoints.task.save)?.id).toBe(id);
});

test('whatever the house tries again can be chosen: a phone that is out of service too', async () => {
  const { screen } = await open(`?edit=${running}&step=pacing`);
  await screen.getByRole('button', { name: '加一种结果' }).click();
  await screen.getByRole('button', { name: '停机', exact: true }).click();
  await expect.element(screen.getByLabelText('停机 重拨次数')).toHaveValue('1');
});

test('numbers with a name in the next column; one column for each thing', async () => {
  const own = await newMerchant();
  const draft = await newTask(own.owner, { name: '导入' });
  const { screen, layer } = await open(`?edit=${draft}&step=numbers`, own);
  await screen.getByText('粘贴', { exact: true }).click();
  await screen.getByLabelText('粘贴号码').fill('15400000001,陈女士,三年级');
  const third = screen.getByLabelText(/第 3 列是/);
  await third.selectOptions('phone');
  await expect.element(screen.getByText('“号码”只能对应一列')).toBeVisible();
  await third.selectOptions('variable:grade');
  await expect.element(screen.getByText('能导入 1 个（共 1 行）')).toBeVisible();
  await screen.getByRole('button', { name: '导入', exact: true }).click();
  await expect
    .poll(() => layer.lastAsked(endpoints.task.import)?.columns)
    .toBe('[{"index":0,"use":"phone"},{"index":1,"use":"name"},{"index":2,"use":"variable","variable":"grade"}]');
});

test('the sheet of a customer’s system needs no correction: title rows, a date, a number too short', async () => {
  const own = await newMerchant();
  const draft = await newTask(own.owner, { name: '到期' });
  const { screen, layer } = await open(`?edit=${draft}&step=numbers`, own);
  await screen.getByText('粘贴', { exact: true }).click();
  const rows = [
    ['到期客户回访名单'],
    ['制表人：王芳', '', '', '电话：010-61234567'],
    ['序号', '姓名', '联系电话', '到期日'],
    ['1', '张三', '15400000001/15400000002', '2026-12-01'],
    ['2', '李四', '1391234567', '2026-12-02'],
    ['3', '王五', '15400000003（微信同号）', '2026-12-03'],
  ];
  await screen.getByLabelText('粘贴号码').fill(rows.map(row => row.join('\t')).join('\n'));
  await expect.element(screen.getByText('上面 2 行不是名单，已跳过')).toBeVisible();
  // Who made the list has a number too: it is said, and one may say that there are no titles.
  await expect.element(screen.getByText('跳过的行里有 1 行带号码', { exact: false })).toBeVisible();
  const titles = screen.getByRole('combobox', { name: '标题在' });
  await expect.element(titles).toHaveValue('3');
  await titles.selectOptions('没有标题');
  await expect.element(screen.getByText('上面 2 行不是名单，已跳过')).not.toBeInTheDocument();
  await expect.element(screen.getByText('制表人：王芳')).toBeVisible();
  await titles.selectOptions('第 3 行');
  await expect.element(screen.getByText('2/3 是手机号')).toBeVisible();
  await expect.element(screen.getByText('3/3 是日期')).toBeVisible();
  await expect.element(screen.getByText('3/3 像姓名')).toBeVisible();
  await expect.element(screen.getByText('能导入 2 个（共 3 行）')).toBeVisible();
  await expect.element(screen.getByText('手机号应为 11 位，这个多了或少了 1')).toBeVisible();
  // A second number of a cell is kept, not dialled: how many there are, and which.
  await expect.element(screen.getByText('1 行有第二个号码，留作备用号码')).toBeVisible();
  await expect.element(screen.getByText('备用号码 15400000002')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '导入', exact: true }).click();
  await expect.element(screen.getByText('任务里有 2 个号码')).toBeVisible();
  expect(layer.lastAsked(endpoints.task.import)).toMatchObject({ skipped: '2', header: '1' });
  const { list } = await own.owner.ask(endpoints.task.callees, { id: draft });
  expect(list.map(({ phone, name }) => [phone, name])).toEqual(
    expect.arrayContaining([
      ['15400000001', '张三'],
      ['15400000003', '王五'],
    ]),
  );
});

test('what holds nobody to call is not imported', async () => {
  const own = await newMerchant();
  const draft = await newTask(own.owner, { name: '空' });
  const { screen } = await open(`?edit=${draft}&step=numbers`, own);
  await screen.getByText('粘贴', { exact: true }).click();
  await screen.getByLabelText('粘贴号码').fill('号码\n2026-12-01\n2026-12-02');
  await expect.element(screen.getByText('没有可以导入的号码')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '导入', exact: true })).toBeDisabled();
});

test('hours are typed as well as dragged, and taken away by their chips', async () => {
  const { screen } = await open(`?edit=${running}&step=pacing`);
  const hours = [...document.querySelectorAll('.week-hours span')].map(mark => mark.textContent);
  expect(hours).toEqual(['0', '3', '6', '9', '12', '15', '18', '21', '24']);
  await screen.getByRole('button', { name: '清空', exact: true }).click();
  await expect.element(screen.getByText('至少留一段可以拨打的时间')).toBeVisible();
  await screen.getByRole('button', { name: '加一段' }).first().click();
  await screen.getByLabelText('哪几天').selectOptions('weekend');
  await screen.getByRole('button', { name: '加一段' }).nth(1).click();
  await screen.getByRole('button', { name: '去掉 周日 9:00–12:00' }).click();
  await expect.element(screen.getByRole('button', { name: '去掉 周六 9:00–12:00' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('a task has days of its own: holidays, weekends that are worked, one with hours of its own', async () => {
  const { screen, layer } = await open(`?edit=${running}&step=pacing`);
  await screen.getByLabelText('法定节假日不呼叫').click();
  await screen.getByLabelText('调休上班的周末按周一的时段').click();
  await screen.getByRole('button', { name: '加日期' }).click();
  await screen.getByLabelText('日期', { exact: true }).fill('2026-12-31');
  await screen.getByLabelText('时段', { exact: true }).fill('上午');
  await expect.element(screen.getByText('有一行日期或时段看不懂，或日期重复')).toBeVisible();
  await screen.getByLabelText('时段', { exact: true }).fill('9:00-12:00');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '保存', exact: true }).click();
  await expect
    .poll(() => layer.lastAsked(endpoints.task.save))
    .toMatchObject({ holidaysOff: '1', makeUpDaysOn: '1', ownDays: '{"2026-12-31":[{"from":540,"to":720}]}' });
});

test('a task has caps of its own: a figure that is none is named, wider ones are refused with the bound', async () => {
  const own = await newMerchant();
  const { ask } = own.owner;
  const { id: lineId } = await ask(endpoints.line.save, { name: '粤电信', address: '192.0.2.7:5060' });
  const { id: portId } = await ask(endpoints.port.save, { lineId, name: '粤电信-01', channels: 10 });
  const ports = [{ portId, channels: 1 }];
  const windows = Array.from({ length: 7 }, () => [{ from: 540, to: 1_200 }]);
  const days = { holidaysOff: '1' as const, ownDays: { '2026-12-31': [] } };
  const id = await newTask(own.owner, { name: '每天一次', ports, windows, ...days });
  const { screen, layer } = await open(`?edit=${id}&step=pacing`, own);
  await screen.getByLabelText('同一号码每天最多').fill('两次');
  await expect.element(screen.getByText('每天次数请输入 0 到 100 的整数')).toBeVisible();
  await screen.getByLabelText('同一号码每天最多').fill('４');
  await expect.element(screen.getByText(/任务的每号每天次数不能比外呼规则的 3 宽/)).toBeVisible();
  await screen.getByLabelText('同一号码每天最多').fill('1');
  await screen.getByLabelText('两次呼叫至少隔几分钟').fill('30');
  expect(await accessFaults()).toEqual([]);
  await expect
    .poll(() => layer.lastAsked(endpoints.task.save))
    .toMatchObject({ perDay: '1', per7Days: '0', per30Days: '0', minutesBetween: '30' });
  await expect.poll(async () => (await ask(endpoints.task.detail, { id })).perDay).toBe(1);
  await screen.getByRole('button', { name: '下一步' }).click();
  await expect.element(screen.getByText('同一号码每天最多 1；两次呼叫至少隔几分钟 30')).toBeVisible();
  await expect.element(screen.getByText('法定节假日不呼叫；2026-12-31 不呼叫')).toBeVisible();
});

test('rules stand beside the list, lists of numbers are a step away', async () => {
  const { screen, layer } = await open();
  await screen.getByRole('button', { name: '外呼规则' }).click();
  await screen.getByLabelText('同一号码每天最多').fill('101');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('应为 0 到 100 的整数')).toBeVisible();
  await screen.getByLabelText('同一号码每天最多').fill('2');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.poll(() => layer.lastAsked(endpoints.rules.save)?.perDay).toBe('2');
  await expect.element(screen.getByRole('link', { name: '名单' })).toBeVisible();
});

test('▷ first says whom it calls and what they will hear, when, and what will not be understood; then it starts', async () => {
  const own = await newMerchant();
  const { ask } = own.owner;
  const { id: lineId } = await ask(endpoints.line.save, { name: '粤电信', address: '192.0.2.7:5060' });
  const { id: portId } = await ask(endpoints.port.save, { lineId, name: '粤电信-01', channels: 10 });
  // As wide as the rules of a new merchant let a task be.
  const windows = Array.from({ length: 7 }, () => [{ from: 540, to: 1_320 }]);
  const draft = await newTask(own.owner, { name: '老客户回访', ports: [{ portId, channels: 10 }], windows });
  await addNumbers(own, draft, 13_812_340_001, 30);
  const { screen, layer } = await open('', own);
  await screen.getByRole('button', { name: '启动 老客户回访' }).click();
  const dialog = screen.getByRole('dialog', { name: '启动“老客户回访”' });
  await expect.element(dialog.getByText('30 个', { exact: true })).toBeVisible();
  const first = dialog.getByRole('region', { name: '最先拨打的号码会听到' });
  await expect.element(first.getByText('13812340003')).toBeVisible();
  await expect.element(first.getByText(/^您好，我是智能语音助手，本次通话会录音/).first()).toBeVisible();
  await expect.element(dialog.getByText(/9:00–20:00/)).toBeVisible();
  await expect.element(dialog.getByText('30 个', { exact: true })).toBeVisible();
  await expect.element(dialog.getByText('粤电信 没有接语音识别，只听得懂按键。', { exact: false })).toBeVisible();
  await expect.element(dialog.getByRole('link', { name: '去语音与模型接上' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  expect(times(layer, endpoints.task.start)).toBe(0);
  await dialog.getByRole('button', { name: '先打 5 个' }).click();
  await expect.element(screen.getByText('任务已启动')).toBeVisible();
  expect(layer.lastAsked(endpoints.task.start)).toMatchObject({ id: draft, firstCalls: '5' });
  await taskGoes(own, draft, { state: 'paused', because: 'firstCalls' });
  await expect.element(screen.getByText('先打的几个已经打完，看过后点继续')).toBeVisible();
});

test('where nobody listens on a line, only keys count, and the nodes that need words are named', async () => {
  const own = await newMerchant();
  const { ask } = own.owner;
  const { id: lineId } = await ask(endpoints.line.save, { name: '粤电信', address: '192.0.2.7:5060' });
  await ask(endpoints.port.save, { lineId, name: '粤电信-01', channels: 10 });
  const { screen } = await open('?edit=new', own);
  await screen.getByRole('checkbox', { name: /粤电信-01/ }).click();
  await expect.element(screen.getByText('粤电信 没有接语音识别，只听得懂按键。', { exact: false })).toBeVisible();
  await expect
    .element(
      screen.getByText(
        '这 9 个节点要靠说话才能往下走：开场白、核对年级、介绍小学班、介绍中学班、打消顾虑、推荐线上课、婉拒挽留、约定回电、约试听时间',
        { exact: false },
      ),
    )
    .toBeVisible();
  expect(await accessFaults()).toEqual([]);
  const settings = { url: 'wss://192.0.2.9:10095' };
  const { id } = await ask(endpoints.speech.save, { kind: 'funasr', name: '机房 FunASR', settings });
  await ask(endpoints.speech.choose, { purpose: 'recogniser', id });
  const heard = await open('?edit=new', own);
  await heard.screen.getByRole('checkbox', { name: /粤电信-01/ }).click();
  await expect.element(heard.screen.getByText('没有接语音识别', { exact: false })).not.toBeInTheDocument();
});
