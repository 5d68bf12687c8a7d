import { endpoints, planProductEndpoints } from '@lianxian/contract';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newMerchant } from '../../testing/house.ts';
import { openMarket, sellable } from '../../testing/market.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';

test('a plan goes to the shelf from its row: what it is sold as, its checks, the platform’s reading, and a reason when it comes back', async () => {
  const { seller, platform } = await openMarket();
  const planId = await sellable(seller.owner, '周末体验课');
  const { screen } = await openAt('/plan', { as: seller.owner });
  await screen.getByRole('button', { name: '更多操作 周末体验课' }).click();
  await screen.getByRole('menuitem', { name: '上架到话术市场' }).click();
  await expect.element(screen.getByLabelText('哪个话术')).toHaveValue(planId);
  await screen.getByLabelText('商品名称').fill('周末体验课邀约');
  await screen.getByLabelText('行业').selectOptions('课程培训');
  await screen.getByLabelText('介绍').fill('给留过号码的家长打，约周末的体验课。');
  await screen.getByLabelText('收费方式').selectOptions('一次付清');
  await screen.getByLabelText('价格（元）').fill('30');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('v1 可以提交：1 个测试对话全部通过')).toBeVisible();
  await screen.getByLabelText('版本说明').fill('第一版');
  await screen.getByRole('button', { name: '提交审核 v1' }).click();
  await expect.element(screen.getByText(/^v1 在 .* 提交，等平台审核$/)).toBeVisible();

  const review = await openAt('/platform/plan-reviews', { as: platform.owner });
  await review.screen.getByRole('row', { name: /周末体验课邀约/ }).click();
  const drawer = review.screen.getByRole('complementary', { name: /周末体验课邀约/ });
  await expect.element(drawer.getByText(/^它说的全部话/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  // Beside it every state can still be chosen.
  await page.viewport(1200, 900);
  onTestFinished(() => page.viewport(1440, 900));
  const tabs = document.querySelector('.market-views .view-tabs')!;
  await expect.poll(() => tabs.clientWidth - tabs.scrollWidth).toBe(0);
  await drawer.getByLabelText('原因').fill('请写清适用的年级');
  await drawer.getByRole('button', { name: '退回' }).click();
  await expect.element(review.screen.getByRole('row', { name: /周末体验课邀约/ })).not.toBeInTheDocument();

  const back = await openAt('/PlanMarket?tab=selling', { as: seller.owner });
  await back.screen.getByRole('row', { name: /周末体验课邀约.*已退回/ }).click();
  await expect.element(back.screen.getByText('平台退回：请写清适用的年级')).toBeVisible();
});

test('a new plan begins as one of the market’s free plans, sought and chosen by keys alone; one that is had is copied', async () => {
  const { product } = await openMarket();
  const { id } = await product({ title: '免费的体验课' });
  const buyer = await newMerchant({ name: '近海教育', provisioned: false });
  for (const name of ['我的第一个', '我的第二个']) {
    const { screen } = await openAt('/plan?new=1', { as: buyer.owner });
    await expect.element(screen.getByLabelText('名称')).toHaveFocus();
    await userEvent.keyboard(name);
    await expect.element(screen.getByRole('radio', { name: /空白话术/ })).toBeChecked();
    await screen.getByRole('dialog').getByRole('searchbox').fill('免费的体验');
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('radio', { name: /免费的体验课/ })).toBeVisible();
    await expect.poll(() => screen.getByRole('radio').elements().length).toBe(2);
    (screen.getByRole('radio', { name: /空白话术/ }).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(screen.getByRole('radio', { name: /免费的体验课/ })).toBeChecked();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.pathname).toMatch(/^\/plan\/\d+$/);
  }
  const { list } = await buyer.owner.ask(endpoints.plan.mine, {});
  expect(list.map(({ name }) => name).toSorted()).toEqual(['我的第一个', '我的第二个']);
  const { screen } = await openAt('/plan', { as: buyer.owner });
  await expect
    .element(screen.getByRole('link', { name: '来自话术市场' }))
    .toHaveAttribute('href', `/PlanMarketDetail?id=${id}`);
});

test('what the platform keeps of a sale is changed by the platform, and told to who sells', async () => {
  const { seller, platform } = await openMarket();
  const { percent } = await platform.owner.ask(planProductEndpoints.share, {});
  const { screen } = await openAt('/platform/plan-reviews', { as: platform.owner });
  await screen.getByLabelText('平台分成（%）').fill('25');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText(/^平台分成已改为 25%/)).toBeVisible();
  const told = await openAt('/PlanMarket?tab=selling', { as: seller.owner });
  await expect.element(told.screen.getByText(/每笔收入平台留 25%/)).toBeVisible();
  await platform.owner.ask(planProductEndpoints.share, { percent });
});
