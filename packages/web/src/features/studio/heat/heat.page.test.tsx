import { expect, test } from 'vitest';
import { accessFaults, openPage } from '../../../testing/open-page.tsx';

const heat = '/plan/7?heat=1';

test('the heat map says where callees are lost, how they ended there, and which calls those were', async () => {
  const { screen } = await openPage(heat);
  // The editor's first opening in a run is made ready meanwhile.
  await expect.element(screen.getByRole('heading', { name: '整个话术' }), { timeout: 30_000 }).toBeVisible();
  await screen.getByRole('button', { name: /^开场白 24 40%/ }).click();
  await expect.element(screen.getByRole('heading', { name: '开场白', level: 2 })).toBeVisible();
  await expect.element(screen.getByText(/中途挂断多在第 1.8 秒，正念到“智能语音助手”/)).toBeVisible();
  const calls = () => screen.getByRole('link', { name: /13\d\*{4}/ }).elements().length;
  await expect.poll(calls).toBe(2);
  await screen.getByRole('button', { name: /客户在这句话中途挂断/ }).click();
  await expect.poll(calls).toBe(1);
  expect(await accessFaults()).toEqual([]);
  await screen.getByText('看全部', { exact: true }).click();
  await expect.poll(calls).toBe(2);
});

test('a sentence not understood is sorted with its gain told before, or left out and brought back', async () => {
  const { screen } = await openPage(heat);
  await screen.getByRole('button', { name: '归类「费用怎么算」' }).click();
  const dialog = screen.getByRole('dialog', { name: '归类「费用怎么算」' });
  await dialog.getByRole('combobox', { name: '知识库问题' }).selectOptions('多少钱');
  await expect.element(dialog.getByText('最近这些天，这组 9 句里会听懂 9 句')).toBeVisible();
  await expect.element(dialog.getByText('原来听懂的 40 句里有 1 句会变成别的意思')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '加进草稿' }).click();
  await expect.element(screen.getByRole('button', { name: /^撤销：把「费用怎么算」归到「多少钱」/ })).toBeVisible();

  await screen.getByRole('button', { name: '看全部 11 句' }).click();
  const all = screen.getByRole('dialog', { name: '没听懂的话 · 11 句' });
  await all.getByRole('row', { name: /哎呀/ }).getByRole('button', { name: '忽略' }).click();
  await expect.element(all.getByText('“哎呀”')).not.toBeInTheDocument();
  await all.getByRole('checkbox', { name: '也看忽略的' }).click();
  await all.getByRole('row', { name: /哎呀/ }).getByRole('button', { name: '恢复' }).click();
  await expect.element(all.getByRole('row', { name: /哎呀/ }).getByRole('button', { name: '忽略' })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('days without a call say so; what cannot be read is asked for again', async () => {
  const none = await openPage(heat, { calls: { empty: true } });
  await expect.element(none.screen.getByText('这几天没有通话')).toBeVisible();
  await expect.element(none.screen.getByText('这几天都听懂了')).toBeVisible();
  const { screen, server } = await openPage(heat, { calls: { failing: ['nodeStat/heat', 'nodeStat/missed'] } });
  await expect.poll(() => screen.getByRole('button', { name: '再试一次' }).elements().length).toBe(2);
  server.heals();
  await screen.getByRole('button', { name: '再试一次' }).first().click();
  await screen.getByRole('button', { name: '再试一次' }).first().click();
  await expect.element(screen.getByRole('heading', { name: '整个话术' })).toBeVisible();
  await expect.element(screen.getByText('“费用怎么算”')).toBeVisible();
});
