import { endpoints } from '@lianxian/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant, type Person } from '../../testing/house.ts';
import { busyEnding, giveCall, happensIn } from '../../testing/house-calls.ts';
import { ladder } from '../../testing/line-samples.ts';
import { openAt } from '../../testing/open-at.tsx';
import { accessFaults } from '../../testing/show-page.tsx';

let merchant: Merchant;
/** Reads the calls of everybody, and places some. */
let reader: Person;
beforeAll(async () => {
  merchant = await newMerchant();
  reader = await merchant.person({
    ...{ rights: ['market', 'callLog'], buttons: ['call_out', 'phone:unmask'], scope: 'all' },
  });
});

test('SIP of a live call is drawn as it passes, and a message opens to its text', async () => {
  const { screen } = await openAt('/home?call=new', { as: reader });
  await screen.getByText('好说话').click();
  await screen.getByRole('button', { name: '呼出' }).click();
  await screen.getByText('信令', { exact: true }).click();
  await expect.element(screen.getByText('拨出后，来往的信令会出现在这里。')).toBeVisible();
  const callShown = () => new URLSearchParams(location.search).get('call') ?? '';
  await expect.poll(callShown).toMatch(/^\d+$/);
  await happensIn(callShown(), ...ladder.map(sip => ({ sip })));
  const rungs = screen.getByRole('list', { name: '信令' }).getByRole('listitem');
  await expect.poll(() => rungs.elements().length).toBe(8);
  await expect.element(screen.getByText('203.0.113.18:5060 · UDP')).toBeVisible();
  await screen.getByRole('button', { name: /486 Busy Here/ }).click();
  await expect.element(screen.getByText(/SIP\/2\.0 486 Busy Here/)).toBeVisible();
  expect(await accessFaults()).toEqual([]);
});

test('a record whose SIP was kept shows it when asked, and what its code means', async () => {
  const id = await giveCall(merchant, { phone: '15400000004' }, { ...busyEnding, ladder });
  const { screen, layer } = await openAt(`/platform/call/${id}`, { as: reader });
  await expect.element(screen.getByText(/用户正忙 · 10 分钟后再拨/)).toBeVisible();
  expect(layer.lastAsked(endpoints.monitor.ladder)).toBeUndefined();
  await screen.getByRole('button', { name: '看信令' }).click();
  await expect.element(screen.getByRole('button', { name: /407 Proxy Authentication Required/ })).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '收起信令' }).click();
  await expect.element(screen.getByRole('list', { name: '信令' })).not.toBeInTheDocument();
});

test('the record says how well the line carried the sound', async () => {
  const packets = { packetsSent: 3_200, packetsReceived: 3_198, packetsLost: 3 };
  const media = {
    codec: 'PCMA',
    ...packets,
    jitterMs: 0.6,
    firstPacketAfterMs: 20,
    mos: 4.3,
    roundTripMs: 38,
  } as const;
  const id = await giveCall(merchant, { phone: '15400000001' }, { media });
  const { screen } = await openAt(`/platform/call/${id}`, { as: reader });
  const line = screen.getByRole('region', { name: '线路诊断' });
  await expect.element(line.getByText('音质 MOS 4.3')).toBeVisible();
  await expect.element(line.getByText('往返 38 ms')).toBeVisible();
  await expect.element(line.getByText('丢包 0.1%')).toBeVisible();
});

test('calls to us are marked, and found by where they come from', async () => {
  await giveCall(merchant, { phone: '13711112222', direction: 'in' });
  await giveCall(merchant, { phone: '15400000007' });
  const { screen } = await openAt('/callLog', { as: reader });
  await expect.element(screen.getByRole('row', { name: /13711112222/ }).getByLabelText('呼入')).toBeVisible();
  await expect.element(screen.getByRole('row', { name: /15400000007/ })).toBeVisible();
  await screen.getByRole('button', { name: '加条件' }).click();
  await screen.getByText('来源').click();
  await screen.getByRole('button', { name: '呼入' }).click();
  await expect.element(screen.getByRole('row', { name: /15400000007/ })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('row', { name: /13711112222/ })).toBeVisible();
  await expect.poll(() => location.search).toContain('source=in');
});
