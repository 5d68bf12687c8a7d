import { endpoints, type OutputOf } from '@lianxian/contract';
import { accessKeys } from '@lianxian/core';
import i18next from 'i18next';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { goTo } from '../testing/go-to.ts';
import { type Merchant, newMerchant, type Person } from '../testing/house.ts';
import { giveCall, giveCalls } from '../testing/house-calls.ts';
import { addLine } from '../testing/house-lines.ts';
import { openLayer } from '../testing/layer.ts';
import { openAt } from '../testing/open-at.tsx';
import { accessFaults, type Screen } from '../testing/show-page.tsx';
import { signIn } from '../testing/sign-ins.ts';
import { toldCall } from '../testing/story.ts';
import { newTask } from '../testing/tasks.ts';
import { appearance } from '../ui/theme/appearance.ts';
import { routes } from './routes.ts';

/** A merchant with a task and a call, and somebody who sells: of most pages, of no setting. */
let merchant: Merchant;
let task: string;
let seller: Person;
const phone = '13812345678';
const sellerRights = ['market', 'myTask', 'callLog', 'robot', 'plan', 'port', 'monitor'];
beforeAll(async () => {
  merchant = await newMerchant();
  task = await newTask(merchant.owner, { name: '车险续保提醒' });
  await giveCall(merchant, { phone });
  seller = await merchant.person({ rights: sellerRights, scope: 'all', buttons: ['phone:unmask'] });
});

const open = (path: string, as: { readonly token: string } = seller) => openAt(path, { as });
/** A house with another branding; nobody else of a run is to see it. */
const openBranded = async (
  path: string,
  part: Partial<OutputOf<typeof endpoints.user.pageInfo>>,
  as: Person = seller,
) => {
  const layer = openLayer();
  layer.answers(endpoints.user.pageInfo, { ...(await seller.ask(endpoints.user.pageInfo, {})), ...part });
  return openAt(path, { as, layer });
};

afterEach(() => page.viewport(1440, 900));

const menu = (screen: Screen) => screen.getByRole('navigation', { name: '主菜单' });
const entries = (screen: Screen) =>
  menu(screen)
    .getByRole('link')
    .elements()
    .map(each => each.textContent);
const userMenu = async (screen: Screen) => {
  await screen.getByTitle('账号菜单').click();
  await expect.element(screen.getByRole('menu')).toBeVisible();
};
const choices = (screen: Screen) =>
  screen
    .getByRole('menuitem')
    .elements()
    .map(each => each.textContent);
const at = (path: string) => expect.poll(() => location.pathname).toBe(path);
const palette = (screen: Screen) => screen.getByRole('combobox', { name: '搜索页面、通话和操作' });

describe('menu and who may go where', () => {
  test('the menu has what exists and may be opened, in groups that are open; a closed one stays closed', async () => {
    const { screen } = await open('/home');
    await expect.element(menu(screen)).toBeVisible();
    await expect
      .poll(() => entries(screen))
      .toEqual(['首页', '我的任务', '通话记录', '我的话术', '语音网关', '网关监控']);
    const opened = menu(screen).getByRole('button', { expanded: true });
    expect(opened.elements().map(each => each.textContent.trim())).toEqual(['营销中心', '机器人']);
    await menu(screen).getByRole('button', { name: '机器人' }).click();
    await expect.poll(() => entries(screen)).toEqual(['首页', '我的任务', '通话记录']);
    expect(localStorage.getItem('lx.menu.closed')).toBe('robot');
  });

  test('O-069: who it is is asked once; O-080: the breadcrumb says group and page', async () => {
    const { screen, layer } = await open('/home');
    await menu(screen).getByRole('link', { name: '网关监控' }).click();
    await at('/monitor');
    await expect.poll(() => screen.getByRole('banner').element().textContent).toContain('机器人 ›网关监控');
    const { path: whoAmI } = endpoints.user.getUserInfo;
    expect(layer.asked.filter(({ path }) => path === whoAmI)).toHaveLength(1);
  });

  test('A-51: pages whose module does not exist answer 404 to whoever holds all rights', async () => {
    const { screen } = await open('/home', await merchant.person({ rights: accessKeys }));
    const toCome = routes
      .filter(({ frame, page: chunk }) => frame === 'shell' && chunk === null)
      .map(({ path }) => path);
    await expect.element(screen.getByRole('link', { name: '我的员工' })).toBeVisible();
    for (const path of [...toCome.filter(path => path !== '*'), '/nope']) {
      goTo(path);
      await expect
        .poll(() =>
          screen
            .getByRole('navigation', { name: '打开的页面' })
            .getByRole('link', { name: '404' })
            .elements()[0]
            ?.getAttribute('href'),
        )
        .toBe(path);
      await expect.element(screen.getByRole('heading', { name: '404 · 没有这个页面' })).toBeVisible();
    }
  });

  test('O-070, O-306: a right that is taken away while its page is open closes it at once', async () => {
    const person = await merchant.person({ rights: sellerRights });
    const { screen } = await open('/callLog', person);
    await menu(screen).getByRole('link', { name: '语音网关' }).click();
    await at('/port');
    const less = {
      name: '只看任务',
      rights: ['market' as const, 'myTask' as const],
      buttons: [],
      scope: 'own' as const,
    };
    await merchant.owner.ask(endpoints.role.save, { id: person.roleId!, ...less });
    await at('/401');
    await expect.element(screen.getByRole('heading', { name: '401 · 没有这个页面的权限' })).toBeVisible();
    await expect.poll(() => entries(screen)).toEqual(['首页', '我的任务']);
    await expect.element(screen.getByRole('link', { name: '通话记录' })).not.toBeInTheDocument();
  });
});

