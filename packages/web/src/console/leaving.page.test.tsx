import { endpoints } from '@lianxian/contract';
import { expect, test } from 'vitest';
import { dial, takeBreak } from '../softphone/seat.ts';
import { dialledCall, handedCall, openSeat, type SeatStory } from '../testing/seat-story.ts';
import type { Screen } from '../testing/show-page.tsx';
import { handInDue } from './ending.ts';

/** Out of a call, and into the next: what one typed, and what a colleague has. */
const { seatWork, seatLog, seat: seats, custom } = endpoints;

const consoleIn = (screen: Screen) => screen.getByRole('complementary', { name: '通话台' });
const button = (screen: Screen, name: string | RegExp) => consoleIn(screen).getByRole('button', { name, exact: true });
const toast = (screen: Screen, text: string) => screen.getByText(text, { exact: true });

/** It comes in, and is answered by itself. */
const answered = async ({ phone, screen, begins }: SeatStory, callId: string, kind = 'handover'): Promise<void> => {
  begins();
  phone.rings({ callId, kind, from: '13812342217' });
  await expect.element(consoleIn(screen).getByText('正在通话中')).toBeVisible();
};
const leftByCallee = async ({ phone, screen }: SeatStory): Promise<void> => {
  phone.isLeft();
  await expect.element(consoleIn(screen).getByText('通话结束')).toBeVisible();
};
/** Dialled from this seat and picked up over there. */
const talk = async ({ phone, screen, begins }: SeatStory, callId: string): Promise<void> => {
  dial({ to: '13812342217', planId: '5' });
  await expect.element(consoleIn(screen).getByText('正在呼出')).toBeVisible();
  begins();
  phone.progresses(callId);
  phone.isPickedUp(callId);
  await expect.element(consoleIn(screen).getByText('正在通话中')).toBeVisible();
};

/** However narrow the console is drawn, no button lies over what stands beside it. */
const standsFree = (): void => {
  const dock = document.querySelector<HTMLElement>('.console-dock')!;
  const boxes = () =>
    [...document.querySelectorAll('.console-foot :is(select, button)')].map(part => part.getBoundingClientRect());
  for (const width of [640, 660, 720, 420]) {
    dock.style.width = `${width}px`;
    for (const [at, one] of boxes().entries())
      for (const other of boxes().slice(at + 1))
        expect(one.right <= other.left || one.bottom <= other.top, `${width} px`).toBe(true);
  }
  dock.style.width = '';
};

test('from a call that is over another is dialled once its required questions are answered; what was typed for it goes with it', async () => {
  const seat = await openSeat(handedCall('94'));
  const { screen, phone, layer } = seat;
  await answered(seat, '94');
  // What is required is known.
  await expect.element(button(screen, '不是')).toBeVisible();
  await leftByCallee(seat);
  dial({ to: '13900139000' });
  await expect.element(toast(screen, '必答题未做完')).toBeVisible();
  expect(phone.dialled).toEqual([]);
  await consoleIn(screen).getByLabelText('意向等级').selectOptions('A');
  await consoleIn(screen).getByLabelText('备注').fill('怕贵');
  const edge = document.querySelector('.wrap-up')!.getBoundingClientRect().right;
  for (const field of document.querySelectorAll('.wrap-up .input'))
    expect(field.getBoundingClientRect().right).toBeLessThanOrEqual(edge);
  standsFree();
  await button(screen, '不是').click();
  dial({ to: '13900139000' });
  await expect.element(consoleIn(screen).getByText('13900139000').first()).toBeVisible();
  await expect.poll(() => layer.lastAsked(seatWork.wrapUp)).toMatchObject({ callId: '94', level: 'A', note: '怕贵' });
  expect(layer.lastAsked(seatWork.uploadSurvey)).toMatchObject({ id: '94' });
});

test('a call that comes while one still types about the last takes nothing of it away', async () => {
  const seat = await openSeat(handedCall('95'));
  const { screen, phone, layer, times } = seat;
  await answered(seat, '95');
  await leftByCallee(seat);
  await consoleIn(screen).getByLabelText('标签').fill('周六试听');
  phone.rings({ callId: '96', kind: 'handover', from: '13900139000' });
  await expect.element(consoleIn(screen).getByText('13900139000').first()).toBeVisible();
  await expect.poll(() => layer.lastAsked(seatWork.wrapUp)?.callId).toBe('95');
  expect(JSON.parse(layer.lastAsked(seatWork.wrapUp)?.tags ?? '[]')).toEqual(['周六试听']);
  // A required question is open: its answers stay a draft.
  expect(times(seatWork.uploadSurvey.path)).toBe(0);
});

test('who takes part in a colleague’s call is asked no questions when leaving it', async () => {
  const parties: ReturnType<typeof dialledCall>['parties'] = [
    { party: 'p1', name: '刘洋', kind: 'seat', place: 'talking', isMe: false },
    { party: 'p2', name: '陈静', kind: 'seat', place: 'talking', isMe: true },
  ];
  const seat = await openSeat(dialledCall('93', { parties, isMine: false }));
  const { screen } = seat;
  await talk(seat, '93');
  await expect.element(button(screen, /^保持/)).toBeDisabled();
  await button(screen, '挂断').click();
  await expect.element(consoleIn(screen).getByText('通话结束')).toBeVisible();
  await button(screen, '关闭').last().click();
  await expect.element(consoleIn(screen)).not.toBeInTheDocument();
});

