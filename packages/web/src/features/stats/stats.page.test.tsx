import { endpoints } from '@lianxian/contract';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Merchant, newMerchant } from '../../testing/house.ts';
import { type Layer, openLayer } from '../../testing/layer.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults, type Screen } from '../../testing/show-page.tsx';
import * as samples from '../../testing/stat-samples.ts';
import { appearance } from '../../ui/theme/appearance.ts';

const { stat } = endpoints;
let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant({ owner: '李敏' });
});
afterEach(async () => {
  appearance.choose('light');
  await page.viewport(1440, 900);
});

/** Figures by hand: what a house counts is asked of its own tests. */
const figures = (): Layer => {
  const layer = openLayer();
  layer.answers(stat.choices, {
    tasks: [{ id: '1', name: '秋季回访' }],
    plans: [{ id: '7', name: '试听课回访', versions: [1, 2, 3] }],
    lines: [{ id: '4', name: '粤联通-02' }],
    ports: [{ id: '5', name: '广州 E1' }],
    people: [{ id: '31', name: '赵强' }],
  });
  layer.answers(stat.planQuality, samples.qualityAnswer);
  layer.answers(stat.missed, samples.missedAnswer);
  layer.answers(stat.levels, samples.levelsAnswer);
  layer.answers(stat.answerHours, samples.hoursAnswer);
  layer.answers(stat.causes, samples.causesAnswer);
  layer.answers(stat.ports, samples.portsAnswer);
  layer.answers(stat.portCauses, samples.causesAnswer);
  layer.answers(stat.questions, samples.questionsAnswer);
  layer.answers(stat.collection, samples.collectionAnswer);
  layer.answers(stat.cross, samples.crossAnswer);
  layer.answers(stat.words, samples.wordsAnswer);
  layer.answers(stat.answers, samples.answersAnswer);
  layer.answers(stat.report, samples.reportAnswer);
  return layer;
};
const openStat = (path: string) => openAt(path, { as: merchant.owner, layer: figures() });
const drawn = () => document.querySelectorAll('.chart canvas').length;
const hrefOf = (screen: Screen, name: string | RegExp) =>
  decodeURIComponent(screen.getByRole('link', { name }).first().element().getAttribute('href') ?? '');

