import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { noteSeen } from '../session/client-version.ts';
import { articles } from '../testing/fake-platform.ts';
import { accessFaults, openPage } from '../testing/open-page.tsx';

/** What a person who writes for others might try. Each would set `hacked`, or lead out of the product. */
const payloads = [
  '<script>window.hacked = 1</script>',
  '<img src=x onerror="window.hacked = 1">',
  '<svg onload="window.hacked = 1"></svg>',
  '<iframe srcdoc="<script>parent.hacked = 1</script>"></iframe>',
  '<a href="javascript:window.hacked = 1">一</a>',
  '[二](javascript:window.hacked=1)',
  '[三](JaVaScRiPt:window.hacked=1)',
  '[四](data:text/html,<script>window.hacked=1</script>)',
  '[五](vbscript:x)',
  '[六](//evil.test)',
  '[七](/\\evil.test)',
  '![八](https://evil.test/x.png)',
  '![九](/api/front/user/logout)',
  '[十]: javascript:window.hacked=1\n\n[十]',
  '<https://evil.test" onmouseover="window.hacked=1>',
  '`<b onclick=x>`',
  '> '.repeat(200),
];
const poison = payloads.join('\n\n');

const expectHarmless = async () => {
  await new Promise(requestAnimationFrame);
  expect((window as { hacked?: number }).hacked).toBeUndefined();
  expect(document.querySelectorAll('.markdown :is(script, iframe, svg, img, object, form, style)')).toHaveLength(0);
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.markdown a')];
  expect(links.filter(link => !/^(https?:|mailto:|\/[^/\\])/.test(link.getAttribute('href') ?? ''))).toEqual([]);
  const listening = [...document.querySelectorAll('.markdown *')].filter(each =>
    each.getAttributeNames().some(name => name.startsWith('on')),
  );
  expect(listening).toEqual([]);
};

describe('help', () => {
  test('O-021 O-110 O-111 O-112: the tab at the right edge opens the help on the article of the page; another one is a click', async () => {
    const { screen } = await openPage('/my-task');
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
    const { screen } = await openPage('/my-task');
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
    const { screen } = await openPage('/help');
    await expect.element(screen.getByRole('heading', { name: '打通第一通电话' })).toBeVisible();
    await screen.getByRole('button', { name: '建一个任务' }).click();
    await expect.element(screen.getByRole('heading', { name: '怎么做' })).toBeVisible();
    expect(location.search).toBe('?id=12');
    expect(await accessFaults()).toEqual([]);
  });

  test('what is looked for is found as one types, and marked', async () => {
    const { screen } = await openPage('/help');
    await screen.getByRole('searchbox', { name: '搜帮助' }).fill('试呼');
    await expect.element(screen.getByText('1 篇')).toBeVisible();
    expect(document.querySelector('mark')?.textContent).toBe('试呼');
    await screen.getByRole('searchbox').fill('没有这种词');
    await expect.element(screen.getByText('没有找到')).toBeVisible();
  });

  test('an article that is gone, a failing help and an empty one say so', async () => {
    const { screen } = await openPage('/help?id=77');
    await expect.element(screen.getByRole('navigation', { name: '文章目录' })).toBeVisible();
    const failing = await openPage('/help', { calls: { failing: ['help/list'] } });
    await expect.element(failing.screen.getByText('帮助没读出来')).toBeVisible();
    const empty = await openPage('/help', { calls: { platform: { articles: [] } } });
    await expect.element(empty.screen.getByText('还没有帮助文章')).toBeVisible();
  });

  test('what an article hides does nothing', async () => {
    const poisoned = articles.map(each => ({
      ...each,
      title: `${each.title}<img src=x onerror=hacked=1>`,
      content: poison,
    }));
    await openPage('/help?id=12', { calls: { platform: { articles: poisoned } } });
    await expect.poll(() => document.querySelector('.markdown')?.textContent).toContain(payloads[0]);
    await expectHarmless();
  });
});

