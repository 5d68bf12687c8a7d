import { endpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { newMerchant } from '../../testing/house.ts';
import { busyEnding, endCall, happensIn, soundOf, type Told } from '../../testing/house-calls.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults, type Screen } from '../../testing/show-page.tsx';
import { spoken } from '../../testing/studio-plan.ts';

/** Somebody of a merchant of his own, who places calls by hand and reads them. */
const caller = async (...more: readonly string[]) =>
  (await newMerchant()).person({ rights: ['market', 'callLog'], buttons: ['call_out', 'phone:unmask', ...more] });
const callShown = (): string => new URLSearchParams(location.search).get('call') ?? '';
/** The call was placed: its id. */
const placed = async (screen: Screen): Promise<string> => {
  await expect.element(screen.getByRole('button', { name: '挂断' })).toBeVisible();
  await expect.poll(callShown).toMatch(/^\d+$/);
  return callShown();
};

/** The first words of a talk; the callee is still at the last of them. */
const talk: readonly Told[] = [
  { to: 'talking' },
  { note: { type: 'node.entered', node: 'n1', name: '开场白', knowledge: false } },
  { note: { type: 'robot.said', line: 0, text: '您好，请问是陈女士吗？', node: 'n1' } },
  {
    note: {
      ...{ type: 'callee.said', line: 1, text: '是的，您说。', node: 'n1', missed: false, whileRobotSpoke: false },
      understood: { meaning: 'yes', name: '', by: 'words', matched: '是的' },
    },
  },
  { note: { type: 'node.entered', node: 'n2', name: '核对年级', knowledge: false } },
  { note: { type: 'robot.said', line: 2, text: '请问您家孩子现在上几年级？', node: 'n2' } },
  { note: { type: 'callee.saying', line: 3, text: '三年级，九月份刚' } },
  { note: { type: 'answer.kept', variable: 'grade', label: '孩子年级', value: '三年级', line: 3 } },
];

test('a test call: chosen, placed, followed word by word, and its record opens when it is filed', async () => {
  const { screen } = await openAt('/home', { as: await caller() });
  await screen.getByRole('button', { name: '试呼' }).first().click();
  await screen.getByText('好说话').click();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '呼出' }).click();

  const id = await placed(screen);
  const drawer = screen.getByRole('complementary', { name: '15400000001' });
  await happensIn(id, { to: 'dialling' }, { to: 'ringing' });
  await expect.element(drawer.getByText('振铃')).toBeVisible();
  await happensIn(id, ...talk);
  await expect.element(drawer.getByText('通话中')).toBeVisible();
  await expect.element(drawer.getByText('是的，您说。')).toBeVisible();
  await expect.element(drawer.getByText('核对年级')).toBeVisible();
  await expect.element(drawer.getByText('三年级，九月份刚')).toBeVisible();
  await expect.element(drawer.getByRole('definition')).toHaveTextContent('三年级');
  await expect.element(screen.getByRole('row', { name: /进行中/ })).toBeVisible();
  expect(await accessFaults()).toEqual([]);

  await endCall(id, { turns: 1, transcript: { lines: [spoken('robot', '再见。', 0)], path: [], answers: [] } });
  await expect.element(screen.getByRole('heading', { name: '逐字记录' })).toBeVisible();
  expect(location.pathname).toBe(`/platform/call/${id}`);
});

test('what the plan says of the callee can be filled in, and stays while the callee is switched', async () => {
  const { screen, layer } = await openAt('/home?call=new', { as: await caller() });
  await screen.getByText('好说话').click();
  const name = screen.getByLabelText('称呼');
  await expect.element(name).toHaveAttribute('placeholder', '家长');
  await name.fill(' 陈女士 ');
  await screen.getByText('先问价').click();
  await screen.getByRole('button', { name: '呼出' }).click();
  await placed(screen);
  // He reads along, and may not listen.
  expect(screen.getByRole('button', { name: '听', exact: true }).query()).toBeNull();
  const { phone, variables } = layer.lastAsked(endpoints.call.place)!;
  expect([phone, JSON.parse(variables!)]).toEqual(['15400000002', { name: '陈女士' }]);
});

