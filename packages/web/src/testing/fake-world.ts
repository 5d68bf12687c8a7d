import { builtInBranding, type endpoints, type LiveCallEvent, type OutputOf } from '@lianxian/contract';
import { story } from './story.ts';

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
const transcript = story.lines;

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
  path: [...story.path],
  answers: [...story.answers],
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