describe('notices', () => {
  test('one line at a time in the header, all of them on a click; text is text', async () => {
    const notices = ['周六维护', '<img src=x onerror="window.hacked = 1">'];
    const { screen } = await openPage('/home', { calls: { platform: { notices } } });
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
    const { screen, server } = await openPage('/platform/notices', {
      calls: { visitor: { roleCode: 'admin', rights: [], btns: [] } },
    });
    await screen.getByRole('button', { name: '新建公告' }).first().click();
    await screen.getByRole('button', { name: '保存' }).click();
    await expect.element(screen.getByLabelText('内容', { exact: true })).toHaveAccessibleDescription('必填');
    await screen.getByLabelText('内容', { exact: true }).fill('今晚停机');
    await screen.getByText('故障').click();
    await screen.getByLabelText('结束').fill('2020-01-01T00:00');
    await screen.getByRole('button', { name: '保存' }).click();
    await expect.element(screen.getByText('结束时间要晚于开始时间')).toBeVisible();
    expect(await accessFaults()).toEqual([]);
    await screen.getByLabelText('结束').fill('2126-01-01T00:00');
    await screen.getByRole('button', { name: '保存' }).click();
    await expect.element(screen.getByText('添加成功')).toBeVisible();
    expect(server.asked.find(each => each.path === 'notice/save')?.fields).toMatchObject({
      content: '今晚停机',
      level: 'bad',
    });
  });
});

test('O-050 O-104 O-427: news have a dot at the user menu; its update log shows them, sets the cookie and takes the dot away', async () => {
  noteSeen(0);
  const { screen } = await openPage('/home', { calls: { visitor: { clientVersion: 10 } } });
  const dot = screen.getByRole('img', { name: '有新版本' });
  await expect.element(dot).toBeVisible();
  await screen.getByTitle('账号菜单').click();
  await screen.getByRole('menuitem', { name: '更新日志 有新版本' }).click();
  await expect.element(screen.getByRole('heading', { name: '品牌和帮助' })).toBeVisible();
  await expect.element(screen.getByText('第 10 版')).toBeVisible();
  await expect.poll(() => document.cookie).toContain('clientVersion=10');
  await expect.element(dot).not.toBeInTheDocument();
  expect(location.pathname).toBe('/log/log-page');
  expect(await accessFaults()).toEqual([]);
});

test('O-105: the business commitment opens from the user menu; what it hides does nothing', async () => {
  const { screen } = await openPage('/home', { calls: { platform: { commitment: poison } } });
  await screen.getByTitle('账号菜单').click();
  await page.getByText('商业承诺').click();
  const dialog = screen.getByRole('dialog', { name: '商业承诺' });
  await expect.element(dialog.getByText('第 2 版')).toBeVisible();
  await expectHarmless();
});

const platform = { roleCode: 'admin' as const, rights: [], btns: [] };

test('articles are written beside what readers will see; nothing of it runs', async () => {
  const { screen, server } = await openPage('/platform/articles', { calls: { visitor: platform } });
  await screen.getByRole('button', { name: '打通第一通电话' }).click();
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
  expect(server.asked.find(each => each.path === 'help/save')?.fields).toMatchObject({
    id: '11',
    path: '/home',
    isOnline: '1',
  });
  await screen.getByRole('button', { name: '下移 打通第一通电话' }).click();
  await expect
    .poll(() => server.asked.find(each => each.path === 'help/move')?.fields)
    .toMatchObject({ id: '11', before: '13' });
  expect(await accessFaults()).toEqual([]);
});

test('a new version of the agreement is asked about before it is published', async () => {
  const { screen, server } = await openPage('/platform/texts', { calls: { visitor: platform } });
  const publish = screen.getByRole('button', { name: '发布新版本' });
  await expect.element(publish).toBeDisabled();
  await screen.getByLabelText(/^内容/).fill('# 第二版');
  await publish.click();
  await expect.element(screen.getByText('发布用户协议第 2 版？')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('dialog').getByRole('button', { name: '发布新版本' }).click();
  await expect.element(screen.getByText('已发布第 2 版')).toBeVisible();
  expect(server.asked.find(each => each.path === 'text/save')?.fields).toMatchObject({
    kind: 'agreement',
    content: '# 第二版',
  });
});

test('an entry of the update log is changed beside the list', async () => {
  const { screen, server } = await openPage('/platform/updates', { calls: { visitor: platform } });
  await screen.getByText('品牌和帮助').click();
  await screen.getByLabelText('版本', { exact: true }).fill('x');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('应为 1 到 1000000 的整数')).toBeVisible();
  await screen.getByLabelText('版本', { exact: true }).fill('11');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('修改成功')).toBeVisible();
  expect(server.asked.find(each => each.path === 'updateLog/save')?.fields).toMatchObject({ id: '2', version: '11' });
});

