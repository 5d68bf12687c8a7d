import { expect, test } from 'vitest';
import { newMerchant } from '../testing/house.ts';
import { openAt } from '../testing/open-at.tsx';
import { accessFaults } from '../testing/show-page.tsx';

test.for([
  ['own', '你的角色只看自己的，别人的通话和任务不在这里。'],
  ['department', '你的角色只看自己的，别人的通话和任务不在这里。'],
  ['all', null],
] as const)('who sees no more than their own is told so where there is nothing: %s', async ([scope, note]) => {
  const merchant = await newMerchant();
  const as = await merchant.person({ rights: ['callLog', 'myTask'], scope });
  for (const [path, empty] of [
    ['/callLog', '还没有通话记录'],
    ['/callLog?state=busy', '没有符合条件的通话'],
    ['/my-task', '还没有任务'],
  ] as const) {
    const { screen } = await openAt(path, { as });
    await expect.element(screen.getByText(empty)).toBeVisible();
    const told = screen.getByText('你的角色只看', { exact: false });
    if (note === null) expect(told.elements()).toEqual([]);
    else await expect.element(told).toHaveTextContent(note);
  }
  const { screen } = await openAt('/home', { as });
  await expect.element(screen.getByText('今天和昨天都没有呼出')).toBeVisible();
  const told = screen.getByRole('region', { name: '每小时呼出' }).getByText('你的角色只看', { exact: false });
  if (note === null) expect(told.elements()).toEqual([]);
  else await expect.element(told).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});