test.each([
  ['O-035', '/planQuality', '话术质量', '从名单到意向'],
  ['O-036', '/levelStatistics', '通话质量', '客户什么时候接电话'],
  ['O-037', '/collection', '信息采集', '孩子几年级'],
  ['O-038', '/portStat', '端口统计', '占用和接通'],
])(
  '%s: %s shows its figures, wide and narrow, light and dark, and axe finds nothing',
  async (_id, path, title, part) => {
    const { screen } = await openStat(path);
    await expect.element(screen.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect.element(screen.getByRole('heading', { name: part })).toBeVisible();
    await expect.poll(drawn).toBeGreaterThan(0);
    for (const mode of ['light', 'dark'] as const) {
      appearance.choose(mode);
      expect(await accessFaults()).toEqual([]);
    }
    for (const width of [1_200, 1_440, 1_920]) {
      await page.viewport(width, 900);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      expect(document.querySelector('.stats-body')!.scrollWidth).toBeLessThanOrEqual(width);
    }
  },
);

test('话术质量: from the list to A and B beside the days before; what may be chance says so; ways to calls and heat', async () => {
  const { screen } = await openStat('/planQuality');
  const totals = screen.getByRole('region', { name: '总数' });
  await expect.element(totals.getByText('43.7%')).toBeVisible();
  await expect.element(totals.getByText('−6.3%')).toBeVisible();
  await expect.element(totals.getByText('和前 7 天比')).toBeVisible();
  // Heard and completed differ by no more than chance, answered and good by more.
  expect(totals.getByText('可能只是偶然').elements().length).toBe(2);
  const funnel = screen.getByRole('heading', { name: '从名单到意向' }).element().closest('section')!;
  expect([...funnel.querySelectorAll('li')].map(row => row.textContent)).toEqual([
    '名单2,000',
    '拨打98049.0%',
    '接通62043.7%',
    '听满 10 秒43169.5%',
    'A、B 类15024.2%',
  ]);
  expect(hrefOf(screen, '看「试听课回访 · 第 3 版」的通话')).toBe(
    '/callLog?time=2026-11-14~2026-11-20&source=notHand&plan=7&version=3',
  );
  expect(hrefOf(screen, '「试听课回访 · 第 3 版」的热力图')).toBe('/plan/7?heat=1');
  await screen.getByRole('button', { name: '试听课回访', exact: true }).click();
  await expect.element(screen.getByText('“费用怎么算”')).toBeVisible();
  expect(location.search).toBe('?plan=7');
  expect(hrefOf(screen, '去归类')).toBe('/plan/7?heat=1');
});

test('a link keeps the filter: what it says is asked, stands in chips, and can be changed by keys', async () => {
  const { screen, layer } = await openStat('/planQuality?time=2026-11-01~2026-11-18&plan=7&version=3');
  await expect.element(screen.getByRole('button', { name: '时间 2026-11-01 至 2026-11-18' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '话术 试听课回访' })).toBeVisible();
  expect(layer.lastAsked(stat.planQuality)).toMatchObject({ from: '2026-11-01', to: '2026-11-18', planId: '7' });
  const days = screen.getByRole('button', { name: '时间 2026-11-01 至 2026-11-18' });
  (days.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await screen.getByRole('button', { name: '近 30 天' }).click();
  await expect.poll(() => location.search).toBe('?time=30d&plan=7&version=3');
  await screen.getByRole('button', { name: '去掉「话术」' }).click();
  await expect.poll(() => location.search).toBe('?time=30d');
});

test('a condition that nobody can read finds nothing and is told', async () => {
  const { screen, layer } = await openStat('/levelStatistics?plan=abc');
  await expect.element(screen.getByText('链接里的条件看不懂')).toBeVisible();
  expect(layer.lastAsked(stat.levels)).toBeUndefined();
  await screen.getByRole('button', { name: '清空' }).last().click();
  await expect.element(screen.getByRole('heading', { name: '等级' })).toBeVisible();
});

test('通话质量: a chart has its table behind a switch that keys reach, and its figures lead to the very calls', async () => {
  const { screen, layer } = await openStat('/levelStatistics');
  const levels = screen.getByRole('region', { name: '等级', exact: true });
  await expect.element(levels.getByRole('img', { name: /^等级，共 3 项。/ })).toBeVisible();
  const table = levels.getByRole('radio', { name: '表' });
  (levels.getByRole('radio', { name: '图' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(table).toBeChecked();
  expect(hrefOf(screen, /^11-18 A 类 60/)).toBe('/callLog?time=2026-11-18~2026-11-18&source=notHand&level=A');
  await screen.getByText('省份', { exact: true }).click();
  await expect.poll(() => location.search).toBe('?by=province');
  await expect.poll(() => layer.lastAsked(stat.levels)?.by).toBe('province');

  const hours = screen.getByRole('table', { name: '客户什么时候接电话' });
  // No hour is left out, and what differs by more than chance stands out.
  expect(
    hours
      .getByRole('columnheader')
      .elements()
      .map(each => each.textContent),
  ).toEqual([...['星期', '9:00', '10:00', '11:00']]);
  const cells = [...hours.element().querySelectorAll('td')].filter(cell => cell.textContent !== '');
  expect(cells.map(cell => [cell.textContent, cell.classList.contains('bold')])).toEqual([
    ['40', true],
    ['30', false],
  ]);
  expect(hrefOf(screen, /^周一 9:00/)).toContain('hours=9-10&weekday=0');

  const causes = screen.getByRole('region', { name: '结果和原因' });
  await causes.getByText('表', { exact: true }).click();
  expect(hrefOf(screen, /^无人接听 · 振铃没人接/)).toContain('state=noAnswer&because=noAnswer');
});

test('a bar that is clicked leads to its calls', async () => {
  const { screen } = await openStat('/portStat');
  const chart = screen.getByRole('img', { name: /^占用和接通/ });
  await expect.poll(() => chart.element().querySelectorAll('canvas').length).toBe(1);
  const { width } = chart.element().getBoundingClientRect();
  await chart.hover({ position: { x: width / 3, y: 30 } });
  await expect.poll(() => document.querySelector('.chart-tip')?.textContent).toBe('广州 E1接通 620未接通 800');
  await chart.click({ position: { x: width / 3, y: 30 } });
  await expect.poll(() => location.pathname).toBe('/callLog');
  expect(new URLSearchParams(location.search).get('port')).toBe('5');
});

test('a chart that does not come shows its table, and says so', async () => {
  const canvas = HTMLCanvasElement.prototype;
  const { getContext } = canvas;
  const { error } = console;
  const layer = figures();
  const told = Promise.withResolvers<void>();
  for (const drawnOf of [stat.ports, stat.portCauses]) layer.holds(drawnOf, told.promise);
  // As where what draws is missing: the first that it asks for fails, of which React tells the console.
  canvas.getContext = () => {
    throw new Error('nothing draws here');
  };
  try {
    const { screen } = await openAt('/portStat', { as: merchant.owner, layer });
    console.error = () => undefined;
    told.resolve();
    await expect.element(screen.getByText('图没能加载，先看表。刷新页面再试。').first()).toBeVisible();
    await expect.poll(() => document.querySelector('.chart-table')?.textContent).toContain('广州 E1');
    expect(drawn()).toBe(0);
  } finally {
    canvas.getContext = getContext;
    console.error = error;
  }
});

test('who may not read calls is led to none', async () => {
  const as = await merchant.person({ rights: ['portStat'] });
  const { screen } = await openAt('/portStat', { as, layer: figures() });
  await expect.element(screen.getByRole('region', { name: '明细' })).toBeVisible();
  expect(screen.getByRole('link', { name: /的通话$/ }).elements()).toEqual([]);
});

test('信息采集: question by question, a cross, words and rows; a value leads to those who gave it', async () => {
  const { screen, layer } = await openStat('/collection');
  const question = screen.getByRole('region', { name: '孩子几年级', exact: true });
  await question.getByText('表', { exact: true }).click();
  await expect.element(question.getByRole('rowheader', { name: '=HYPERLINK("x")<b> ≈' })).toBeVisible();
  await question.getByRole('link', { name: '三年级', exact: true }).click();
  await expect.element(screen.getByText('只看「三年级」')).toBeVisible();
  expect(layer.lastAsked(stat.answers)).toMatchObject({ question: '孩子几年级', value: '三年级' });
  await screen.getByRole('button', { name: '看全部回答' }).click();
  await expect.poll(() => layer.lastAsked(stat.answers)?.value).toBeUndefined();
  expect(hrefOf(screen, '138****2217')).toBe('/platform/call/901');
  await screen.getByRole('combobox', { name: '和哪个问题' }).selectOptions('哪天方便');
  await expect.element(screen.getByTitle('「三年级」且「周六」：21 通')).toBeVisible();
  await screen.getByRole('button', { name: /^哪天方便/ }).click();
  await expect.poll(() => new URLSearchParams(location.search).get('question')).toBe('哪天方便');
  expect(new URLSearchParams(location.search).get('other')).toBeNull();
  expect(await accessFaults()).toEqual([]);
});

test('a report is set: how often, when, of which pages and for whom', async () => {
  const { screen, layer } = await openStat('/planQuality');
  layer.answers(stat.saveReport, {});
  await screen.getByRole('button', { name: '定时报告' }).click();
  const dialog = screen.getByRole('dialog', { name: '定时报告' });
  await dialog.getByText('每周', { exact: true }).click();
  await dialog.getByRole('combobox', { name: '星期几' }).selectOptions('周五');
  await dialog.getByRole('combobox', { name: '几点' }).selectOptions('9:00');
  await dialog.getByRole('checkbox', { name: '端口统计' }).click();
  await dialog.getByRole('checkbox', { name: '赵强' }).click();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('定时报告已保存')).toBeVisible();
  expect(layer.lastAsked(stat.saveReport)).toMatchObject({ every: 'week', weekday: '4', hour: '9' });
});

test('days without a call say what comes here; what cannot be read is asked for again', async () => {
  const none = figures();
  const { sum } = samples.portsAnswer;
  const nothing = { ...sum.now, calls: 0, seized: 0, answered: 0 };
  none.answers(stat.ports, { ...samples.portsAnswer, list: [], total: 0, sum: { ...sum, now: nothing } });
  const empty = await openAt('/portStat?port=5', { as: merchant.owner, layer: none });
  await expect.element(empty.screen.getByText('这些天没有通话')).toBeVisible();
  await empty.screen.getByRole('button', { name: '清空' }).last().click();
  await expect.element(empty.screen.getByText('打过电话，这里就有每个端口、线路和外显号码的数字')).toBeVisible();

  const failing = figures();
  failing.fails(stat.ports);
  const { screen } = await openAt('/portStat', { as: merchant.owner, layer: failing });
  await expect.element(screen.getByText('统计没有读出来')).toBeVisible();
  failing.heals();
  await screen.getByRole('button', { name: '再试一次' }).click();
  await expect.element(screen.getByRole('heading', { name: '明细' })).toBeVisible();
});