describe('branding', () => {
  const agent = { roleCode: 'agent' } as const;

  test('what is typed shows in the preview at once; saving brands the own page', async () => {
    const { screen, server } = await openPage('/platform/branding', { calls: { visitor: agent } });
    const preview = screen.getByRole('region', { name: '预览' });
    await screen.getByLabelText('名称', { exact: true }).fill('启航云呼');
    await expect.element(preview.getByText('启航云呼').first()).toBeVisible();
    await screen.getByText('墨绿').click();
    await screen.getByText('只有表单').click();
    expect(document.querySelector('.preview-login')?.className).toContain('is-plain');
    expect(getComputedStyle(document.querySelector('.preview-shell')!).backgroundColor).toBe('rgb(19, 26, 24)');
    await screen.getByLabelText('旧版地址').fill('javascript:alert(1)');
    await screen.getByRole('button', { name: '保存' }).click();
    await expect.element(screen.getByText('应为 http:// 或 https:// 开头的网址', { exact: true })).toBeVisible();
    expect(await accessFaults()).toEqual([]);
    await screen.getByLabelText('旧版地址').fill('http://old.test');
    await screen.getByRole('button', { name: '保存' }).click();
    await expect.poll(() => document.title).toContain('启航云呼');
    expect(document.documentElement.dataset.theme).toBe('black_g');
    const saved = server.asked.find(each => each.path === 'branding/save')?.fields;
    expect(saved).toMatchObject({
      oemTitle: '启航云呼',
      oemHomeTheme: 'black_g',
      loginTheme: '1',
      oemOldUrl: 'http://old.test',
    });
  });

  test('hosts are added and, once asked, removed', async () => {
    const { screen } = await openPage('/platform/branding', { calls: { visitor: agent } });
    await screen.getByLabelText('域名', { exact: true }).last().fill('call.example.com');
    await screen.getByRole('button', { name: '添加' }).click();
    await expect.element(screen.getByText('call.example.com', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('_lianxian.call.example.com')).toBeVisible();
    expect(await accessFaults()).toEqual([]);
    await screen.getByRole('button', { name: '检查' }).click();
    await expect.element(screen.getByText('call.example.com 已验证，打开就是这个品牌')).toBeVisible();
    await expect.element(screen.getByText('_lianxian.call.example.com')).not.toBeInTheDocument();
    await screen.getByRole('button', { name: '移除 call.example.com' }).click();
    await screen.getByRole('dialog').getByRole('button', { name: '移除' }).click();
    await expect.element(screen.getByText('call.example.com', { exact: true })).not.toBeInTheDocument();
  });

  test.each(['default', 'black_g', 'black_y', 'black_r'] as const)(
    'O-015 O-428: theme %s has a brand colour of its own',
    async theme => {
      await openPage('/help', { calls: { branding: { oemHomeTheme: theme } } });
      const brands = { default: '#2350c2', black_g: '#0d7a5f', black_y: '#8a5a00', black_r: '#b3224b' };
      await expect.poll(() => document.documentElement.dataset.theme).toBe(theme);
      expect(document.documentElement.style.getPropertyValue('--brand')).toBe(brands[theme]);
    },
  );

  test('O-014: the header shows the logo; what a reseller writes is text everywhere', async () => {
    const evil = '<img src=x onerror="window.hacked = 1">';
    const oemHomeLogo = `/branding/${'a'.repeat(32)}`;
    const { screen } = await openPage('/help', { calls: { branding: { oemTitle: evil, oemHomeLogo, footer: evil } } });
    await expect.element(screen.getByText(evil).first()).toBeVisible();
    expect(document.querySelector('.shell-header img')?.getAttribute('src')).toBe(oemHomeLogo);
    await expectHarmless();
  });

  test('O-023: without a language switch there is none, and the page is in simplified Chinese whatever was chosen', async () => {
    const { screen } = await openPage('/Login', {
      signedIn: false,
      language: 'en',
      calls: { branding: { languageSwitch: false } },
    });
    await expect.element(screen.getByRole('button', { name: '登录' })).toBeVisible();
    await expect.element(screen.getByLabelText('语言')).not.toBeInTheDocument();
    await expect.poll(() => document.documentElement.lang).toBe('zh-CN');
    expect(localStorage.getItem('lx.language')).toBe('en');
  });

  test.each([
    [1, 1],
    [2, 0],
    [0, 0],
  ])('O-062 O-063: loginTheme %i', async (loginTheme, plain) => {
    await openPage('/home', { signedIn: false, calls: { branding: { loginTheme, footer: '粤ICP备1号' } } });
    await expect.poll(() => document.querySelectorAll('.login').length).toBe(1);
    expect(document.querySelectorAll('.login.is-plain')).toHaveLength(plain);
    expect(location.pathname).toBe(plain ? '/login' : '/Login');
    expect(document.querySelector('.login')?.textContent).toContain('粤ICP备1号');
  });
});
