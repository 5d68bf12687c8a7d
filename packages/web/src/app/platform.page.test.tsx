import { endpoints, type OutputOf } from '@lianxian/contract';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { noteSeen } from '../session/client-version.ts';
import { type Merchant, newMerchant, type Person } from '../testing/house.ts';
import { openLayer } from '../testing/layer.ts';
import { openAt } from '../testing/open-at.tsx';
import { expectHarmless, payloads, poison } from '../testing/payloads.ts';
import { accessFaults } from '../testing/show-page.tsx';

const { help, notice, updateLog, text } = endpoints;

/**
 * What the platform says it says to the readers of every file: here it writes what they do not come across, and reads of
 * the help its own.
 */
let platform: Merchant;
/** Who has the pages that articles belong to. */
let reader: Person;

const write = (
  title: string,
  more: { parentId?: string; path?: string; isOnline?: '0' | '1'; content?: string } = {},
) => platform.owner.ask(help.save, { title, ...more });

const articles = { section: '', call: '', task: '' };
beforeAll(async () => {
  platform = await newMerchant({ kind: 'platform', name: '平台' });
  const merchant = await newMerchant({ provisioned: false });
  reader = await merchant.person({ rights: ['myTask', 'port'] });
  const { id: parentId } = await write('开始使用');
  const call = { parentId, path: '/home', content: '先点 **试呼**。' };
  const task = { parentId, path: '/my-task', content: '## 怎么做\n\n打开 [语音网关](/port)。' };
  articles.section = parentId;
  articles.call = (await write('打通第一通电话', call)).id;
  articles.task = (await write('建一个任务', task)).id;
  await write('还没写完', { parentId, isOnline: '0', content: '秘密' });
  const entry = { date: '2026-11-15', content: '- **帮助中心**：可以搜索' };
  await platform.owner.ask(updateLog.save, { version: 9, title: '线路', ...entry });
  await platform.owner.ask(updateLog.save, { version: 10, title: '品牌和帮助', ...entry });
});