test('the sound of a live call plays from its ticket and stops by the same button', async () => {
  const { screen, layer } = await openAt('/home?call=new', { as: await caller('seat:monitor') });
  await screen.getByText('好说话').click();
  await screen.getByRole('button', { name: '呼出' }).click();
  await soundOf(await placed(screen), { durationMs: 3_000 });
  await screen.getByRole('button', { name: '听', exact: true }).click();
  const stop = screen.getByRole('button', { name: '停止监听' });
  await expect.element(stop).toBeVisible();
  expect(layer.lastAsked(endpoints.call.listenTicket)).toBeDefined();
  await stop.click();
  await expect.element(screen.getByRole('button', { name: '听', exact: true })).toBeVisible();
});

test('a call that did not come through says why and what to do', async () => {
  const { screen } = await openAt('/home?call=new', { as: await caller() });
  await screen.getByText('占线').click();
  await screen.getByRole('button', { name: '呼出' }).click();
  await endCall(await placed(screen), busyEnding);
  await expect.element(screen.getByText('没有打通')).toBeVisible();
  await expect.element(screen.getByText('对方忙')).toBeVisible();
  await expect.element(screen.getByText(/用户正忙 · 10 分钟后再拨/)).toBeVisible();
  expect(location.pathname).toBe('/home');
});

test('who dials and may not read calls reads along, and is asked for no record', async () => {
  const person = await (await newMerchant()).person({ buttons: ['call_out'] });
  const { screen, layer } = await openAt('/home?call=new', { as: person });
  await screen.getByText('好说话').click();
  await screen.getByRole('button', { name: '呼出' }).click();
  const id = await placed(screen);
  await happensIn(id, { to: 'talking' }, { note: { type: 'robot.said', line: 0, text: '您好！', node: 'n1' } });
  await expect.element(screen.getByText('您好！')).toBeVisible();
  await happensIn(id, { to: 'ended' });
  await endCall(id);
  await expect.element(screen.getByText('已结束')).toBeVisible();
  expect(location.pathname).toBe('/home');
  expect(layer.lastAsked(endpoints.call.detail)).toBeUndefined();
  expect(
    screen
      .getByRole('status')
      .elements()
      .map(({ textContent }) => textContent)
      .join(''),
  ).not.toContain('权限');
});

test('an ordinary line is added and asks for a phone of 8 to 12 digits', async () => {
  const { owner } = await newMerchant();
  const { screen, layer } = await openAt('/home?call=new', { as: owner });
  await screen.getByRole('button', { name: '添加线路' }).click();
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByLabelText(/地址/)).toHaveAccessibleDescription('必填');
  await screen.getByLabelText(/名称/).fill('粤电信-01');
  await screen.getByLabelText(/地址/).fill('192.0.2.10:5060');
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('添加成功')).toBeVisible();

  await expect.element(screen.getByText('粤电信-01 没有接语音识别', { exact: false })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: '去语音与模型接上' })).toBeVisible();
  const phone = screen.getByLabelText('号码', { exact: true });
  await phone.fill('138');
  await screen.getByRole('button', { name: '呼出' }).click();
  await expect.element(screen.getByText('请输入8-12位')).toBeVisible();
  await phone.fill('+86 138-1234-5678');
  await screen.getByRole('button', { name: '呼出' }).click();
  await placed(screen);
  const line = (await owner.ask(endpoints.line.options, {})).list.find(({ name }) => name === '粤电信-01');
  expect(layer.lastAsked(endpoints.call.place)).toMatchObject({ lineId: line?.id, phone: '13812345678' });
});

