import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { ownLines } from '../../testing/fake-line-world.ts';
import { accessFaults, openPage } from '../../testing/open-page.tsx';

const open = (path = '/port') => openPage(path, { calls: { lines: ownLines } });

test('lines show their state and health, and are switched off and on', async () => {
  const { screen, server } = await open();
  const row = screen.getByRole('row', { name: /粤电信-01/ });
  await expect.element(row.getByText('正常', { exact: true })).toBeVisible();
  await expect.element(row.getByText('已注册，17:10 前自动续期')).toBeVisible();
  await expect.element(row.getByText('3 个 · 同城优先')).toBeVisible();
  await expect.element(row.getByText('0.12 元 / 分')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await row.getByRole('switch', { name: '启用 粤电信-01' }).click();
  await expect.element(screen.getByText('已停用，通话中的会打完')).toBeVisible();
  await expect.element(row.getByText('停用后不再从这条线路拨打')).toBeVisible();
  server.lines.lineGoes('22', { enabled: true });
  await expect.element(row.getByText('正常', { exact: true })).toBeVisible();
});

test('the page says how far the SIP port listens, and hears of it', async () => {
  const { screen, server } = await open();
  await expect.element(screen.getByRole('row', { name: /粤电信-01/ })).toBeVisible();
  expect(screen.getByRole('status').filter({ hasText: 'SIP' }).elements()).toEqual([]);
  server.lines.doorGoes({ is: 'shut', port: 5_060, because: '' });
  await expect.element(screen.getByText(/^SIP 和语音端口（5060）现在只在本机监听/)).toBeVisible();
  server.lines.doorGoes({ is: 'failed', port: 5_060, because: 'EADDRINUSE' });
  await expect.element(screen.getByText(/没能对外打开（EADDRINUSE）.*停掉占用它的程序/)).toBeVisible();
  server.lines.doorGoes({ is: 'failed', port: 5_060, because: 'EACCES' });
  await expect.element(screen.getByText(/没能对外打开（EACCES）/)).toBeVisible();
  expect(screen.getByText(/停掉占用/).elements(), 'nobody has it').toEqual([]);
  expect(await accessFaults()).toEqual([]);
  server.lines.doorGoes({ is: 'open', port: 5_060, because: '' });
  await expect.element(screen.getByText('SIP 端口 5060 已对外打开')).toBeVisible();
});

test('who has the page alone sees and changes lines and channel groups, and has no button to call', async () => {
  const { screen, server } = await openPage('/port', {
    calls: { lines: ownLines, visitor: { rights: ['port'], btns: [] } },
  });
  const row = screen.getByRole('row', { name: /粤电信-01/ });
  await expect.element(row.getByText('正常', { exact: true })).toBeVisible();
  await expect.element(row.getByRole('button', { name: '诊断 粤电信-01' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /试呼/ })).not.toBeInTheDocument();
  await row.getByRole('button', { name: '3 个 · 同城优先' }).click();
  await expect.element(screen.getByRole('complementary').getByText('02088888801')).toBeVisible();
  await screen.getByRole('button', { name: /^语音网关/ }).click();
  await expect.element(screen.getByRole('button', { name: '添加语音网关' })).toBeVisible();
  const shared = ['line/options', 'port/options', 'plan/list'];
  expect(server.asked.map(each => each.path).filter(path => shared.includes(path))).toEqual([]);
});

test('a password is asked for again when the line moves, and stays where it does not', async () => {
  const { screen, server } = await open('/port?panel=edit&id=22');
  const password = screen.getByLabelText(/^密码/);
  await expect.element(password).toHaveAttribute('placeholder', '不填就用原来的密码');
  await screen.getByLabelText(/^地址/).fill('sip.elsewhere.example');
  await expect.element(screen.getByText('地址、域名、传输、证书检查或用户名改了，请重新输入密码')).toBeVisible();
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(password).toHaveAccessibleDescription('必填');
  expect(await accessFaults()).toEqual([]);
  expect(server.asked.filter(each => each.path === 'line/save')).toEqual([]);
  await password.fill('again');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('修改成功')).toBeVisible();
  expect(server.asked.find(each => each.path === 'line/save')?.fields).toMatchObject({ password: 'again' });
});

