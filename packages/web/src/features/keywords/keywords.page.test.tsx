import { endpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { type Merchant, newMerchant, type Person } from '../../testing/house.ts';
import { openLayer } from '../../testing/layer.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';

/** Two groups, one of which a draft borrows. */
const withWords = async (): Promise<Merchant & { readonly busy: string; readonly yes: string }> => {
  const merchant = await newMerchant({ provisioned: false });
  const { ask } = merchant.owner;
  const { id: yes } = await ask(endpoints.keywords.saveGroup, { name: '肯定', semantic: 'yes' });
  const note = '现在不方便说话';
  const { id: busy } = await ask(endpoints.keywords.saveGroup, { name: '忙', semantic: 'own', note });
  await ask(endpoints.keywords.add, { groupId: busy, kind: 'simple', texts: '在开会' });
  await ask(endpoints.keywords.add, { groupId: busy, kind: 'combined', texts: '现在+开车' });
  const intent = { id: 'busy', name: '忙', priority: 0, words: [], groups: [busy] };
  await merchant.draft('课程回访', { intents: [intent], knowledge: [], flows: [] });
  return { ...merchant, busy, yes };
};
const editor = (merchant: Merchant): Promise<Person> =>
  merchant.person({ rights: ['robot', 'myKeyword'], buttons: ['plan:edit'] });
const openLibrary = async () => {
  const merchant = await withWords();
  return { ...(await openAt(`/my-keyword?group=${merchant.busy}`, { as: await editor(merchant) })), merchant };
};

test('O-041: groups stand beside the words of the chosen one, with where they are used', async () => {
  const { screen, merchant } = await openLibrary();
  await expect.element(screen.getByRole('heading', { name: '忙' })).toBeVisible();
  await expect.element(screen.getByText(/^现在\+开车/)).toBeVisible();
  await expect.element(screen.getByText(/^课程回访/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: /^肯定/ }).click();
  await expect.element(screen.getByText('这个词组还没有词语')).toBeVisible();
  await expect.poll(() => location.search).toBe(`?group=${merchant.yes}`);
});

test('words are pasted at once after a warning which plans they touch; what cannot be read stays to be put right', async () => {
  const { screen, layer } = await openLibrary();
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
  expect(layer.lastAsked(endpoints.keywords.add)).toMatchObject({ kind: 'pattern' });
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
  await expect.element(screen.getByText(/正在使用这个词组/)).toBeVisible();
  await screen.getByRole('button', { name: '新建词组' }).click();
  await screen.getByLabelText('名称').fill('价格');
  await screen.getByRole('dialog').getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByRole('heading', { name: '价格' })).toBeVisible();
});

test('groups that are missing are added at once beside what is there', async () => {
  const { screen, merchant } = await openLibrary();
  await expect.element(screen.getByText(/^缺 11 个常用词组：否定、拒绝、你是谁、/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '补上常用词组' }).click();
  await expect.element(screen.getByText(/^已补上：否定、拒绝、你是谁、/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^考虑一下/ })).toBeVisible();
  expect(screen.getByRole('button', { name: '补上常用词组' }).query()).toBeNull();
  await expect.element(screen.getByText(/^现在\+开车/)).toBeVisible();
  const { list } = await merchant.owner.ask(endpoints.keywords.groups, { limit: 100 });
  expect(list.find(({ name }) => name === '忙')).toMatchObject({ id: merchant.busy, words: 2 });
});

test('who looks for a group, or has all, is offered none', async () => {
  const { screen } = await openLibrary();
  await screen.getByRole('searchbox', { name: '搜索词组或词语' }).fill('忙');
  await expect.element(screen.getByRole('button', { name: '补上常用词组' })).not.toBeInTheDocument();
  const { screen: whole } = await openAt('/my-keyword', { as: (await newMerchant()).owner });
  await expect.element(whole.getByRole('button', { name: /^考虑一下/ })).toBeVisible();
  expect(whole.getByRole('button', { name: '补上常用词组' }).query()).toBeNull();
});

test('a group that went comes back with its words', async () => {
  const merchant = await newMerchant({ provisioned: false });
  const { ask } = merchant.owner;
  const { id } = await ask(endpoints.keywords.saveGroup, { name: '价格', semantic: 'own', note: '' });
  await ask(endpoints.keywords.add, { groupId: id, kind: 'simple', texts: '多少钱' });
  const { screen } = await openAt(`/my-keyword?group=${id}`, { as: merchant.owner });
  await expect.element(screen.getByText('多少钱')).toBeVisible();
  await screen.getByRole('button', { name: '删除', exact: true }).click();
  await expect.element(screen.getByText('多少钱')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: '撤销' }).click();
  await expect.element(screen.getByText('已恢复')).toBeVisible();
  await screen.getByText('价格').first().click();
  await expect.element(screen.getByText('多少钱')).toBeVisible();
});

test('who may only look finds nothing to change, and a failure says so', async () => {
  const merchant = await withWords();
  const path = `/my-keyword?group=${merchant.busy}`;
  const onlooker = await merchant.person({ rights: ['robot', 'myKeyword'] });
  const looking = await openAt(path, { as: onlooker });
  await expect.element(looking.screen.getByText('在开会')).toBeVisible();
  expect(looking.screen.getByRole('button', { name: '添加词语' }).query()).toBeNull();
  expect(looking.screen.getByRole('button', { name: '补上常用词组' }).query()).toBeNull();
  const layer = openLayer();
  layer.fails(endpoints.keywords.list);
  const failing = await openAt(path, { as: onlooker, layer });
  await expect.element(failing.screen.getByText('词语没有加载出来')).toBeVisible();
});
