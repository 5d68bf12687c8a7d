import { expect, test } from 'vitest';
import type { createFakeServer } from '../../testing/fake-server.ts';
import { accessFaults, openPage } from '../../testing/open-page.tsx';

type Start = NonNullable<Parameters<typeof createFakeServer>[0]>;
const openLibrary = (query = '', start: Start = {}) =>
  openPage(`/my-keyword${query}`, {
    calls: { visitor: { rights: ['robot', 'myKeyword'], btns: ['plan:edit'] }, ...start },
  });

test('O-041: groups stand beside the words of the chosen one, with where they are used', async () => {
  const { screen } = await openLibrary();
  await expect.element(screen.getByRole('heading', { name: '忙' })).toBeVisible();
  await expect.element(screen.getByText(/^现在\+开车/)).toBeVisible();
  await expect.element(screen.getByText(/^课程回访/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: /^肯定/ }).click();
  await expect.element(screen.getByText('这个词组还没有词语')).toBeVisible();
  await expect.poll(() => location.search).toBe('?group=2');
});

test('words are pasted at once after a warning which plans they touch; what cannot be read stays to be put right', async () => {
  const { screen, server } = await openLibrary();
  await screen.getByRole('button', { name: '添加词语' }).click();
  const dialog = screen.getByRole('dialog', { name: '添加词语' });
  await expect.element(dialog.getByText(/影响 1 个话术的草稿：课程回访/)).toBeVisible();
  await dialog.getByLabelText('匹配方式').selectOptions('句式');
  await dialog.getByLabelText('词语').fill('晚点*打\n(错');
  expect(await accessFaults()).toEqual([]);
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect.element(dialog.getByText('这些没有读懂，请改好再加：')).toBeVisible();
  await expect.element(dialog.getByLabelText('词语')).toHaveValue('(错');
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect.element(screen.getByText(/^晚点\*打/)).toBeVisible();
  expect(server.asked.find(({ path }) => path === 'keywords/add')?.fields).toMatchObject({ kind: 'pattern' });
});

test('a word is changed and removed, each after the warning', async () => {
  const { screen } = await openLibrary();
  await screen.getByTitle('修改“在开会”').click();
  await screen.getByRole('dialog').getByLabelText('词语').fill('正在开会');
  await screen.getByRole('button', { name: '保存' }).click();
  await screen.getByRole('button', { name: '删除“正在开会”' }).click();
  const question = screen.getByRole('dialog', { name: '删除“正在开会”' });
  await expect.element(question.getByText(/重新发布后才会改变/)).toBeVisible();
  await question.getByRole('button', { name: '删除' }).click();
  await expect.element(screen.getByText('正在开会')).not.toBeInTheDocument();
});

test('a group is added by keyboard; one that a draft uses is not removed', async () => {
  const { screen } = await openLibrary();
  await screen.getByRole('button', { name: '删除', exact: true }).click();
  await screen.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect.element(screen.getByText(/正在使用这个词组/)).toBeVisible();
  await screen.getByRole('button', { name: '新建词组' }).click();
  await screen.getByLabelText('名称').fill('价格');
  await screen.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByRole('heading', { name: '价格' })).toBeVisible();
});

test('who may only look finds nothing to change, and a failure says so', async () => {
  const looking = await openLibrary('', { visitor: { rights: ['robot', 'myKeyword'], btns: [] } });
  await expect.element(looking.screen.getByText('在开会')).toBeVisible();
  expect(looking.screen.getByRole('button', { name: '添加词语' }).query()).toBeNull();
  const failing = await openLibrary('', { failing: ['keywords/list'] });
  await expect.element(failing.screen.getByText('词语没有加载出来')).toBeVisible();
});
