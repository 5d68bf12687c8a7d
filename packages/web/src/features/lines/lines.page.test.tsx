import { endpoints, type OutputOf } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { type Merchant, newMerchant, type Person } from '../../testing/house.ts';
import { addLine, checkFinds, type Finding, lineIs, lineNamed, numberUsed } from '../../testing/house-lines.ts';
import { type Layer, openLayer } from '../../testing/layer.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';

const { line, port } = endpoints;
type Door = OutputOf<typeof line.list>['door'];

let merchant: Merchant;
/** Who looks after lines, and may place a test call over them. */
let keeper: Person;
/** For what only looks. */
let telecom: string;

/** A line for a test that changes it. */
const lineOfOwn = (name: string) => addLine(merchant, name, { callerNumber: '02088888800', domain: 'ims.example.com' });

beforeAll(async () => {
  merchant = await newMerchant();
  keeper = await merchant.person({ rights: ['port'], buttons: ['call_out'] });
  telecom = await addLine(merchant, '粤电信-01', { pick: 'sameCity', channels: 30 });
  await merchant.owner.ask(line.addNumbers, { lineId: telecom, numbers: '02088888800 02088888801 075526660000' });
  await lineIs(merchant, telecom, { state: 'up', registeredUntil: '2126-11-18T09:10:00Z' });
  const mobile = await addLine(merchant, '粤移动-03', { address: '192.0.2.44:5061', channels: 20 });
  await lineIs(merchant, mobile, { state: 'congested', because: 'busyAnswers', code: 503, slowedTo: 1 });
  const platform = await newMerchant({ kind: 'platform' });
  const price = { cid: merchant.number, lineId: telecom, pricePerMinute: '0.12' };
  await platform.owner.ask(line.price, price);
});

const open = (path = '/port', layer?: Layer) => openAt(path, { as: keeper, ...(layer && { layer }) });
const saved = (layer: Layer) => layer.lastAsked(line.save);

