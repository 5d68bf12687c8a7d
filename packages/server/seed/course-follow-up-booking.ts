import { canvasSpot, type Flow } from '@lianxian/core';

/** A variable's place in a sentence. */
const slot = (name: string): string => `\${${name}}`;

const afterASecond = { when: 'after', ms: 1_000 } as const;
const always = { when: 'always' } as const;

/** The callee agreed: a time, a phone for the address, and good-bye. */
export const booking: Flow = {
  id: 'booking',
  name: '登记预约',
  rootNode: 'askTime',
  nodes: [
    {
      kind: 'collect',
      id: 'askTime',
      name: '约试听时间',
      at: canvasSpot(1, 0),
      sentences: ['太好了。这周六、周日都有课，您看哪天、上午还是下午方便？', '您看周六还是周日方便？'],
      interruption: afterASecond,
      variable: 'trialTime',
      accepts: { type: 'date' },
      notUnderstood: { sentences: ['没关系，您先说个大概，周六还是周日合适？'] },
      routers: [
        { on: 'collected', to: 'confirmPhone' },
        { on: { intent: 'thinkItOver' }, to: 'holdSeat' },
        { on: { intent: 'noTime' }, to: 'holdSeat' },
        { on: 'refuse', to: 'partFromBooking' },
        { on: 'notUnderstood', to: 'holdSeat' },
        { on: 'silence', to: 'holdSeat' },
      ],
    },
    {
      kind: 'menu',
      id: 'confirmPhone',
      name: '确认手机号',
      at: canvasSpot(1, 1),
      sentences: ['好，地址发短信给您。发到这个手机请按 1，换一个号码请按 2。'],
      interruption: always,
      keys: [
        { key: '1', label: '就发这个号码', to: 'booked' },
        { key: '2', label: '换一个号码', to: 'askPhone' },
      ],
      notUnderstood: { sentences: ['就发到这个手机的话，请按 1，或者直接说可以。'] },
      routers: [
        { on: { intent: 'otherPhone' }, to: 'askPhone' },
        { on: 'yes', to: 'booked' },
        { on: 'no', to: 'askPhone' },
        { on: 'notUnderstood', to: 'booked' },
        { on: 'silence', to: 'booked' },
      ],
    },
    {
      kind: 'collect',
      id: 'askPhone',
      name: '登记新号码',
      at: canvasSpot(2, 2),
      sentences: ['请在手机上按出新号码，按井号键结束，直接念给我听也行。'],
      interruption: always,
      variable: 'contactPhone',
      accepts: { type: 'keys', min: 8, max: 12, end: '#' },
      notUnderstood: { sentences: ['号码没收全，麻烦您再按一遍，按井号键结束。'] },
      routers: [
        { on: 'collected', to: 'bookedOtherPhone' },
        { on: 'notUnderstood', to: 'booked' },
        { on: 'silence', to: 'booked' },
      ],
    },
    {
      kind: 'hangup',
      id: 'booked',
      name: '预约成功',
      at: canvasSpot(1, 3),
      sentences: [`都登记好了，${slot('trialTime')}见。上课前老师会提前联系您，再见。`],
    },
    {
      kind: 'hangup',
      id: 'bookedOtherPhone',
      name: '预约成功并改号码',
      at: canvasSpot(2, 3),
      sentences: [`记下了，短信发到${slot('contactPhone')}，${slot('trialTime')}见，再见。`],
    },
    {
      kind: 'hangup',
      id: 'holdSeat',
      name: '先留名额',
      at: canvasSpot(2, 1),
      sentences: ['那我先给孩子留着名额，回头让老师跟您约时间，再见。'],
    },
    {
      kind: 'hangup',
      id: 'partFromBooking',
      name: '放弃预约',
      at: canvasSpot(0, 1),
      sentences: ['好的，那先不约了，您有需要再找我们，再见。'],
    },
  ],
};