describe('frame', () => {
  test('O-081: the menu folds and stays folded', async () => {
    const { screen } = await open('/home');
    await screen.getByRole('button', { name: '收起菜单' }).click();
    await expect.element(screen.getByRole('button', { name: '展开菜单' })).toBeVisible();
    expect(localStorage.getItem('lx.folded')).toBe('1');
    expect(await accessFaults()).toEqual([]);
  });

  test('O-024, O-435: the page is never narrower than 1200 px', async () => {
    await page.viewport(1000, 700);
    const { screen } = await open('/home');
    await expect.element(menu(screen)).toBeVisible();
    expect(document.documentElement.scrollWidth).toBe(1200);
  });

  test('O-079, O-103, O-106: the way back needs an address, the merchant’s page its owner', async () => {
    const { screen } = await open('/home', merchant.owner);
    await userMenu(screen);
    expect(choices(screen)).toEqual(expect.arrayContaining(['商业承诺', '商户信息', '修改密码', '快捷键', '退出登录']));
    expect(choices(screen)).not.toContain('返回旧版');
    expect(await accessFaults()).toEqual([]);

    const other = await openBranded('/home', { oemOldUrl: 'https://old.example/' });
    await userMenu(other.screen);
    expect(choices(other.screen)).not.toContain('商户信息');
    await expect
      .element(other.screen.getByRole('menuitem', { name: '返回旧版' }))
      .toHaveAttribute('href', 'https://old.example/');
  });

  test('a logo with the name in it stands alone, and is read by that name; any other has the name beside it', async () => {
    const oemHomeLogo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="26"/>')}`;
    const alone = await openBranded('/home', { oemTitle: '声达云呼', oemHomeLogo, oemLogoOnly: true });
    await expect.element(alone.screen.getByRole('img', { name: '声达云呼' })).toBeVisible();
    await expect.element(alone.screen.getByText('声达云呼', { exact: true })).not.toBeInTheDocument();
    expect(await accessFaults()).toEqual([]);
    const beside = await openBranded('/home', { oemTitle: '声达云呼', oemHomeLogo, oemLogoOnly: false });
    await expect.element(beside.screen.getByText('声达云呼', { exact: true })).toBeVisible();
    await expect.element(beside.screen.getByRole('img', { name: '声达云呼' })).not.toBeInTheDocument();
  });

  test('O-108: signing out drops the cookie and leads home, and so to the login', async () => {
    const { screen, layer } = await open('/callLog', await merchant.person({ rights: sellerRights }));
    await userMenu(screen);
    await screen.getByRole('menuitem', { name: '退出登录' }).click();
    await at('/Login');
    expect(document.cookie).not.toContain('token=');
    expect(layer.lastAsked(endpoints.user.logout)).toBeDefined();
  });

  test('the breadcrumb of a page that stands for its whole group says its name once', async () => {
    const { screen } = await open('/platform/settings', merchant.owner);
    await expect.element(screen.getByRole('heading', { level: 1, name: '设置' })).toBeVisible();
    expect(screen.getByRole('banner').element().querySelector('.shell-crumbs')?.textContent).toBe('设置');
  });

  test('O-107: changing the password opens its dialog; one that must be changed opens it by itself', async () => {
    const { screen } = await open('/home');
    await userMenu(screen);
    await screen.getByRole('menuitem', { name: '修改密码' }).click();
    await expect.element(screen.getByRole('dialog')).toBeVisible();
    // Whoever is added signs in with a password that somebody else chose.
    const added = { account: 'chenchen', password: 'somebody-elses-word' };
    await merchant.owner.ask(endpoints.oa.saveEmployee, { name: '陈晨', ...added, roleId: seller.roleId! });
    const forced = await open('/home', await signIn(merchant, added));
    await expect.element(forced.screen.getByRole('dialog')).toBeVisible();
  });

  test('O-017, O-018, O-019: the language changes at once and is kept', async () => {
    const { screen } = await open('/home');
    const word = screen.getByRole('navigation').first().getByRole('link').first();
    await expect.element(word).toBeVisible();
    for (const [language, home, face] of [
      ['繁體中文', '首頁', 'PingFang TC'],
      ['English', 'Home', 'Segoe UI'],
      ['简体中文', '首页', 'PingFang SC'],
    ] as const) {
      await screen.getByRole('banner').getByRole('button').last().click();
      await screen.getByRole('menuitemradio', { name: language }).click();
      await expect.poll(() => word.element().textContent).toBe(home);
      // Each in faces that were drawn for it, words within the page too.
      const faces = getComputedStyle(word.element()).fontFamily;
      expect(faces).toContain(face);
      if (face !== 'PingFang SC')
        expect(faces.indexOf(face)).toBeLessThan(`${faces}PingFang SC`.indexOf('PingFang SC'));
    }
    expect([i18next.language, localStorage.getItem('lx.language')]).toEqual(['zh-CN', 'zh-CN']);
  });

  test('the type is 14 px with hints of 13; 13 and 16 are a choice, which is kept and scales the columns too', async () => {
    const { screen } = await open('/callLog');
    const table = screen.getByRole('table', { name: '通话记录' });
    const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
    const cell = () => table.element().querySelector('tbody td:not(.data-table-box)')!;
    await expect.poll(() => sizeOf(cell())).toBe(14);
    expect(sizeOf(screen.getByText('Enter').first().element().parentElement!)).toBeCloseTo(13, 1);
    const width = cell().clientWidth;
    for (const [choice, size] of [
      ['大（16）', 16],
      ['小（13）', 13],
      ['标准（14）', 14],
    ] as const) {
      await userMenu(screen);
      await screen.getByRole('menuitemradio', { name: choice }).click();
      await expect.poll(() => sizeOf(cell())).toBe(size);
      await expect.poll(() => Math.abs(cell().clientWidth - (width * size) / 14)).toBeLessThan(2);
      expect(await accessFaults()).toEqual([]);
      expect(localStorage.getItem('lx.type')).toBe(String(size));
    }
  });

  test('practice mode is a band over every page until there is a line of one’s own, and again when that is gone', async () => {
    const own = await newMerchant();
    const { screen, ready } = await open('/my-task', own.owner);
    await ready;
    const band = screen.getByRole('region', { name: '练习模式' });
    await expect.element(band.getByText('不会打到真人，也不计费', { exact: false })).toBeVisible();
    expect(await accessFaults()).toEqual([]);
    await band.getByRole('link', { name: '接入我的线路' }).click();
    await at('/platform/connect-line');
    const id = await addLine(own, '粤电信-01');
    await expect.element(band).not.toBeInTheDocument();
    await own.owner.ask(endpoints.line.remove, { id });
    await expect.element(band).toBeVisible();
    // Who may not connect a line is told all the same.
    const other = await open('/home', await own.person({ rights: ['market', 'myTask'] }));
    await expect.element(band).toBeVisible();
    await expect.element(other.screen.getByRole('link', { name: '接入我的线路' })).not.toBeInTheDocument();
  });

  test('O-023, A-13: a branding without the switch shows none', async () => {
    const { screen } = await openBranded('/home', { languageSwitch: false });
    await userMenu(screen);
    await expect.element(screen.getByRole('menuitemradio', { name: '深色' })).toBeVisible();
    await expect.element(screen.getByRole('menuitemradio', { name: 'English' })).not.toBeInTheDocument();
  });

  test('O-109, O-110: at the right edge the batch tasks open beside, the help centre over the page', async () => {
    const { screen } = await open('/home');
    const rail = screen.getByRole('navigation', { name: '侧边工具' });
    await rail.getByRole('button', { name: '批量任务' }).click();
    await expect.element(screen.getByRole('complementary', { name: '批量任务' })).toBeVisible();
    expect(await accessFaults()).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('complementary', { name: '批量任务' })).not.toBeInTheDocument();
    await rail.getByRole('button', { name: '帮助中心' }).click();
    await expect.element(screen.getByRole('dialog')).toBeVisible();
  });

  test.each([
    ['default', '#2350c2', '#3565db'],
    ['black_g', '#0d7a5f', '#0d7a5f'],
    ['black_y', '#8a5a00', '#8f5e00'],
    ['black_r', '#b3224b', '#bd2a54'],
  ] as const)(
    'O-015, O-428: theme %s has its colour, light and dark, and axe finds nothing',
    async (theme, ...brand) => {
      const { screen } = await openBranded('/my-task', { oemHomeTheme: theme });
      await expect.element(screen.getByRole('row').nth(1)).toBeVisible();
      const colour = () => getComputedStyle(document.documentElement).getPropertyValue('--brand');
      for (const [place, mode] of (['light', 'dark'] as const).entries()) {
        appearance.choose(mode);
        await expect.poll(colour).toBe(brand[place]);
        expect(await accessFaults()).toEqual([]);
      }
      appearance.choose('auto');
    },
  );
});