test('the practice line is fixed and says so', async () => {
  const { screen } = await open();
  const row = screen.getByRole('row', { name: /练习线路/ });
  await expect.element(row.getByText('本机 · 练习线路由系统提供，不能改')).toBeVisible();
  await expect.element(row.getByRole('switch')).toBeDisabled();
});

test.each([
  ['panel=port&id=31', '练习通道由系统提供，不能改'],
  ['panel=port&id=99', '没有这个语音网关，可能已经删除'],
  ['panel=edit&id=21', '练习线路由系统提供，不能改'],
  ['panel=edit&id=99', '没有这条线路，可能已经删除'],
  ['panel=doctor&id=99', '没有这条线路，可能已经删除'],
])('an address to what is not there or cannot be changed says so: %s', async (query, says) => {
  const { screen } = await open(`/port?${query}`);
  await expect.element(screen.getByRole('complementary').getByText(says, { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '保存' })).not.toBeInTheDocument();
});

test('a line is added by its address; figures and needed fields are checked', async () => {
  const { screen, server } = await open('/port?panel=edit&id=new');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByLabelText(/^名称/)).toHaveAccessibleDescription('必填');
  await expect.element(screen.getByLabelText(/^地址/)).toHaveAccessibleDescription('必填');
  expect(await accessFaults()).toEqual([]);
  await screen.getByLabelText(/^名称/).fill('沪联通-01');
  await screen.getByLabelText(/^地址/).fill('198.51.100.9');
  await screen.getByLabelText('最多同时').fill('0');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('应为 1 到 5000 的整数')).toBeVisible();
  await screen.getByLabelText('最多同时').fill('30');
  await screen.getByText('TCP', { exact: true }).click();
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('添加成功', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /沪联通-01/ })).toBeVisible();
  expect(server.asked.find(each => each.path === 'line/save')?.fields).toMatchObject({
    access: 'address',
    transport: 'tcp',
    channels: '30',
    callsPerSecond: '5',
    greetingDelayMs: '500',
    windows: '[]',
  });
});

test('a line that we register on needs account and password', async () => {
  const { screen, server } = await open('/port?panel=edit&id=new');
  await screen.getByText('注册到线路').click();
  await screen.getByLabelText(/^名称/).fill('粤电信-09');
  await screen.getByLabelText(/^地址/).fill('sip.example.com');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByLabelText(/^账号/)).toHaveAccessibleDescription('必填');
  await screen.getByLabelText(/^账号/).fill('02066668888');
  await screen.getByLabelText(/^密码/).fill('secret');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('添加成功')).toBeVisible();
  expect(server.asked.find(each => each.path === 'line/save')?.fields).toMatchObject({
    access: 'register',
    username: '02066668888',
    password: 'secret',
  });
});

test('a gateway that registers with us is told where to, and is seen when it comes', async () => {
  const { screen, server } = await open('/port?panel=edit&id=new');
  await screen.getByText('网关注册过来').click();
  await screen.getByLabelText(/^名称/).fill('前台网关');
  await screen.getByLabelText(/^账号/).fill('gw01');
  await screen.getByLabelText(/^密码/).fill('secret');
  await screen.getByRole('button', { name: '保存' }).click();
  const card = screen.getByRole('region', { name: '怎么填网关' });
  await expect.element(card.getByText('198.51.100.20')).toBeVisible();
  await expect.element(card.getByText('5060')).toBeVisible();
  await expect.element(card.getByText('gw01')).toBeVisible();
  await expect.element(card.getByText('等网关注册过来')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  server.lines.lineGoes('25', { health: ownLines[0]!.health });
  await expect.element(card.getByText('网关已经注册过来')).toBeVisible();
});

test('the rewriting shows at once what becomes of numbers, and what would never be dialled', async () => {
  const { screen } = await open('/port?panel=edit&id=22');
  await expect.element(screen.getByLabelText(/^名称/)).toHaveValue('粤电信-01');
  await expect.element(screen.getByLabelText(/^密码/)).toHaveAttribute('placeholder', '不填就用原来的密码');
  const preview = screen.getByRole('list', { name: '改写预览' });
  await screen.getByLabelText('本省').fill('广东');
  await expect.element(preview.getByText('013916668888')).toBeVisible();
  await screen.getByLabelText('加前缀').fill('9');
  await expect.element(preview.getByText('913800138000')).toBeVisible();
  await expect.element(preview.getByText('9013916668888')).toBeVisible();
  await screen.getByLabelText('加前缀').fill('110');
  await expect.element(preview.getByText('不是能拨的号码，不会拨打').first()).toBeVisible();
});

test('the rare settings are folded away, and hours without any open them', async () => {
  const { screen, server } = await open('/port?panel=edit&id=22');
  await screen.getByText(/高级设置/).click();
  await screen.getByText('按时段').click();
  await screen.getByRole('button', { name: '清空' }).click();
  await screen.getByText(/高级设置/).click();
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('至少 1 项')).toBeVisible();
  await screen.getByRole('button', { name: '9:00–20:00' }).first().click();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('修改成功')).toBeVisible();
  expect(JSON.parse(server.asked.findLast(each => each.path === 'line/save')!.fields.windows!)).toHaveLength(7);
});

