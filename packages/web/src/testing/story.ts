import type { endpoints, OutputOf } from '@lianxian/contract';
import { busyEnding, type GivenCall } from './house-calls.ts';

type Detail = OutputOf<typeof endpoints.call.detail>;
type Line = Detail['transcript'][number];
const robot = (line: number, atMs: number, endMs: number, text: string, node: string): Line => ({
  line,
  speaker: 'robot',
  atMs,
  endMs,
  text,
  node,
  understood: null,
  interruptedAfterMs: null,
});
const callee = (
  line: number,
  atMs: number,
  endMs: number,
  text: string,
  node: string,
  understood: Line['understood'],
): Line => ({
  ...robot(line, atMs, endMs, text, node),
  speaker: 'callee',
  understood,
});

/** A mother is invited to a trial lesson, and comes: what was said, by which way, and what was learnt. 64 seconds. */
const story: { readonly lines: Detail['transcript'] } & Pick<Detail, 'path' | 'answers'> = {
  lines: [
    robot(0, 300, 5_200, '您好，我是启航教育的课程顾问，请问是陈女士吗？', '开场白'),
    callee(1, 6_000, 7_600, '是的，您说。', '开场白', {
      meaning: 'yes',
      name: '',
      by: 'like',
      matched: '是啊你说吧',
      score: 0.92,
    }),
    robot(2, 8_200, 13_000, '请问您家孩子现在上几年级？', '核对年级'),
    callee(3, 13_900, 16_400, '三年级，九月份刚升的。', '核对年级', {
      meaning: 'collected',
      name: '',
      by: 'choice',
      matched: '三年级',
    }),
    {
      ...robot(
        4,
        17_000,
        24_600,
        '三年级正好是打基础的时候。我们的英语小班一节课九十分钟，每班不超过八个人。',
        '介绍课程',
      ),
      interruptedAfterMs: 7_100,
    },
    callee(5, 23_800, 26_900, '那一节课大概多少钱呢？', '介绍课程', {
      meaning: 'knowledge:k1',
      name: '问价格',
      by: 'words',
      matched: '多少钱',
    }),
    robot(6, 27_500, 33_800, '体验价是每节一百二，正式报名还可以再优惠。', '问价格'),
    { ...callee(7, 40_200, 43_400, '嗯，孩子他爸那边怎么想还不好说。', '问价格', null), missed: true },
    robot(8, 44_000, 50_100, '第一节免费，不满意全额退。您看周六上午方便吗？', '约试听时间'),
    callee(9, 51_000, 54_300, '周六上午可以，十点左右吧。', '约试听时间', {
      meaning: 'collected',
      name: '',
      by: 'date',
      matched: '周六上午',
    }),
    robot(10, 55_000, 63_500, '那给您登记周六上午十点，到时候老师会提前给您打电话。祝您生活愉快，再见。', '结束语'),
  ],
  path: [
    { node: 'n1', name: '开场白', knowledge: false, atMs: 0, leftBy: 'yes', leftName: '' },
    { node: 'n2', name: '核对年级', knowledge: false, atMs: 8_200, leftBy: 'collected', leftName: '' },
    { node: 'n3', name: '介绍课程', knowledge: false, atMs: 17_000, leftBy: 'intent:free', leftName: '问免不免费' },
    { node: 'k1', name: '问价格', knowledge: true, atMs: 27_500, leftBy: 'askedAgain', leftName: '' },
    { node: 'n4', name: '约试听时间', knowledge: false, atMs: 44_000, leftBy: 'collected', leftName: '' },
    { node: 'n5', name: '结束语', knowledge: false, atMs: 55_000, leftBy: 'robotHungUp', leftName: '' },
  ],
  answers: [
    { label: '孩子年级', value: '三年级', atMs: 13_900 },
    { label: '试听时间', value: '周六 10:00', atMs: 51_000 },
    { label: '孩子称呼', value: '', atMs: null },
  ],
};

/** The call in which it was told. */
export const toldCall: GivenCall = {
  row: { phone: '15400000001' },
  ending: {
    verdict: { state: 'answered', fault: 'nobody', mayRetry: false, sipCode: 200, because: 'robotHungUp' },
    hungUpBy: 'robot',
    ringMs: 2_100,
    talkMs: 64_000,
    turns: 11,
    level: 'A',
    levelRule: '约到试听时间，通话 30 秒以上',
    tags: ['约到试听'],
    lastNode: '结束语',
    transcript: story,
    media: {
      ...{ codec: 'PCMA', packetsSent: 3_200, packetsLost: 3, packetsReceived: 3_198, firstPacketAfterMs: 20 },
      ...{ jitterMs: 0.6, mos: 4.3, roundTripMs: 38 },
    },
    sound: {
      durationMs: 64_000,
      voices: story.lines.map(({ atMs, endMs }) => ({ fromMs: atMs, toMs: endMs ?? atMs })),
    },
  },
};

/** Nobody was reached. */
export const busyCall: GivenCall = { row: { phone: '15400000004' }, ending: busyEnding };