test('lines show their state and health, and are switched off and on', async () => {
  const id = await lineOfOwn('粤电信-02');
  await lineIs(merchant, id, { state: 'up' });
  const { screen } = await open();
  const shown = screen.getByRole('row', { name: /粤电信-01/ });
  await expect.element(shown.getByText('正常', { exact: true })).toBeVisible();
  await expect.element(shown.getByText('已注册，17:10 前自动续期')).toBeVisible();
  await expect.element(shown.getByText('3 个 · 同城优先')).toBeVisible();
  await expect.element(shown.getByText('0.12 元 / 分')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  const row = screen.getByRole('row', { name: /粤电信-02/ });
  await row.getByRole('switch', { name: '启用 粤电信-02' }).click();
  await expect.element(screen.getByText('已停用，通话中的会打完')).toBeVisible();
  await expect.element(row.getByText('停用后不再从这条线路拨打')).toBeVisible();
  await merchant.owner.ask(line.enable, { id, enabled: '1' });
  await lineIs(merchant, id, { state: 'up' });
  await expect.element(row.getByText('正常', { exact: true })).toBeVisible();
});

test('the page says how far the SIP port listens, and hears of it', async () => {
  // The port of the house is everybody's, and nobody listens on it here.
  const layer = openLayer();
  let door: Door;
  layer.changes((path, data) => (path === line.list.path && door ? { ...(data as object), door } : data));
  const doorIs = (next: NonNullable<Door>) => {
    door = next;
    layer.pushes({ type: 'linesChanged', topic: 'lines' });
  };
  const { screen } = await open('/port', layer);
  await expect.element(screen.getByRole('row', { name: /粤电信-01/ })).toBeVisible();
  expect(screen.getByRole('status').filter({ hasText: 'SIP' }).elements()).toEqual([]);
  doorIs({ is: 'shut', port: 5_060, because: '' });
  await expect.element(screen.getByText(/^SIP 和语音端口（5060）现在只在本机监听/)).toBeVisible();
  doorIs({ is: 'failed', port: 5_060, because: 'EADDRINUSE' });
  await expect.element(screen.getByText(/没能对外打开（EADDRINUSE）.*停掉占用它的程序/)).toBeVisible();
  doorIs({ is: 'failed', port: 5_060, because: 'EACCES' });
  await expect.element(screen.getByText(/没能对外打开（EACCES）/)).toBeVisible();
  expect(screen.getByText(/停掉占用/).elements(), 'nobody has it').toEqual([]);
  expect(await accessFaults()).toEqual([]);
  doorIs({ is: 'open', port: 5_060, because: '' });
  await expect.element(screen.getByText('SIP 端口 5060 已对外打开')).toBeVisible();
});

test('who has the page alone sees and changes lines and channel groups, and has no button to call', async () => {
  const { screen, layer } = await openAt('/port', { as: await merchant.person({ rights: ['port'] }) });
  const row = screen.getByRole('row', { name: /粤电信-01/ });
  await expect.element(row.getByText('正常', { exact: true })).toBeVisible();
  await expect.element(row.getByRole('button', { name: '诊断 粤电信-01' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /试呼/ })).not.toBeInTheDocument();
  await row.getByRole('button', { name: '3 个 · 同城优先' }).click();
  await expect.element(screen.getByRole('complementary').getByText('02088888801')).toBeVisible();
  await screen.getByRole('button', { name: /^语音网关/ }).click();
  await expect.element(screen.getByRole('button', { name: '添加语音网关' })).toBeVisible();
  const shared = [line.options, port.options, endpoints.plan.list].map(({ path }) => path);
  expect(layer.asked.map(each => each.path).filter(path => shared.includes(path))).toEqual([]);
});

test('a password is asked for again when the line moves, and stays where it does not', async () => {
  const id = await lineOfOwn('粤电信-03');
  const { screen, layer } = await open(`/port?panel=edit&id=${id}`);
  const password = screen.getByLabelText(/^密码/);
  await expect.element(password).toHaveAttribute('placeholder', '不填就用原来的密码');
  await screen.getByLabelText(/^地址/).fill('sip.elsewhere.example');
  await expect.element(screen.getByText('地址、域名、传输、证书检查或用户名改了，请重新输入密码')).toBeVisible();
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(password).toHaveAccessibleDescription('必填');
  expect(await accessFaults()).toEqual([]);
  expect(saved(layer)).toBeUndefined();
  await password.fill('again');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('修改成功')).toBeVisible();
  expect(saved(layer)).toMatchObject({ password: 'again' });
  expect(await lineNamed(merchant, '粤电信-03')).toMatchObject({ address: 'sip.elsewhere.example', hasPassword: true });
});

test('the practice line is fixed and says so', async () => {
  const { screen } = await open();
  const row = screen.getByRole('row', { name: /练习线路/ });
  await expect.element(row.getByText('本机 · 练习线路由系统提供，不能改')).toBeVisible();
  await expect.element(row.getByRole('switch')).toBeDisabled();
});

/** The address of what the system provides, or of what is not there. */
const idsOf = {
  'the practice line': async () => (await lineNamed(merchant, '练习线路')).id,
  'the practice port': async () => {
    const { list } = await merchant.owner.ask(port.list, {});
    return list.find(each => each.practice)?.id;
  },
  nothing: async () => '9223372036854775806',
};

test.each([
  ['port', 'the practice port', '练习线路由系统提供，不能改'],
  ['port', 'nothing', '没有这个语音网关，可能已经删除'],
  ['edit', 'the practice line', '练习线路由系统提供，不能改'],
  ['edit', 'nothing', '没有这条线路，可能已经删除'],
  ['doctor', 'nothing', '没有这条线路，可能已经删除'],
] as const)('an address to what is not there or cannot be changed says so: %s of %s', async (panel, what, says) => {
  const { screen } = await open(`/port?panel=${panel}&id=${await idsOf[what]()}`);
  await expect.element(screen.getByRole('complementary').getByText(says, { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: '保存' })).not.toBeInTheDocument();
});

test('a line is added by its address; figures and needed fields are checked', async () => {
  const { screen, layer } = await open('/port?panel=edit&id=new');
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
  expect(saved(layer)).toMatchObject({
    access: 'address',
    transport: 'tcp',
    channels: '30',
    callsPerSecond: '5',
    greetingDelayMs: '500',
    windows: '[]',
  });
});

