import { builtInBranding, type endpoints, type LiveCallEvent, type OutputOf } from '@lianxian/contract';

/**
 * A small believable merchant for page tests and for developing without a server: what the platform would answer.
 * Hand-written; the fake server parses every answer by the contract, so a row that drifts turns a test red.
 */
export type CallDetail = OutputOf<typeof endpoints.call.detail>;
export type CallRow = OutputOf<typeof endpoints.call.list>['list'][number];

export const visitor: OutputOf<typeof endpoints.user.getUserInfo> = {
  userName: '王晓雯',
  title: '王晓雯',
  jobTitle: '运营主管',
  account: 'demo',
  merchantName: '启航教育',
  roleCode: 'company',
  hasSeat: false,
  seatRight: false,
  rights: ['market', 'myTask', 'callLog', 'robot', 'plan', 'port', 'monitor'],
  btns: [
    'call_out',
    'callLog:export',
    'task:create',
    'task:control',
    'phone:unmask',
    'plan:edit',
    'plan:publish',
    'seat:monitor',
  ],
  showAgreement: false,
  mustChangePwd: false,
  mustSetFactor: false,
  oemId: '1',
  levelNames: { A: '意向强', B: '', C: '', D: '', E: '', F: '' },
  clientVersion: 10,
};

export const branding = builtInBranding;

export const plans: OutputOf<typeof endpoints.plan.list>['list'] = [
  {
    id: '11',
    planName: '试听课回访',
    nodes: 12,
    variables: [{ name: 'name', label: '称呼', fallback: '家长' }],
    publishedAt: '2026-11-18T01:00:00Z',
  },
];

export { practiceLine } from './fake-line-world.ts';

export const callees: OutputOf<typeof endpoints.line.callees>['list'] = [
  { phone: '15400000001', name: '爽快的家长', says: '都说好，约下试听时间' },
  { phone: '15400000002', name: '先问价的家长', says: '先问学费，再答应' },
  { phone: '15400000003', name: '没兴趣的家长', says: '不需要，很快挂断' },
  { phone: '15400000004', name: '占线的号码', says: '正在通话，打不通' },
];

const ended = (id: string, phone: string, part: Partial<CallRow> = {}): CallRow => ({
  id,
  phone,
  calleeName: '',
  area: '',
  task: null,
  attempt: null,
  planName: '试听课回访',
  lineName: '练习线路',
  placedAt: '2026-11-18T08:34:08Z',
  endedAt: '2026-11-18T08:35:14Z',
  state: 'answered',
  level: 'A',
  corrected: false,
  talkMs: 64_000,
  turns: 11,
  cost: '0',
  hungUpBy: 'robot',
  direction: 'out',
  ...part,
});

export const pastCalls: readonly CallRow[] = [
  ended('103', '15400000001'),
  ended('102', '15400000004', { state: 'busy', level: null, talkMs: 0, hungUpBy: 'nobody' }),
  ended('101', '15400000003', { level: 'F', talkMs: 14_000, hungUpBy: 'callee' }),
];

type Line = CallDetail['transcript'][number];
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

const transcript: Line[] = [
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
];

const wave = (lines: readonly Line[], speaker: Line['speaker']) =>
  Array.from({ length: 640 }, (_, column) => {
    const ms = column * 100;
    const spoken = lines.some(line => line.speaker === speaker && ms >= line.atMs && ms < (line.endMs ?? 0));
    return spoken ? 60 + ((column * 73) % 160) : 2;
  });

export const answeredCall: CallDetail = {
  ...ended('103', '15400000001'),
  because: 'robotHungUp',
  becauseText: '话术走完，机器人挂断',
  sipCode: 200,
  sipReason: '',
  hasLadder: false,
  levelRule: '约到试听时间，通话 30 秒以上',
  correction: null,
  tags: ['约到试听'],
  customerType: 2,
  callerNumber: '02088888800',
  answeredAt: '2026-11-18T08:34:10Z',
  endedAt: '2026-11-18T08:35:14Z',
  ringMs: 2_100,
  cost: '0.00',
  lastNode: '结束语',
  transcript,
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
  recording: {
    fileId: '900',
    durationMs: 64_000,
    peaks: { callee: wave(transcript, 'callee'), robot: wave(transcript, 'robot') },
  },
  media: { codec: 'PCMA', packetsLost: 3, packetsReceived: 3_198, jitterMs: 0.6, mos: 4.3, roundTripMs: 38 },
};

export const busyCall: CallDetail = {
  ...answeredCall,
  ...ended('102', '15400000004', { state: 'busy', level: null, talkMs: 0, hungUpBy: 'nobody' }),
  because: 'busy',
  becauseText: '对方正在通话',
  sipCode: 486,
  sipReason: 'Busy Here',
  hasLadder: true,
  levelRule: null,
  correction: null,
  tags: [],
  customerType: null,
  answeredAt: null,
  ringMs: 400,
  lastNode: null,
  transcript: [],
  path: [],
  answers: [],
  recording: null,
  media: null,
};

/** What happens in the live call, before its ending. */
export const liveStory: readonly LiveCallEvent[] = [
  { seq: 0, atMs: 0, kind: 'state', state: 'placed' },
  { seq: 1, atMs: 40, kind: 'state', state: 'dialling' },
  { seq: 2, atMs: 90, kind: 'state', state: 'ringing' },
  { seq: 3, atMs: 2_100, kind: 'state', state: 'talking' },
  { seq: 4, atMs: 2_110, kind: 'node', node: 'n1', name: '开场白', knowledge: false },
  {
    seq: 5,
    atMs: 2_400,
    kind: 'line',
    line: 0,
    speaker: 'robot',
    text: '您好，请问是陈女士吗？',
    final: true,
    understood: null,
  },
  { seq: 6, atMs: 6_000, kind: 'line', line: 1, speaker: 'callee', text: '是的', final: false, understood: null },
  {
    seq: 7,
    atMs: 6_400,
    kind: 'line',
    line: 1,
    speaker: 'callee',
    text: '是的，您说。',
    final: true,
    understood: { meaning: 'yes', name: '', by: 'words', matched: '是的' },
  },
  { seq: 8, atMs: 6_500, kind: 'node', node: 'n2', name: '核对年级', knowledge: false },
  {
    seq: 9,
    atMs: 6_900,
    kind: 'line',
    line: 2,
    speaker: 'robot',
    text: '请问您家孩子现在上几年级？',
    final: true,
    understood: null,
  },
  { seq: 10, atMs: 9_000, kind: 'answer', label: '孩子年级', value: '三年级', line: 3 },
  {
    seq: 11,
    atMs: 9_000,
    kind: 'line',
    line: 3,
    speaker: 'callee',
    text: '三年级，九月份刚',
    final: false,
    understood: null,
  },
];
