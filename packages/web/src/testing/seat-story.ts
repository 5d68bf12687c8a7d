import { endpoints, type OutputOf } from '@lianxian/contract';
import { expect } from 'vitest';
import { goOnline } from '../softphone/seat.ts';
import { useSeat } from '../softphone/seat-store.ts';
import { type HostPhone, hostPhone } from './host-phone.ts';
import { type Merchant, newMerchant } from './house.ts';
import { type Layer, openLayer } from './layer.ts';
import { openAt } from './open-at.tsx';
import type { Screen } from './show-page.tsx';

/**
 * A seat at its console over the phone of a host. The house of page tests places no calls: what it would say of
 * one that lives is said by hand, in the contract's own shapes.
 */
type LiveCall = NonNullable<OutputOf<typeof endpoints.seatWork.call>['call']>;
type Question = OutputOf<typeof endpoints.seatWork.guides>['questions'][number];

const question = (id: string, title: string, options: readonly (readonly [string, string])[], more: object = {}) => ({
  ...{ id, title, type: 1, isRoot: id === '1', isRequired: true, hasOther: false, otherValue: '' },
  jsonOptions: JSON.stringify(options.map(([v, n]) => ({ v, n, isChecked: false }))),
  ...more,
});
const questions = [
  question('1', '确认是孩子家长', [
    ['是本人', '2'],
    ['不是', ''],
  ]),
  question(
    '2',
    '试听约在哪一天？',
    [
      ['周六上午 10:00', '3'],
      ['周日下午 15:00', '3'],
      ['工作日晚上', '3'],
    ],
    { hasOther: true },
  ),
  question(
    '3',
    '家里谁接送',
    [
      ['爸爸', ''],
      ['妈妈', ''],
    ],
    { type: 2 },
  ),
] as Question[];

const at = (agoMs: number): string => new Date(Date.now() - agoMs).toISOString();
export const dialledCall = (callId: string, more: Partial<LiveCall> = {}): LiveCall => ({
  ...{ callId, direction: 'out', kind: 'out', phone: '13812342217', dial: '13812342217' },
  ...{ name: '陈女士', company: '启明小学', tags: ['三年级', '问价格'], planId: '5', planName: '试听课回访' },
  ...{ startedAt: at(0), answeredAt: null, heldAt: null, endedAt: null, parties: [], before: null },
  ...{ draft: { answers: [], note: '' }, isRecording: true, mayPause: false },
  ...{ isMine: true, isSubmitted: false },
  ...more,
});
const robotTalk: LiveCall['before'] = {
  summary: '三年级，问了学费，愿意先试一节。',
  summaryBy: 'model',
  chats: [
    { user: 'robot', tran: '您好，要不要来试听？' },
    { user: 'user', tran: '可以先试一节' },
  ],
  answers: [{ label: '年级', value: '三年级' }],
  level: 'A',
};
export const handedCall = (callId: string): LiveCall =>
  dialledCall(callId, { kind: 'handover', answeredAt: at(100_000), before: robotTalk });

export interface SeatStory {
  readonly merchant: Merchant;
  readonly phone: HostPhone;
  readonly layer: Layer;
  readonly screen: Screen;
  /** From now on the server knows of the call. */
  readonly begins: () => void;
  /** How often an endpoint was asked. */
  readonly times: (path: string) => number;
}

const answersOf = (layer: Layer, live: LiveCall): void => {
  const { seat, seatPwd, seatWork, seatLog } = endpoints;
  layer.answers(seatPwd.getSeatPwd, {
    ...{
      account: 'seat.1',
      domain: 'localhost',
      pwd: 'x'.repeat(24),
      grant: 'g',
      outline: '02088880000',
      outlineId: '3',
    },
    planInfos: [
      { id: '5', planName: '试听课回访' },
      { id: '6', planName: '老学员续费' },
    ],
    ...{ extension: 8001, ws: { port: 5443, tls: false }, stun: '' },
    ...{ autoAnswer: true, wrapUpS: 600, breakReasons: ['小休'] },
  });
  layer.answers(seat.setState, { state: 'idle' });
  layer.answers(seatWork.call, { call: null });
  layer.answers(seatLog.seatDetail, {
    ...{ id: live.callId, phone: live.phone, dial: live.dial, userName: live.name, userCompany: live.company },
    ...{ phoneTag: live.tags.join(','), planId: live.planId, cateType: 2, content: '{"chats":[]}' },
  });
  for (const quiet of [seatWork.keepDraft, seatWork.uploadSurvey, seatWork.wrapUp, seatLog.setSeatEmp])
    layer.answers(quiet, {});
  layer.answers(seatWork.act, { warning: null });
  layer.answers(seatWork.uploadCallTask, { id: live.callId });
};

/** The plan of the house, with one question. */
const writtenFor = async ({ owner }: Merchant, title: string): Promise<string> => {
  const { list } = await owner.ask(endpoints.plan.list, {});
  const planId = list[0]!.id;
  const jsonOptions = JSON.stringify([{ v: '六岁', n: '', isChecked: false }]);
  const question = { title, type: 1, isRoot: '1', isRequired: '1', jsonOptions } as const;
  await owner.ask(endpoints.research.save, { planId, ...question });
  return planId;
};

/** Online and idle, with what the server knows of the call that comes. */
export const openSeat = async (
  call: LiveCall,
  path = '/home',
  /** A question that is written for a plan of the house, in place of the guide above. */
  { writes }: { readonly writes?: string } = {},
): Promise<SeatStory> => {
  const phone = hostPhone();
  const merchant = await newMerchant();
  const layer = openLayer();
  await merchant.owner.ask(endpoints.seat.save, { employeeId: merchant.owner.id });
  const live = writes === undefined ? call : { ...call, planId: await writtenFor(merchant, writes) };
  answersOf(layer, live);
  if (writes === undefined) layer.answers(endpoints.seatWork.guides, { questions });
  const { screen, ready } = await openAt(path, { as: merchant.owner, layer });
  await ready;
  await expect.poll(() => useSeat.getState().leads).toBe(true);
  goOnline();
  await expect.poll(() => useSeat.getState().state).toBe('idle');
  const times = (asked: string) => layer.asked.filter(each => each.path === asked).length;
  const begins = () => layer.answers(endpoints.seatWork.call, { call: live });
  return { merchant, phone, layer, screen, begins, times };
};
