import { endpoints } from '@lianxian/contract';
import { beforeEach, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../../testing/house.ts';
import { endCall, happensIn } from '../../../testing/house-calls.ts';
import { checkFinds, type Finding, lineIs, lineNamed } from '../../../testing/house-lines.ts';
import type { Layer } from '../../../testing/layer.ts';
import { ladder } from '../../../testing/line-samples.ts';
import { openAt } from '../../../testing/open-at.tsx';
import { accessFaults } from '../../../testing/show-page.tsx';

const { line, monitor, call } = endpoints;
const path = '/platform/connect-line';
beforeEach(() => sessionStorage.clear());
const fine: Finding = { check: 'reply', state: 'ok', says: 'replied', values: { code: 200, ms: 18 }, calls: [] };
const minded: Finding = { check: 'ports', state: 'warning', says: 'portsTaken', values: {}, calls: [] };
const fault: Finding = { ...fine, check: 'credentials', state: 'fault', says: 'credentialsRefused' };

/** Who connects lines, hears them and makes tasks over them, at a merchant that has none yet. */
const newKeeper = async () => {
  const merchant = await newMerchant();
  const rights = ['port', 'myTask', 'callLog'];
  return { merchant, keeper: await merchant.person({ rights, buttons: ['call_out', 'task:create'] }) };
};
const times = (layer: Layer, { path: of }: { readonly path: string }) =>
  layer.asked.filter(each => each.path === of).length;

const toCheck = async () => {
  const { merchant, keeper } = await newKeeper();
  const { screen, layer } = await openAt(path, { as: keeper });
  await screen.getByText('注册到线路').click();
  await screen.getByRole('button', { name: '下一步' }).click();
  // Who goes on with the keyboard is at the top of what comes.
  await expect.element(screen.getByRole('region', { name: '接入我的线路 · 地址和账号' })).toHaveFocus();
  await screen.getByLabelText(/^名称/).fill('粤电信-01');
  await screen.getByLabelText(/^地址/).fill('sip.example.com');
  await screen.getByLabelText(/^账号/).fill('02066668888');
  await screen.getByLabelText(/^密码/).fill('secret');
  const carrier = screen.getByRole('region', { name: '告诉线路商' });
  await expect.poll(() => carrier.element().textContent).toMatch(/SIP 端口\d+.*语音端口（UDP）\d+–\d+/);
  await screen.getByLabelText(/^最多同时/).fill('24');
  await screen.getByLabelText(/^每秒呼叫/).fill('3');
  await screen.getByRole('button', { name: '下一步' }).click();
  await expect.element(screen.getByText('保存好了，正在看这条线路通不通。')).toBeVisible();
  const { id } = await lineNamed(merchant, '粤电信-01');
  /** The look that the page asked for has found this. */
  const finds = async (...findings: readonly Finding[]) => {
    await expect.poll(() => times(layer, monitor.findings)).toBeGreaterThan(0);
    await checkFinds(merchant, id, findings, true);
  };
  return { merchant, keeper, screen, layer, id, finds };
};
/** The call that rings at one's own phone. */
const ownCall = async (merchant: Merchant, layer: Layer): Promise<string> => {
  await expect.poll(() => layer.lastAsked(call.place)).toBeDefined();
  const placed = async () => (await merchant.owner.ask(call.list, {})).list[0]?.id;
  await expect.poll(placed).toBeDefined();
  return (await placed()) ?? '';
};

test('from the address to the first ring of one’s own phone', async () => {
  const { merchant, screen, layer, id, finds } = await toCheck();
  expect(await accessFaults()).toEqual([]);
  await finds(fine);
  await expect.element(screen.getByText('线路通了，可以往下走。')).toBeVisible();
  expect(layer.lastAsked(line.save)).toMatchObject({ channels: '24', callsPerSecond: '3' });
  await screen.getByRole('button', { name: '下一步' }).click();
  await screen.getByLabelText('加号码').fill('02066668888');
  await screen.getByRole('button', { name: '下一步' }).click();
  await screen.getByRole('button', { name: '打给我' }).click();
  await expect.element(screen.getByText('请输入8-12位')).toBeVisible();
  await expect.element(screen.getByText('没有接语音识别，只听得懂按键', { exact: false })).toBeVisible();
  await screen.getByLabelText('我的手机号').fill('138 1234 5678');
  await screen.getByRole('button', { name: '打给我' }).click();
  const own = await ownCall(merchant, layer);
  await happensIn(own, { to: 'dialling' }, { to: 'ringing' });
  await expect.element(screen.getByText('振铃', { exact: true })).toBeVisible();
  await happensIn(own, { sip: ladder[0]! });
  await expect.element(screen.getByRole('region', { name: '信令' }).getByText('INVITE', { exact: true })).toBeVisible();
  await happensIn(own, { to: 'talking' }, { note: { type: 'robot.said', line: 0, text: '您好！', node: 'n1' } });
  await expect.element(screen.getByText('听到机器人说话了吗？')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '听到了', exact: true }).click();
  await expect.element(screen.getByText('粤电信-01 接好了')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  expect(layer.lastAsked(call.place)).toMatchObject({ lineId: id, phone: '13812345678' });
  await screen.getByRole('button', { name: '建一个任务' }).click();
  await expect.poll(() => location.pathname + location.search).toBe('/my-task?edit=new');
});

test('a fault is explained, and one goes back to change it; the password is asked for once', async () => {
  const { screen, layer, id, finds } = await toCheck();
  await finds(fine, fault, minded);
  await expect.element(screen.getByText('查出 1 个问题；1 项要留意')).toBeVisible();
  await screen.getByRole('button', { name: '返回去改' }).click();
  await expect.element(screen.getByLabelText(/^地址/)).toHaveValue('sip.example.com');
  await screen.getByLabelText(/^密码/).fill('better');
  await screen.getByRole('button', { name: '下一步' }).click();
  await expect
    .poll(() => layer.asked.filter(each => each.path === line.save.path).map(({ fields: f }) => [f.id, f.password]))
    .toEqual([
      [undefined, 'secret'],
      [id, 'better'],
    ]);
});

test('a line of which nothing could be seen is not called fine', async () => {
  const { screen, finds } = await toCheck();
  await finds({ ...fine, state: 'unknown' });
  await expect.element(screen.getByText('没有发现问题；1 项没查到')).toBeVisible();
  await expect.element(screen.getByText(/对端有没有回应还没查到/)).toBeVisible();
  await expect.element(screen.getByText('线路通了，可以往下走。')).not.toBeInTheDocument();
});

test('when the robot was not heard the doctor comes', async () => {
  const { merchant, screen, layer, finds } = await toCheck();
  await finds(fine);
  await screen.getByRole('button', { name: '外显号码' }).click();
  await screen.getByRole('button', { name: '没有，按账号外显' }).click();
  await screen.getByLabelText('我的手机号').fill('13812345678');
  await screen.getByRole('button', { name: '打给我' }).click();
  const own = await ownCall(merchant, layer);
  await happensIn(own, { to: 'dialling' }, { to: 'ringing' }, { to: 'talking' });
  await endCall(own);
  await screen.getByRole('button', { name: '没听到' }).click();
  await expect.element(screen.getByText('正在诊断这条线路，按下面说的改。')).toBeVisible();
  await expect.poll(() => times(layer, monitor.check)).toBe(2);
  await expect.element(screen.getByRole('button', { name: '完成' })).toBeDisabled();
});

test('what was typed survives a reload, the password does not', async () => {
  const { screen, keeper } = await toCheck();
  expect(sessionStorage.getItem('lx.connect')).toContain('sip.example.com');
  expect(sessionStorage.getItem('lx.connect')).not.toContain('secret');
  await screen.unmount();
  const again = await openAt(path, { as: keeper });
  await expect.element(again.screen.getByRole('button', { name: '自动检查' })).toHaveAttribute('aria-current', 'step');
  await again.screen.getByRole('button', { name: '地址和账号' }).click();
  await expect.element(again.screen.getByLabelText(/^地址/)).toHaveValue('sip.example.com');
});

test('a gateway is told what to dial, and looked at once it has come', async () => {
  const { merchant, keeper } = await newKeeper();
  const { screen, layer } = await openAt(path, { as: keeper });
  await screen.getByText('网关注册过来').click();
  await screen.getByRole('button', { name: '下一步' }).click();
  await screen.getByLabelText(/^名称/).fill('前台网关');
  await screen.getByLabelText(/^账号/).fill(`gw${merchant.number}`);
  await screen.getByLabelText(/^密码/).fill('longer secret');
  await screen.getByRole('button', { name: '下一步' }).click();
  await expect.element(screen.getByText('等网关注册过来')).toBeVisible();
  expect(times(layer, monitor.check)).toBe(0);
  await lineIs(merchant, (await lineNamed(merchant, '前台网关')).id, { state: 'up' });
  await expect.element(screen.getByText('网关已经注册过来')).toBeVisible();
  await expect.poll(() => times(layer, monitor.check)).toBe(1);
});
