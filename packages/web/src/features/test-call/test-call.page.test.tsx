import { expect, test } from 'vitest';
import { busyCall, liveStory } from '../../testing/fake-world.ts';
import { accessFaults, openPage } from '../../testing/open-page.tsx';

const placeToFirst = async () => {
  const opened = await openPage('/home?call=new');
  await opened.screen.getByText('爽快的家长').click();
  await opened.screen.getByRole('button', { name: '呼出' }).click();
  await expect.element(opened.screen.getByRole('button', { name: '挂断' })).toBeVisible();
  return opened;
};

test('a call that failed for its line offers to change the line and to try again as it was', async () => {
  const { screen, server } = await openPage('/home?call=new');
  await screen.getByRole('button', { name: '添加线路' }).click();
  await screen.getByLabelText(/名称/).fill('粤电信-01');
  await screen.getByLabelText(/地址/).fill('192.0.2.10:9');
  await screen.getByLabelText(/密码/).fill('secret');
  await screen.getByRole('button', { name: '保存' }).click();
  await screen.getByLabelText('号码', { exact: true }).fill('13812345678');
  await screen.getByRole('button', { name: '呼出' }).click();
  await expect.element(screen.getByRole('button', { name: '挂断' })).toBeVisible();
  server.files({ ...busyCall, state: 'lineFault', sipCode: null, becauseText: '对方地址没有回应' });
  await expect.element(screen.getByText('对方地址没有回应')).toBeVisible();

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
  await expect.element(screen.getByRole('button', { name: '挂断' })).toBeVisible();

  server.files({ ...busyCall, state: 'lineFault', sipCode: null });
  await screen.getByRole('button', { name: '再试一次' }).click();
  await expect.poll(() => server.asked.filter(each => each.path === 'call/place').length).toBe(3);
  const [first, , third] = server.asked.filter(each => each.path === 'call/place');
  expect(third?.fields).toEqual(first?.fields);
  expect(server.asked.findLast(each => each.path === 'line/save')?.fields).toMatchObject({
    id: '22',
    address: '192.0.2.10:5060',
    password: '',
  });
});

test('hanging up shows at once; a tone before the answer is told', async () => {
  const { screen, server } = await placeToFirst();
  server.happens({ seq: 3, atMs: 900, kind: 'state', state: 'ringing', earlyMedia: true });
  await expect.element(screen.getByText('对方在放彩铃')).toBeVisible();
  await screen.getByRole('button', { name: '挂断' }).click();
  expect(server.asked.at(-1)?.path).toBe('call/hangUp');
  await expect.element(screen.getByText('已结束')).toBeVisible();
});

test('closing the drawer ends nothing: the live row of the list opens it again, with all that was said', async () => {
  const { screen, server } = await placeToFirst();
  for (const event of liveStory.slice(3)) server.happens(event);
  await expect
    .element(screen.getByRole('listitem').filter({ hasText: '三年级，九月份刚' }))
    .toHaveAttribute('aria-current');
  await screen.getByRole('button', { name: '收起' }).click();
  await expect.element(screen.getByRole('button', { name: '挂断' })).not.toBeInTheDocument();
  await screen.getByRole('link', { name: /15400000001 看这通电话说到哪了/ }).click();
  await expect.element(screen.getByText('三年级，九月份刚')).toBeVisible();
  expect(server.asked.filter(each => each.path === 'call/hangUp')).toEqual([]);
});
