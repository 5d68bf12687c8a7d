import {
  callDirections,
  callStates,
  hungUpBys,
  levels,
  messageSources,
  seatStates,
  taskBecauses,
} from '@lianxian/core';
import { z } from 'zod';
import type { Said } from './words/language.ts';
import { say } from './words/say.ts';

/**
 * What a merchant's own systems are told (docs/webhooks.md): one line an event. A change that whoever reads the old shape
 * would stumble over is a new version; a further field is none.
 */
interface WebhookEvent {
  readonly version: number;
  readonly says: Said;
  readonly data: z.ZodObject;
}

const named = z.object({ id: z.string(), name: z.string() });

/** A call that has ended. Numbers are masked unless the endpoint was given whole ones. */
const endedCall = z.object({
  id: z.string(),
  direction: z.enum(callDirections),
  /** As the record shows it: 138****1234, or whole. */
  phone: z.string(),
  name: z.string(),
  task: named.nullable(),
  attempt: z.number().int().nullable(),
  /** Null: a call without a plan, which a seat dialled by hand. */
  plan: named.extend({ version: z.number().int() }).nullable(),
  line: named,
  placedAt: z.string(),
  answeredAt: z.string().nullable(),
  endedAt: z.string(),
  talkMs: z.number().int(),
  state: z.enum(callStates),
  because: z.string(),
  hungUpBy: z.enum(hungUpBys),
  level: z.enum(levels).nullable(),
  levelRule: z.string(),
  tags: z.array(z.string()),
  customerType: z.number().int().nullable(),
  /** By the names of the plan's variables. */
  answers: z.record(z.string(), z.string()),
  /** It was told before as interrupted; this is how it truly ended. */
  corrected: z.boolean(),
});

const movedTask = named.extend({ because: z.enum(taskBecauses) });

/** Somebody answered a text message. */
const smsReply = z.object({
  id: z.string(),
  phone: z.string(),
  text: z.string(),
  /** Wants no more: the number is on the blacklist. */
  stop: z.boolean(),
  /** What it answers; null: nothing of ours. */
  message: z.string().nullable(),
  template: z.string(),
  at: z.string(),
});

/** How a text message ended, as its carrier said; one that its carrier takes back is told anew. */
const smsEnded = z.object({
  id: z.string(),
  phone: z.string(),
  template: z.string(),
  source: z.enum(messageSources),
  task: z.string().nullable(),
  call: z.string().nullable(),
  parts: z.number().int(),
  /** Why it did not come on: a key, and the carrier's own word behind it, `undelivered:UNDELIV 12`; '' where it did. */
  because: z.string(),
  at: z.string(),
});

/** A seat shows as something else now. */
const seatNow = z.object({
  seat: named,
  extension: z.number().int(),
  state: z.enum(seatStates),
  /** Of a break. */
  reason: z.string(),
  callId: z.string().nullable(),
});

const webhookEvents = {
  'call.ended': { version: 1, says: say('通话结束', '通話結束', 'Call ended'), data: endedCall },
  'task.finished': { version: 1, says: say('任务完成', '任務完成', 'Task finished'), data: movedTask },
  'task.paused': { version: 1, says: say('任务暂停', '任務暫停', 'Task paused'), data: movedTask },
  'sms.delivered': { version: 1, says: say('短信已送达', '簡訊已送達', 'Text delivered'), data: smsEnded },
  'sms.failed': { version: 1, says: say('短信未送达', '簡訊未送達', 'Text not delivered'), data: smsEnded },
  'sms.replied': { version: 1, says: say('短信回复', '簡訊回覆', 'Text answered'), data: smsReply },
  'seat.state': { version: 1, says: say('坐席状态变化', '坐席狀態變化', 'Seat state'), data: seatNow },
} as const satisfies Readonly<Record<string, WebhookEvent>>;
export type WebhookEventName = keyof typeof webhookEvents;

/** What is told to one endpoint because somebody said so, whatever it listens to. */
const directEvents = {
  'rule.matched': {
    version: 1,
    says: say('通话后规则', '通話後規則', 'Rule after a call'),
    data: endedCall.extend({ rule: z.string() }),
  },
  test: { version: 1, says: say('测试', '測試', 'Test'), data: z.object({ from: z.string() }) },
} as const satisfies Readonly<Record<string, WebhookEvent>>;
export type DirectEventName = keyof typeof directEvents;

export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEventName, ...WebhookEventName[]];
export type EventData<E extends WebhookEventName | DirectEventName> = z.input<
  (typeof webhookEvents & typeof directEvents)[E]['data']
>;

/** Why a delivery came to nothing, or an endpoint was switched off. */
const faults = {
  '': say('', '', ''),
  notAllowed: say('地址在内网，不能发送', '位址在內網，不能傳送', 'The address is in a private network'),
  notAnAddress: say('地址不能用', '位址不能用', 'Not an address that can be used'),
  redirected: say(
    '对方要求转到别的地址，请填最终地址',
    '對方要求轉到別的位址，請填最終位址',
    'It redirects; enter the final address',
  ),
  refused: say('对方返回了错误', '對方回傳了錯誤', 'It answered with an error'),
  timeout: say('对方没有及时回答', '對方沒有及時回答', 'No answer in time'),
  unreachable: say('连不上对方', '連不上對方', 'Not reachable'),
  tooOld: say('超过一天没有送达', '超過一天沒有送達', 'Not delivered within a day'),
  failing: say(
    '连续三天送不到，已自动停用',
    '連續三天送不到，已自動停用',
    'Switched off: nothing got through for three days',
  ),
} as const satisfies Readonly<Record<string, Said>>;
export type WebhookFault = keyof typeof faults;
export const webhookFaults = Object.keys(faults) as [WebhookFault, ...WebhookFault[]];
export const webhookFaultText = (fault: string, language: keyof Said): string =>
  Object.hasOwn(faults, fault) ? faults[fault as WebhookFault][language] : fault;

const all: Readonly<Record<string, WebhookEvent>> = { ...webhookEvents, ...directEvents };
export const webhookEventText = (event: string, language: keyof Said): string => all[event]?.says[language] ?? event;
export const versionOf = (event: WebhookEventName | DirectEventName): number => all[event]!.version;
