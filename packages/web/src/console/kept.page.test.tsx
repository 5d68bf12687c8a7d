import { expect, test } from 'vitest';
import { keptKey } from '../api/kept.ts';
import { dial } from '../softphone/seat.ts';
import { newMerchant } from '../testing/house.ts';
import { openAt } from '../testing/open-at.tsx';
import { dialledCall, openSeat } from '../testing/seat-story.ts';

const phone = '13812342217';
const note = '周六可能加班';

/** What this browser has that names the customer. */
const namesCustomer = () =>
  [localStorage, sessionStorage].flatMap(place =>
    Object.entries({ ...place }).flatMap(([key, value]) =>
      [phone, note].some(one => value.includes(one)) ? [key] : [],
    ),
  );

/** In a call with a customer, of whom something is typed: a reload would find both. */
const typing = async (callId: string) => {
  const seat = await openSeat(dialledCall(callId));
  const dock = seat.screen.getByRole('complementary', { name: '通话台' });
  dial({ to: phone, planId: '5' });
  await expect.element(dock.getByText('正在呼出')).toBeVisible();
  seat.begins();
  seat.phone.progresses(callId);
  seat.phone.isPickedUp(callId);
  await expect.element(dock.getByText('正在通话中')).toBeVisible();
  await dock.getByLabelText('备注').fill(note);
  const account = `${seat.merchant.number}/${seat.merchant.owner.account}`;
  expect(namesCustomer().toSorted()).toEqual([keptKey('call', account), keptKey('papers', account)]);
  return seat;
};

test('whom a seat spoke to and what was typed of it goes with the sign-out', async () => {
  const { screen } = await typing('91');
  await screen.getByTitle('账号菜单').click();
  await screen.getByRole('menuitem', { name: '退出登录' }).click();
  await screen.getByRole('button', { name: '挂断并退出' }).click();
  await expect.element(screen.getByRole('button', { name: '登录' })).toBeVisible();
  expect(namesCustomer()).toEqual([]);
});

test('it goes when the sign-in runs out, and a page that still speaks keeps nothing more', async () => {
  const { screen, layer, phone: host } = await typing('92');
  layer.closes(4103);
  host.isLeft();
  await expect.element(screen.getByRole('button', { name: '登录' })).toBeVisible();
  expect(namesCustomer()).toEqual([]);
});

test('what is left of a sign-in that ran out while no page was open goes with the next page, another’s when one signs in', async () => {
  const { owner, number } = await newMerchant();
  const [mine, other] = [keptKey('call', `${number}/${owner.account}`), keptKey('call', '100001/zhang')];
  const call = JSON.stringify({ phone, status: 'ended' });
  await openAt('/home', { stored: { [mine]: call, [other]: call } });
  expect(namesCustomer()).toEqual([]);
  await openAt('/home', { as: owner, stored: { [mine]: call, [other]: call } });
  expect(namesCustomer()).toEqual([mine]);
});
