import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Merchant, newMerchant } from '../testing/house.ts';
import { addLine } from '../testing/house-lines.ts';
import { openAt } from '../testing/open-at.tsx';
import { runningTask } from '../testing/tasks.ts';

const sheets = import.meta.glob<string>('./**/*.css', { query: '?inline', import: 'default', eager: true });

/** As if every page of the other features had been open before: their sheets stay. */
const visitAllBut = (feature: string) => {
  const style = document.createElement('style');
  const others = Object.entries(sheets).filter(([path]) => !path.startsWith(`./${feature}/`));
  style.textContent = others.map(([, text]) => text).join('\n');
  document.head.append(style);
  onTestFinished(() => style.remove());
};

/** Where everything is, and how its words look. */
const looks = () =>
  [...document.querySelectorAll('#root *, [class]')].map(element => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const { color, fontSize, fontWeight, background } = getComputedStyle(element);
    const named = `${element.tagName} ${element.getAttribute('class')}`;
    return [named, x, y, width, height, color, fontSize, fontWeight, background].join(' ');
  });

let merchant: Merchant;
let task: string;
let line: string;
beforeAll(async () => {
  merchant = await newMerchant();
  ({ task } = await runningTask(merchant, { name: '试听课回访 · 11 月第三批' }));
  line = await addLine(merchant, '粤电信-01');
});

test('the tools of the tasks stay beside a drawer, whatever page was open before', async () => {
  const { screen } = await openAt('/my-task?panel=rules', { as: merchant.owner });
  await expect.element(screen.getByLabelText('同一号码每天最多')).toBeVisible();
  visitAllBut('tasks');
  await expect.element(screen.getByRole('button', { name: '外呼规则' })).toBeVisible();
  await screen.getByRole('button', { name: '循环与模板' }).click();
  await expect.element(screen.getByText('还没有循环任务')).toBeVisible();
});

const pages = [
  { feature: 'rules', at: () => '/my-task?panel=rules', shows: '.rules-form' },
  { feature: 'tasks', at: () => `/platform/task/${task}`, shows: '.board .minute-bars' },
  { feature: 'monitor', at: () => '/monitor', shows: '.monitor-foot .minute-bars' },
  { feature: 'lines', at: () => `/port?panel=numbers&id=${line}`, shows: '.drawer h2 small' },
  { feature: 'staff', at: () => '/my-staff?open=new', shows: '.staff-tree' },
  { feature: 'test-call', at: () => '/home?call=new', shows: '.test-call-choice .card' },
] as const;

test.each(pages)(
  '$feature with $shows looks the same, whatever page was open before',
  async ({ feature, at, shows }) => {
    await openAt(at(), { as: merchant.owner });
    await expect.poll(() => document.querySelector(shows)).not.toBeNull();
    const before = looks();
    visitAllBut(feature);
    expect(looks()).toEqual(before);
  },
);
