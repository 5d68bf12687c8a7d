import { beforeAll, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { type Merchant, newMerchant, type Person } from '../testing/house.ts';
import { openAt } from '../testing/open-at.tsx';
import { farEnd, giveSeat, legState, offersOf } from '../testing/seats.ts';
import { accessFaults, type Screen } from '../testing/show-page.tsx';

let merchant: Merchant;
beforeAll(async () => {
  merchant = await newMerchant();
});

const newSeat = async (): Promise<Person> => {
  const person = await merchant.person({ rights: ['callLog'], buttons: ['call_out', 'phone:unmask'] });
  await giveSeat(merchant, person);
  return person;
};
const pill = (screen: Screen) => screen.getByTitle(/^坐席状态：/);
const field = (screen: Screen) => screen.getByRole('textbox', { name: '客户号码' });
const said = (text: string) => expect.poll(() => document.querySelector('.toasts')?.textContent).toContain(text);
const openOnline = async (person: Person) => {
  const stored = { [`lx.seat.switchState.${merchant.number}/${person.account}`]: '1' };
  const opened = await openAt('/home', { as: person, stored });
  await expect.element(pill(opened.screen)).toMatchTextContent('在线');
  return opened;
};
const placeCall = async (screen: Screen, person: Person, to = '13800138000'): Promise<string> => {
  const before = (await offersOf(person)).length;
  await field(screen).fill(to);
  await userEvent.keyboard('{Enter}');
  await expect.poll(async () => (await offersOf(person)).length).toBe(before + 1);
  return (await offersOf(person)).at(-1)!.leg;
};

test('whatever is typed is dialled as it stands; the server says what it thinks of it, and one is free again', async () => {
  const person = await newSeat();
  const { screen } = await openOnline(person);
  for (const typed of ['50%', '15400000001@far.example', 'a@b@c', '１５４００００００２０']) {
    const leg = await placeCall(screen, person, typed);
    expect((await offersOf(person)).at(-1)?.to).toBe(typed);
    await farEnd(leg, 'refuse', { headers: { 'X-Because': 'badInput' } });
    await said('号码不对，核对后再呼');
    await expect.element(pill(screen)).toMatchTextContent('在线');
    await expect.element(field(screen)).toHaveValue(typed);
  }
  const leg = await placeCall(screen, person);
  await farEnd(leg, 'progress', { headers: { 'X-Log-Id': '98' } });
  await expect.element(field(screen)).toHaveValue('');
  await farEnd(leg, 'refuse');
});

test('signing out of a call asks first', async () => {
  const person = await newSeat();
  const { screen } = await openOnline(person);
  const leg = await placeCall(screen, person);
  await farEnd(leg, 'answer');
  await expect.element(pill(screen)).toMatchTextContent('通话中');
  const signOut = async () => {
    await screen.getByTitle('账号菜单').click();
    await screen.getByRole('menuitem', { name: '退出登录' }).click();
  };
  await signOut();
  await expect.element(screen.getByText('退出登录会挂断这通电话。')).toBeVisible();
  expect(await accessFaults()).toEqual([]);
  await screen.getByRole('button', { name: '继续通话' }).click();
  expect(await legState(leg)).toBe('answered');
  await signOut();
  await screen.getByRole('button', { name: '挂断并退出' }).click();
  await expect.poll(() => legState(leg)).toBe('ended');
});