test('who has handed the call on wraps it up all the same: that is handed in when it is over', async () => {
  const parties: ReturnType<typeof handedCall>['parties'] = [
    { party: 'callee', name: '陈女士', kind: 'callee', place: 'talking', isMe: false },
    { party: 'p2', name: '刘洋', kind: 'seat', place: 'talking', isMe: false },
  ];
  const seat = await openSeat({ ...handedCall('98'), parties });
  const { screen, layer, times } = seat;
  await answered(seat, '98', 'transfer');
  // It was no robot's: nobody claims it.
  expect(times(seatLog.setSeatEmp.path)).toBe(0);
  await button(screen, '不是').click();
  await expect.element(consoleIn(screen).getByText('陈女士').first()).toBeVisible();
  await leftByCallee(seat);
  await expect.element(toast(screen, '你已退出，通话还在继续')).toBeVisible();
  await expect.element(screen.getByText('对方已挂断')).not.toBeInTheDocument();
  await consoleIn(screen).getByLabelText('意向等级').selectOptions('B');
  await button(screen, '关闭').first().click();
  await expect.element(toast(screen, '通话还在继续，结束后自动提交')).toBeVisible();
  await expect.element(consoleIn(screen)).not.toBeInTheDocument();
  expect(times(seatWork.wrapUp.path)).toBe(0);
  await handInDue();
  expect(layer.lastAsked(seatWork.wrapUp)).toMatchObject({ callId: '98', level: 'B' });
  await handInDue();
  expect(times(seatWork.wrapUp.path)).toBe(1);
});

test('keys go one after the other, as they were pressed; a number outside goes as it was typed', async () => {
  const seat = await openSeat(dialledCall('97'));
  const { screen, layer, times } = seat;
  layer.answers(endpoints.seat.targets, { seats: [], groups: [] });
  await talk(seat, '97');
  const { promise, resolve } = Promise.withResolvers<void>();
  layer.holds(seatWork.act, promise);
  await button(screen, '按键').click();
  for (const key of ['1', '2', '3']) await screen.getByRole('button', { name: key, exact: true }).click();
  await expect.element(screen.getByLabelText('已发送')).toMatchTextContent('123');
  expect(times(seatWork.act.path)).toBe(1);
  resolve();
  await expect.poll(() => times(seatWork.act.path)).toBe(3);
  const sent = layer.asked.flatMap(({ path, fields }) => (path === seatWork.act.path ? [fields.keys] : []));
  expect(sent).toEqual(['1', '2', '3']);
  await button(screen, '会议').click();
  const invites = screen.getByRole('dialog', { name: '邀请加入会议' });
  await invites.getByRole('textbox', { name: '外部号码' }).fill(' １３９.0013.9000 ');
  await invites.getByRole('button', { name: '邀请' }).click();
  await expect.poll(() => layer.lastAsked(seatWork.act)?.act).toBe('conference');
  expect(JSON.parse(layer.lastAsked(seatWork.act)?.to ?? '{}')).toEqual({ type: 'outside', phone: '１３９.0013.9000' });
});

test('who is on a break reads a call-back that is due, and is told why it is not dialled', async () => {
  const seat = await openSeat(dialledCall('97', { kind: 'callback' }));
  const { screen, layer, phone } = seat;
  const due = { id: '9', state: 'open', dueAt: new Date().toISOString(), note: '问学费', planId: '5' } as const;
  layer.answers(custom.detailWithTask, {
    ...{ phone: '13812342217', dial: '13812342217', name: '陈女士', company: '', tags: [], cateType: 2, logId: null },
    todoView: { ...due, planName: '试听课回访', callId: null },
  });
  layer.answers(seats.setState, { state: 'break' });
  takeBreak('小休');
  await expect.element(screen.getByTitle(/^坐席状态：/)).toMatchTextContent('小休');
  layer.pushes({ type: 4, phone: '13812342217', todoId: '9', seq: 1 });
  await screen
    .getByRole('button', { name: '查看' })
    .or(screen.getByRole('link', { name: '查看' }))
    .click();
  await expect.element(consoleIn(screen).getByText('问学费')).toBeVisible();
  await button(screen, '呼出').click();
  await expect.element(toast(screen, '小休中，不能呼出')).toBeVisible();
  expect(phone.dialled).toEqual([]);
});

test('the guide is read anew with each call: who works on it all day asks what is asked now', async () => {
  const seat = await openSeat(dialledCall('96'));
  const { screen, layer, phone } = seat;
  await talk(seat, '96');
  await expect.element(consoleIn(screen).getByRole('heading', { name: '1. 确认是孩子家长' })).toBeVisible();
  await leftByCallee(seat);
  const options = JSON.stringify([{ v: '六岁', n: '', isChecked: false }]);
  layer.answers(seatWork.guides, {
    questions: [
      {
        id: '1',
        title: '孩子几岁？',
        type: 1,
        isRoot: true,
        isRequired: false,
        hasOther: false,
        otherValue: '',
        jsonOptions: options,
      },
    ],
  });
  await button(screen, '不是').click();
  dial({ to: '13900139000', planId: '5' });
  layer.answers(seatWork.call, { call: dialledCall('95') });
  phone.progresses('95');
  phone.isPickedUp('95');
  await expect.element(consoleIn(screen).getByRole('heading', { name: '1. 孩子几岁？' })).toBeVisible();
});