test('a line that we register on needs account and password', async () => {
  const { screen, layer } = await open('/port?panel=edit&id=new');
  await screen.getByText('注册到线路').click();
  await screen.getByLabelText(/^名称/).fill('粤电信-09');
  await screen.getByLabelText(/^地址/).fill('sip.example.com');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByLabelText(/^账号/)).toHaveAccessibleDescription('必填');
  await screen.getByLabelText(/^账号/).fill('02066668888');
  await screen.getByLabelText(/^密码/).fill('secret');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('添加成功')).toBeVisible();
  expect(saved(layer)).toMatchObject({ access: 'register', username: '02066668888', password: 'secret' });
});

test('a gateway that registers with us is told where to, and is seen when it comes', async () => {
  // An account of our registrar is one merchant's alone.
  const account = `gw${merchant.number}`;
  const { screen } = await open('/port?panel=edit&id=new');
  await screen.getByText('网关注册过来').click();
  await screen.getByLabelText(/^名称/).fill('前台网关');
  await screen.getByLabelText(/^账号/).fill(account);
  await screen.getByLabelText(/^密码/).fill('longer secret');
  await screen.getByRole('button', { name: '保存' }).click();
  const card = screen.getByRole('region', { name: '怎么填网关' });
  await expect.element(card.getByText('198.51.100.20')).toBeVisible();
  await expect.element(card.getByText('5060')).toBeVisible();
  await expect.element(card.getByText(account)).toBeVisible();
  await expect.element(card.getByText('等网关注册过来')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await lineIs(merchant, (await lineNamed(merchant, '前台网关')).id, { state: 'up' });
  await expect.element(card.getByText('网关已经注册过来')).toBeVisible();
});

test('a line’s drawer says our address for its carrier; where none is set as this machine knows it, and that the check counts', async () => {
  const { screen } = await open(`/port?panel=edit&id=${telecom}`);
  const card = screen.getByRole('region', { name: '告诉线路商' });
  await expect.element(card.getByText('198.51.100.20')).toBeVisible();
  await expect.element(card.getByText(/以诊断看到的为准/)).not.toBeInTheDocument();
  const layer = openLayer();
  layer.changes((path, data) => {
    if (path !== line.list.path) return data;
    const list = data as OutputOf<typeof line.list>;
    return { ...list, registrar: list.registrar && { ...list.registrar, host: '', own: '192.0.2.7' } };
  });
  await open(`/port?panel=edit&id=${telecom}`, layer);
  await expect.element(card.getByText('192.0.2.7')).toBeVisible();
  await expect.element(card.getByText(/以诊断看到的为准/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('the rewriting shows at once what becomes of numbers, and what would never be dialled', async () => {
  const { screen } = await open(`/port?panel=edit&id=${telecom}`);
  await expect.element(screen.getByLabelText(/^名称/)).toHaveValue('粤电信-01');
  await expect.element(screen.getByLabelText(/^密码/)).toHaveAttribute('placeholder', '不填就用原来的密码');
  const preview = screen.getByRole('list', { name: '改写预览' });
  await screen.getByLabelText('本省').fill('广东');
  await expect.element(preview.getByText('013901712345')).toBeVisible();
  await screen.getByLabelText('加前缀').fill('9');
  await expect.element(preview.getByText('913902212345')).toBeVisible();
  await expect.element(preview.getByText('9013901712345')).toBeVisible();
  await screen.getByLabelText('加前缀').fill('110');
  await expect.element(preview.getByText('不是能拨的号码，不会拨打').first()).toBeVisible();
});

test('the rare settings are folded away, and hours without any open them', async () => {
  const { screen, layer } = await open(`/port?panel=edit&id=${await lineOfOwn('粤电信-04')}`);
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
  expect(JSON.parse(saved(layer)?.windows ?? '')).toHaveLength(7);
  expect((await lineNamed(merchant, '粤电信-04')).windows).toHaveLength(7);
});

test('numbers are pasted, capped, switched off, and told who answers calls to them', async () => {
  const id = await lineOfOwn('粤电信-05');
  const { ask } = merchant.owner;
  await ask(line.addNumbers, { lineId: id, numbers: '02088888801', dailyCap: 300 });
  const { list } = await ask(line.numbers, { lineId: id });
  await numberUsed(merchant, list.find(({ number }) => number === '02088888801')?.id ?? '', 300);
  const [plan] = (await ask(endpoints.plan.list, {})).list;
  const { screen, layer } = await open(`/port?panel=numbers&id=${id}`);
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
  await table.getByLabelText('打进 02088888800 用的话术').selectOptions(plan?.planName ?? '');
  const changes = () => layer.asked.filter(({ path }) => path === line.saveNumber.path).map(({ fields }) => fields);
  await expect.poll(changes).toMatchObject([{ dailyCap: '50' }, { planId: plan?.id }]);
  await table.getByRole('button', { name: '移除 02088888803' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: '移除' }).click();
  await expect.element(table.getByText('02088888803')).not.toBeInTheDocument();
  const now = (await ask(line.numbers, { lineId: id })).list;
  expect(now.map(({ number }) => number)).toEqual(['02088888800', '02088888801', '02088888802']);
  expect(now[0]).toMatchObject({ dailyCap: 50, plan: { id: plan?.id } });
});

test('the doctor tells one finding after the other, and what to change', async () => {
  const id = await lineOfOwn('粤联通-02');
  const resolved: Finding = { check: 'resolve', state: 'ok', says: 'resolved', values: {}, calls: [] };
  const silent: Finding = {
    ...{ check: 'reply', state: 'fault', says: 'noReply' },
    ...{ values: { address: '198.51.100.7:5060' }, calls: ['103'] },
  };
  const { screen, layer } = await open(`/port?panel=doctor&id=${id}`);
  await expect.element(screen.getByText('正在排队')).toBeVisible();
  await expect.poll(() => layer.lastAsked(endpoints.monitor.check)?.kind).toBe('doctor');
  // The house has taken it down.
  await expect.poll(() => layer.lastAsked(endpoints.monitor.findings)).toBeDefined();
  await checkFinds(merchant, id, [resolved]);
  await expect.element(screen.getByText('正在检查 对端回应')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await checkFinds(merchant, id, [resolved, silent], true);
  await expect.element(screen.getByText('查出 1 个问题')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: '通话 103' })).toHaveAttribute('href', '/platform/call/103');
  expect(await accessFaults()).toEqual([]);
});

test('removing a line names what goes with it', async () => {
  const id = await lineOfOwn('粤电信-06');
  await merchant.owner.ask(line.addNumbers, { lineId: id, numbers: '02088888801 075526660000' });
  const { screen } = await open();
  await screen.getByRole('button', { name: '更多操作 粤电信-06' }).click();
  await screen.getByText('删除', { exact: true }).click();
  await expect.element(screen.getByText(/它的 1 个语音网关、3 个号码都会删除/)).toBeVisible();
  await screen.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect.element(screen.getByRole('row', { name: /粤电信-06/ })).not.toBeInTheDocument();
});

test('a channel group is cut out of a line', async () => {
  const { screen } = await open('/port?tab=ports');
  await expect.element(screen.getByRole('row', { name: /练习线路/ })).toBeVisible();
  await screen.getByRole('button', { name: '添加语音网关' }).click();
  await screen.getByRole('combobox', { name: /^线路/ }).selectOptions('粤移动-03');
  await screen.getByLabelText(/^名称/).fill('晚间回访');
  await screen.getByLabelText('路数').fill('6');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByRole('row', { name: /晚间回访.*粤移动-03/ })).toBeVisible();
});

test('with the practice line alone the next step is to connect a line', async () => {
  const fresh = await newMerchant();
  const { screen } = await openAt('/port', { as: await fresh.person({ rights: ['port'] }) });
  await expect.element(screen.getByText('还没有自己的线路')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: '接入我的线路' }).first())
    .toHaveAttribute('href', '/platform/connect-line');
  expect(await accessFaults()).toEqual([]);
});
