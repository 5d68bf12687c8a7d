import { expect, test } from 'vitest';
import { ladder } from '../../testing/fake-line-world.ts';
import { pastCalls } from '../../testing/fake-world.ts';
import { accessFaults, openPage } from '../../testing/open-page.tsx';

test('SIP of a live call is drawn as it passes, and a message opens to its text', async () => {
  const { screen, server } = await openPage('/home?call=new');
  await screen.getByText('爽快的家长').click();
  await screen.getByRole('button', { name: '呼出' }).click();
  await screen.getByText('信令', { exact: true }).click();
  await expect.element(screen.getByText('拨出后，来往的信令会出现在这里。')).toBeVisible();
  for (const [at, message] of ladder.entries())
    server.happens({ seq: 3 + at, atMs: message.atMs, kind: 'sip', message });
  const rungs = screen.getByRole('list', { name: '信令' }).getByRole('listitem');
  await expect.poll(() => rungs.elements().length).toBe(8);
  await expect.element(screen.getByText('203.0.113.18:5060 · UDP')).toBeVisible();
  await screen.getByRole('button', { name: /486 Busy Here/ }).click();
  await expect.element(screen.getByText(/SIP\/2\.0 486 Busy Here/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('a record whose SIP was kept shows it when asked, and what its code means', async () => {
  const { screen, server } = await openPage('/platform/call/102', { calls: { ladder } });
  await expect.element(screen.getByText(/用户正忙 · 10 分钟后再拨/)).toBeVisible();
  expect(server.asked.some(each => each.path === 'call/ladder')).toBe(false);
  await screen.getByRole('button', { name: '看信令' }).click();
  await expect.element(screen.getByRole('button', { name: /407 Proxy Authentication Required/ })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '收起信令' }).click();
  await expect.element(screen.getByRole('list', { name: '信令' })).not.toBeInTheDocument();
});

test('the record says how well the line carried the sound', async () => {
  const { screen } = await openPage('/platform/call/103');
  const line = screen.getByRole('region', { name: '线路诊断' });
  await expect.element(line.getByText('音质 MOS 4.3')).toBeVisible();
  await expect.element(line.getByText('往返 38 ms')).toBeVisible();
  await expect.element(line.getByText('丢包 0.1%')).toBeVisible();
});

test('calls to us are marked, and found by where they come from', async () => {
  const calls = [{ ...pastCalls[0]!, id: '201', phone: '13711112222', direction: 'in' as const }, ...pastCalls];
  const { screen } = await openPage('/callLog', { calls: { calls } });
  await expect.element(screen.getByRole('row', { name: /13711112222/ }).getByLabelText('呼入')).toBeVisible();
  await screen.getByRole('button', { name: '加条件' }).click();
  await screen.getByText('来源').click();
  await screen.getByRole('button', { name: '呼入' }).click();
  await expect.element(screen.getByRole('row', { name: /15400000001/ })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('row', { name: /13711112222/ })).toBeVisible();
  await expect.poll(() => location.search).toContain('source=in');
});