/** A call to a callee of the practice line, by somebody of a merchant of his own. */
const placeToFirst = async () => {
  const opened = await openAt('/home?call=new', { as: await caller() });
  await opened.screen.getByText('好说话').click();
  await opened.screen.getByRole('button', { name: '呼出' }).click();
  return { ...opened, id: await placed(opened.screen) };
};
const lineFault = {
  ...busyEnding,
  verdict: { state: 'lineFault', fault: 'carrier', mayRetry: true, sipCode: null, because: 'noReply' },
} as const;

test('a call that failed for its line offers to change the line and to try again as it was', async () => {
  const { owner } = await newMerchant();
  const { screen, layer } = await openAt('/home?call=new', { as: owner });
  await screen.getByRole('button', { name: '添加线路' }).click();
  await screen.getByLabelText(/名称/).fill('粤电信-01');
  await screen.getByLabelText(/地址/).fill('192.0.2.10:9');
  await screen.getByLabelText(/密码/).fill('secret');
  await screen.getByRole('button', { name: '保存' }).click();
  await screen.getByLabelText('号码', { exact: true }).fill('13812345678');
  await screen.getByRole('button', { name: '呼出' }).click();
  await endCall(await placed(screen), lineFault);
  await expect.element(screen.getByText(/对方地址没有回应/)).toBeVisible();

  await screen.getByRole('button', { name: '改线路' }).click();
  const address = screen.getByLabelText(/地址/);
  await expect.element(address).toHaveValue('192.0.2.10:9');
  await expect.element(screen.getByLabelText(/密码/)).toHaveAttribute('placeholder', '不填就用原来的密码');
  expect(await accessFaults()).toEqual([]);
  await address.fill('192.0.2.10:5060');
  await screen.getByRole('button', { name: '保存' }).click();
  await expect.element(screen.getByText('修改成功')).toBeVisible();
  await expect.element(screen.getByLabelText('号码', { exact: true })).toHaveValue('13812345678');
  await screen.getByRole('button', { name: '呼出' }).click();
  await endCall(await placed(screen), lineFault);

  await screen.getByRole('button', { name: '再试一次' }).click();
  const places = () => layer.asked.filter(({ path }) => path === endpoints.call.place.path);
  await expect.poll(() => places().length).toBe(3);
  const [first, , third] = places();
  expect(third?.fields).toEqual(first?.fields);
  const { list } = await owner.ask(endpoints.line.options, {});
  expect(layer.lastAsked(endpoints.line.save)).toMatchObject({
    id: list.find(({ name }) => name === '粤电信-01')?.id,
    address: '192.0.2.10:5060',
    password: '',
  });
});

test('hanging up shows at once; a tone before the answer is told', async () => {
  const { screen, layer, id } = await placeToFirst();
  await happensIn(id, { to: 'ringing', earlyMedia: true });
  await expect.element(screen.getByText('对方在放彩铃')).toBeVisible();
  await screen.getByRole('button', { name: '挂断' }).click();
  await expect.element(screen.getByRole('button', { name: '正在挂断' })).toBeVisible();
  await expect.poll(() => layer.lastAsked(endpoints.call.hangUp)?.id).toBe(id);
  await happensIn(id, { to: 'ended' });
  await expect.element(screen.getByText('已结束')).toBeVisible();
});

test('closing the drawer ends nothing: the live row of the list opens it again, with all that was said', async () => {
  const { screen, layer, id } = await placeToFirst();
  await happensIn(id, ...talk);
  await expect
    .element(screen.getByRole('listitem').filter({ hasText: '三年级，九月份刚' }))
    .toHaveAttribute('aria-current');
  await screen.getByRole('button', { name: '收起' }).click();
  await expect.element(screen.getByRole('button', { name: '挂断' })).not.toBeInTheDocument();
  await screen.getByRole('link', { name: /15400000001 看这通电话说到哪了/ }).click();
  await expect.element(screen.getByText('三年级，九月份刚')).toBeVisible();
  expect(layer.lastAsked(endpoints.call.hangUp)).toBeUndefined();
});