describe('help', () => {
  test('O-021 O-110 O-111 O-112: the tab at the right edge opens the help on the article of the page; another one is a click', async () => {
    const { screen } = await openAt('/my-task', { as: reader });
    const tab = screen.getByRole('button', { name: '帮助中心' });
    await expect.element(tab).toBeVisible();
    await tab.click();
    const dialog = screen.getByRole('dialog', { name: '帮助中心' });
    await expect.element(dialog.getByRole('heading', { name: '建一个任务' })).toBeVisible();
    await expect.element(dialog.getByText('还没写完')).not.toBeInTheDocument();
    await dialog.getByRole('button', { name: '打通第一通电话' }).click();
    await expect.element(dialog.getByText('试呼')).toBeVisible();
    expect(await accessFaults()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('a link of an article leads to its page and closes the help', async () => {
    const { screen } = await openAt('/my-task', { as: reader });
    const tab = screen.getByRole('button', { name: '帮助中心' });
    await expect.element(tab).toBeVisible();
    await tab.click();
    const link = screen.getByRole('dialog').getByRole('link', { name: '语音网关' });
    await expect.element(link).toBeVisible();
    await link.click();
    await expect.poll(() => location.pathname).toBe('/port');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('O-047: /help is the same as a page; its address names the article', async () => {
    const own: readonly string[] = Object.values(articles);
    const layer = openLayer();
    layer.changes((path, data) => {
      if (path !== help.list.path) return data;
      const list = (data as OutputOf<typeof help.list>).list.filter(({ id }) => own.includes(id));
      return { list, total: list.length };
    });
    const { screen } = await openAt('/help', { as: reader, layer });
    await expect.element(screen.getByRole('heading', { name: '打通第一通电话' })).toBeVisible();
    await screen.getByRole('button', { name: '建一个任务' }).click();
    await expect.element(screen.getByRole('heading', { name: '怎么做' })).toBeVisible();
    expect(location.search).toBe(`?id=${articles.task}`);
    expect(await accessFaults()).toEqual([]);
  });

  test('what is looked for is found as one types, and marked', async () => {
    const { screen } = await openAt('/help', { as: reader });
    await screen.getByRole('searchbox', { name: '搜帮助' }).fill('试呼');
    await expect.element(screen.getByText('1 篇')).toBeVisible();
    expect(document.querySelector('mark')?.textContent).toBe('试呼');
    await screen.getByRole('searchbox').fill('没有这种词');
    await expect.element(screen.getByText('没有找到')).toBeVisible();
  });

  test('an article that is gone, a failing help and an empty one say so', async () => {
    const { screen } = await openAt('/help?id=9223372036854775806', { as: reader });
    await expect.element(screen.getByRole('navigation', { name: '文章目录' })).toBeVisible();
    const failing = openLayer();
    failing.fails(help.list);
    const { screen: failed } = await openAt('/help', { as: reader, layer: failing });
    await expect.element(failed.getByText('帮助加载失败')).toBeVisible();
    const none = openLayer();
    none.answers(help.list, { list: [], total: 0 });
    const { screen: empty } = await openAt('/help', { as: reader, layer: none });
    await expect.element(empty.getByText('还没有帮助文章')).toBeVisible();
  });

  test('what an article hides does nothing', async () => {
    const hiding = { parentId: articles.section, content: poison };
    const { id } = await write('藏着<img src=x onerror=hacked=1>', hiding);
    onTestFinished(() => platform.owner.ask(help.remove, { id }).then(() => undefined));
    await openAt(`/help?id=${id}`, { as: reader });
    await expect.poll(() => document.querySelector('.markdown')?.textContent).toContain(payloads[0]);
    await expectHarmless();
  });
});

describe('notices', () => {
  test('one line at a time in the header, all of them on a click; text is text', async () => {
    const notices = ['周六维护', '<img src=x onerror="window.hacked = 1">'];
    const from = '2026-11-18T08:00:00Z';
    const layer = openLayer();
    layer.answers(notice.current, {
      list: notices.map((content, key) => ({
        key: String(key),
        content,
        level: key === 0 ? ('info' as const) : ('warn' as const),
        from,
      })),
    });
    const { screen } = await openAt('/home', { as: reader, layer });
    const line = screen.getByRole('button', { name: '周六维护 1/2' });
    await expect.element(line).toBeVisible();
    await line.click();
    await expect.element(screen.getByText(notices[1]!)).toBeVisible();
    await expectHarmless();
    expect(await accessFaults()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(line).toHaveFocus();
  });

  test('the platform writes them: a text and a span are needed', async () => {
    const { screen, layer } = await openAt('/platform/notices', { as: platform.owner });
    await screen.getByRole('button', { name: '新建公告' }).first().click();
    await screen.getByRole('button', { name: '保存' }).click();
    await expect.element(screen.getByLabelText('内容', { exact: true })).toHaveAccessibleDescription('必填');
    await screen.getByLabelText('内容', { exact: true }).fill('今晚停机');
    await screen.getByText('故障').click();
    await screen.getByLabelText('结束').fill('2020-01-01T00:00');
    await screen.getByRole('button', { name: '保存' }).click();
    await expect.element(screen.getByText('结束时间要晚于开始时间')).toBeVisible();
    expect(await accessFaults()).toEqual([]);
    // Long after the readers of the other files.
    await screen.getByLabelText('开始').fill('2125-01-01T00:00');
    await screen.getByLabelText('结束').fill('2126-01-01T00:00');
    await screen.getByRole('button', { name: '保存' }).click();
    await expect.element(screen.getByText('添加成功')).toBeVisible();
    expect(layer.lastAsked(notice.save)).toMatchObject({
      content: '今晚停机',
      level: 'bad',
    });
  });
});

test('O-050 O-104 O-427: news have a dot at the user menu; its update log shows them, sets the cookie and takes the dot away', async () => {
  noteSeen(0);
  const { screen } = await openAt('/home', { as: reader });
  const dot = screen.getByRole('img', { name: '有新版本' });
  await expect.element(dot).toBeVisible();
  await screen.getByTitle('账号菜单').click();
  await screen.getByRole('menuitem', { name: '更新日志 有新版本' }).click();
  await expect.element(screen.getByRole('heading', { name: '品牌和帮助' })).toBeVisible();
  await expect.element(screen.getByText('第 10 版')).toBeVisible();
  await expect.poll(() => document.cookie).toContain('clientVersion=11');
  await expect.element(dot).not.toBeInTheDocument();
  expect(location.pathname).toBe('/log/log-page');
  expect(await accessFaults()).toEqual([]);
});

test('O-105: the business commitment opens from the user menu; what it hides does nothing', async () => {
  const layer = openLayer();
  layer.answers(text.commitment, { version: 2, content: poison, publishedAt: '2026-11-18T08:00:00Z' });
  const { screen } = await openAt('/home', { as: reader, layer });
  await screen.getByTitle('账号菜单').click();
  await page.getByText('商业承诺').click();
  const dialog = screen.getByRole('dialog', { name: '商业承诺' });
  await expect.element(dialog.getByText('第 2 版')).toBeVisible();
  await expectHarmless();
});

test('articles are written beside what readers will see; nothing of it runs', async () => {
  // Below a section that is not online nobody reads it.
  const { id: parentId } = await write('草稿', { isOnline: '0' });
  const { id } = await write('写一通电话', { parentId });
  await write('写一个任务', { parentId });
  const { id: last } = await write('写到最后', { parentId });
  const { screen, layer } = await openAt('/platform/articles', { as: platform.owner });
  await screen.getByRole('button', { name: '写一通电话', exact: true }).click();
  await screen.getByLabelText(/^内容/).fill(`# 新的\n\n${poison}`);
  await expect
    .element(screen.getByRole('region', { name: '预览' }).getByRole('heading', { name: '新的' }))
    .toBeVisible();
  await expectHarmless();
  await screen.getByLabelText('所属页面').fill('https://evil.test');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('应为本系统的页面，如 /my-task')).toBeVisible();
  await screen.getByLabelText('所属页面').fill('/home');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('修改成功')).toBeVisible();
  expect(layer.lastAsked(help.save)).toMatchObject({
    id,
    path: '/home',
    isOnline: '1',
  });
  await screen.getByRole('button', { name: '下移 写一通电话' }).click();
  await expect.poll(() => layer.lastAsked(help.move)).toMatchObject({ id, before: last });
  expect(await accessFaults()).toEqual([]);
});

test('a new version of the agreement is asked about before it is published', async () => {
  // Published, it would be asked of the readers of every file.
  const layer = openLayer();
  const published = {
    kind: 'agreement',
    version: 1,
    content: '# 第一版',
    publishedAt: '2026-11-18T08:00:00Z',
  } as const;
  layer.shows(text.list, { list: [published], total: 1 });
  layer.answers(text.save, { version: 2 });
  const { screen } = await openAt('/platform/texts', { as: platform.owner, layer });
  const publish = screen.getByRole('button', { name: '发布新版本' });
  await expect.element(publish).toBeDisabled();
  await screen.getByLabelText(/^内容/).fill('# 第二版');
  await publish.click();
  await expect.element(screen.getByText('发布用户协议第 2 版？')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('dialog').getByRole('button', { name: '发布新版本' }).click();
  await expect.element(screen.getByText('已发布第 2 版')).toBeVisible();
  expect(layer.lastAsked(text.save)).toMatchObject({
    kind: 'agreement',
    content: '# 第二版',
  });
});

test('an entry of the update log is changed beside the list', async () => {
  const { screen, layer } = await openAt('/platform/updates', { as: platform.owner });
  await screen.getByText('品牌和帮助').click();
  await screen.getByLabelText('版本', { exact: true }).fill('x');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('应为 1 到 1000000 的整数')).toBeVisible();
  await screen.getByLabelText('版本', { exact: true }).fill('11');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('修改成功')).toBeVisible();
  expect(layer.lastAsked(updateLog.save)).toMatchObject({ version: '11', title: '品牌和帮助' });
});