test('numbers are pasted, capped, switched off, and told who answers calls to them', async () => {
  const { screen, server } = await open('/port?panel=numbers&id=22');
  const table = screen.getByRole('table', { name: '外显号码' });
  await expect.element(table.getByText('今天用完了')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByLabelText('加号码').fill('02088888802\n02088888803，02088888800');
  await screen.getByRole('button', { name: '加号码' }).click();
  await expect.element(screen.getByText('加了 2 个，1 个原来就在')).toBeVisible();
  await expect.element(table.getByText('02088888803')).toBeVisible();
  const cap = table.getByLabelText('02088888800 每天上限');
  await cap.fill('50');
  await userEvent.keyboard('{Enter}');
  await table.getByLabelText('打进 02088888800 用的话术').selectOptions('试听课回访');
  await expect
    .poll(() => server.asked.filter(each => each.path === 'line/saveNumber').map(({ fields }) => fields))
    .toMatchObject([{ dailyCap: '50' }, { planId: '11' }]);
  await table.getByRole('button', { name: '移除 02088888803' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: '移除' }).click();
  await expect.element(table.getByText('02088888803')).not.toBeInTheDocument();
});

test('the doctor tells one finding after the other, and what to change', async () => {
  const { screen, server } = await open('/port?panel=doctor&id=23');
  await expect.element(screen.getByText('正在排队')).toBeVisible();
  await expect.poll(() => server.asked.find(each => each.path === 'line/check')?.fields.kind).toBe('doctor');
  server.lines.finds([{ check: 'resolve', state: 'ok', says: 'resolved', values: {}, calls: [] }]);
  await expect.element(screen.getByText('正在检查 对端回应')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  server.lines.finds(
    [
      { check: 'resolve', state: 'ok', says: 'resolved', values: {}, calls: [] },
      { check: 'reply', state: 'fault', says: 'noReply', values: { address: '198.51.100.7:5060' }, calls: ['103'] },
    ],
    true,
  );
  await expect.element(screen.getByText('查出 1 个问题')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: '通话 103' })).toHaveAttribute('href', '/platform/call/103');
  expect(await accessFaults()).toEqual([]);
});

test('removing a line names what goes with it', async () => {
  const { screen } = await open();
  await screen.getByRole('button', { name: '更多操作 粤电信-01' }).click();
  await screen.getByText('删除', { exact: true }).click();
  await expect.element(screen.getByText(/它的 1 个语音网关、3 个号码都会删除/)).toBeVisible();
  await screen.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect.element(screen.getByRole('row', { name: /粤电信-01/ })).not.toBeInTheDocument();
});

test('a channel group is cut out of a line', async () => {
  const { screen } = await open('/port?tab=ports');
  await expect.element(screen.getByRole('row', { name: /练习通道/ })).toBeVisible();
  await screen.getByRole('button', { name: '添加语音网关' }).click();
  await screen.getByRole('combobox', { name: /^线路/ }).selectOptions('粤移动-03');
  await screen.getByLabelText(/^名称/).fill('晚间回访');
  await screen.getByLabelText('路数').fill('6');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByRole('row', { name: /晚间回访.*粤移动-03/ })).toBeVisible();
});

test('with the practice line alone the next step is to connect a line', async () => {
  const { screen } = await openPage('/port');
  await expect.element(screen.getByText('还没有自己的线路')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: '接入我的线路' }).first())
    .toHaveAttribute('href', '/platform/connect-line');
  expect(await accessFaults()).toEqual([]);
});
