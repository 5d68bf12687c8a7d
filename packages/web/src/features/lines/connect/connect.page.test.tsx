import { beforeEach, expect, test } from 'vitest';
import { type Finding, healthy, ladder } from '../../../testing/fake-line-world.ts';
import { liveCallId } from '../../../testing/fake-server.ts';
import { answeredCall, liveStory } from '../../../testing/fake-world.ts';
import { accessFaults, openPage } from '../../../testing/open-page.tsx';

const path = '/platform/connect-line';
beforeEach(() => sessionStorage.clear());
const fine: Finding = { check: 'reply', state: 'ok', says: 'replied', values: {}, calls: [] };
const fault: Finding = { ...fine, check: 'credentials', state: 'fault', says: 'credentialsRefused' };

const toCheck = async () => {
  const opened = await openPage(path);
  const { screen } = opened;
  await screen.getByText('注册到线路').click();
  await screen.getByRole('button', { name: '下一步' }).click();
  // Who goes on with the keyboard is at the top of what comes.
  await expect.element(screen.getByRole('region', { name: '接入我的线路 · 地址和账号' })).toHaveFocus();
  await screen.getByLabelText(/^名称/).fill('粤电信-01');
  await screen.getByLabelText(/^地址/).fill('sip.example.com');
  await screen.getByLabelText(/^账号/).fill('02066668888');
  await screen.getByLabelText(/^密码/).fill('secret');
  await screen.getByRole('button', { name: '下一步' }).click();
  await expect.element(screen.getByText('保存好了，正在看这条线路通不通。')).toBeVisible();
  return opened;
};

test('from the address to the first ring of one’s own phone', async () => {
  const { screen, server } = await toCheck();
  expect(await accessFaults()).toEqual([]);
  server.lines.finds([fine], true);
  await expect.element(screen.getByText('线路通了，可以往下走。')).toBeVisible();
  await screen.getByRole('button', { name: '下一步' }).click();
  await screen.getByLabelText('加号码').fill('02066668888');
  await screen.getByRole('button', { name: '下一步' }).click();
  await screen.getByRole('button', { name: '打给我' }).click();
  await expect.element(screen.getByText('请输入8-12位')).toBeVisible();
  await screen.getByLabelText('我的手机号').fill('138 1234 5678');
  await screen.getByRole('button', { name: '打给我' }).click();
  await expect.element(screen.getByText('振铃', { exact: true })).toBeVisible();
  server.happens({ seq: 3, atMs: 20, kind: 'sip', message: ladder[0]! });
  await expect.element(screen.getByRole('region', { name: '信令' }).getByText('INVITE', { exact: true })).toBeVisible();
  for (const event of liveStory.slice(3)) server.happens({ ...event, seq: event.seq + 1 });
  await expect.element(screen.getByText('听到机器人说话了吗？')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '听到了', exact: true }).click();
  await expect.element(screen.getByText('粤电信-01 接好了')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  expect(server.asked.find(each => each.path === 'call/place')?.fields).toMatchObject({
    lineId: '22',
    phone: '13812345678',
  });
  await screen.getByRole('button', { name: '建一个任务' }).click();
  await expect.poll(() => location.pathname + location.search).toBe('/my-task?edit=new');
});

test('a fault is explained, and one goes back to change it; the password is asked for once', async () => {
  const { screen, server } = await toCheck();
  server.lines.finds([fine, fault], true);
  await expect.element(screen.getByText('查出 1 个问题')).toBeVisible();
  await screen.getByRole('button', { name: '返回去改' }).click();
  await expect.element(screen.getByLabelText(/^地址/)).toHaveValue('sip.example.com');
  await screen.getByLabelText(/^密码/).fill('better');
  await screen.getByRole('button', { name: '下一步' }).click();
  await expect
    .poll(() =>
      server.asked.filter(each => each.path === 'line/save').map(({ fields }) => [fields.id, fields.password]),
    )
    .toEqual([
      [undefined, 'secret'],
      ['22', 'better'],
    ]);
});

test('when the robot was not heard the doctor comes', async () => {
  const { screen, server } = await toCheck();
  server.lines.finds([fine], true);
  await screen.getByRole('button', { name: '外显号码' }).click();
  await screen.getByRole('button', { name: '没有，按账号外显' }).click();
  await screen.getByLabelText('我的手机号').fill('13812345678');
  await screen.getByRole('button', { name: '打给我' }).click();
  server.happens({ seq: 3, atMs: 2_100, kind: 'state', state: 'talking' });
  server.files({ ...answeredCall, id: liveCallId });
  await screen.getByRole('button', { name: '没听到' }).click();
  await expect.element(screen.getByText('正在诊断这条线路，按下面说的改。')).toBeVisible();
  await expect.poll(() => server.asked.filter(each => each.path === 'line/check').length).toBe(2);
  await expect.element(screen.getByRole('button', { name: '完成' })).toBeDisabled();
});

test('what was typed survives a reload, the password does not', async () => {
  const { screen } = await toCheck();
  expect(sessionStorage.getItem('lx.connect')).toContain('sip.example.com');
  expect(sessionStorage.getItem('lx.connect')).not.toContain('secret');
  await screen.unmount();
  const again = await openPage(path);
  await expect.element(again.screen.getByRole('button', { name: '自动检查' })).toHaveAttribute('aria-current', 'step');
  await again.screen.getByRole('button', { name: '地址和账号' }).click();
  await expect.element(again.screen.getByLabelText(/^地址/)).toHaveValue('sip.example.com');
});

test('a gateway is told what to dial, and looked at once it has come', async () => {
  const { screen, server } = await openPage(path);
  await screen.getByText('网关注册过来').click();
  await screen.getByRole('button', { name: '下一步' }).click();
  await screen.getByLabelText(/^名称/).fill('前台网关');
  await screen.getByLabelText(/^账号/).fill('gw01');
  await screen.getByLabelText(/^密码/).fill('secret');
  await screen.getByRole('button', { name: '下一步' }).click();
  await expect.element(screen.getByText('等网关注册过来')).toBeVisible();
  expect(server.asked.some(each => each.path === 'line/check')).toBe(false);
  server.lines.lineGoes('22', { health: healthy });
  await expect.element(screen.getByText('网关已经注册过来')).toBeVisible();
  await expect.poll(() => server.asked.some(each => each.path === 'line/check')).toBe(true);
});