describe('keyboard', () => {
  test('Ctrl K finds pages, tasks by name, calls by their figures; Enter goes there', async () => {
    const { screen } = await open('/home');
    await expect.element(menu(screen)).toBeVisible();
    await userEvent.keyboard('{Control>}k{/Control}');
    await expect.element(palette(screen)).toHaveFocus();
    await expect.element(screen.getByRole('option', { name: /网关监控/ })).toBeVisible();
    expect(await accessFaults()).toEqual([]);
    await palette(screen).fill('通话');
    await expect.element(screen.getByRole('option', { name: /通话记录/ })).toHaveAttribute('aria-selected', 'true');
    await userEvent.keyboard('{Enter}');
    await at('/callLog');

    await screen.getByTitle('搜索页面、通话和操作').click();
    await palette(screen).fill('车险');
    await screen.getByRole('option', { name: /车险续保提醒/ }).click();
    await at(`/platform/task/${task}`);

    await screen.getByTitle('搜索页面、通话和操作').click();
    await palette(screen).fill(phone.slice(0, 5));
    await screen
      .getByRole('option', { name: new RegExp(phone) })
      .first()
      .click();
    await expect.poll(() => location.pathname).toMatch(/^\/platform\/call\/\d+$/);
  });

  test('g and a letter, [ ], / and ? work; none while one types; all can be switched off', async () => {
    const { screen } = await open('/home');
    await expect.element(menu(screen)).toBeVisible();
    await userEvent.keyboard('gc');
    await at('/callLog');
    await expect.element(screen.getByRole('searchbox').first()).toBeVisible();
    await userEvent.keyboard('[[');
    await at('/home');
    await userEvent.keyboard(']');
    await at('/callLog');
    // The address is there before the pane is shown again.
    await expect.element(screen.getByRole('searchbox').first()).toBeVisible();
    await userEvent.keyboard('/');
    await expect.element(screen.getByRole('searchbox').first()).toHaveFocus();
    await userEvent.keyboard('gh?');
    expect(location.pathname).toBe('/callLog');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();

    (document.activeElement as HTMLElement).blur();
    await userEvent.keyboard('?');
    await expect.element(screen.getByRole('dialog', { name: '快捷键' })).toBeVisible();
    expect(await accessFaults()).toEqual([]);
    await screen.getByRole('checkbox', { name: '使用快捷键' }).click();
    await screen.getByRole('button', { name: '关闭', exact: true }).click();
    expect(localStorage.getItem('lx.keys.off')).toBe('1');
    await userEvent.keyboard('gh');
    await userEvent.keyboard('?');
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
    expect(location.pathname).toBe('/callLog');
  });
});

test('a call that came to an A rings and is told on the desktop, each as this person chose; a click leads to its record', async () => {
  const merchant = await newMerchant();
  const [call = ''] = await giveCalls(merchant, [toldCall]);
  const shown: { readonly title: string; onclick: (() => void) | null }[] = [];
  class Told {
    static readonly permission = 'granted';
    static readonly requestPermission = async () => 'granted' as const;
    readonly title: string;
    onclick: (() => void) | null = null;
    constructor(title: string) {
      this.title = title;
      shown.push(this);
    }
    close() {}
  }
  vi.stubGlobal('Notification', Told);
  try {
    const { screen, layer, ready } = await openAt('/home', { as: merchant.owner });
    await ready;
    await screen.getByTitle('账号菜单').click();
    await screen.getByText('桌面通知').click();
    const filed = { type: 'callFiled', topic: 'calls', id: call };
    layer.pushes({ ...filed, level: 'C' });
    layer.pushes({ ...filed, level: 'A' });
    await expect.poll(() => shown.map(({ title }) => title)).toEqual(['A 类：15400000001']);
    shown[0]?.onclick?.();
    await expect.poll(() => location.pathname).toBe(`/platform/call/${call}`);
  } finally {
    vi.unstubAllGlobals();
  }
});
