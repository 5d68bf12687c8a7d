import type { endpoints, OutputOf } from '@lianxian/contract';

/** Figures of half an hour, failures of a day and the SIP of a call, hand-written: no test waits for so many calls. */
type Monitor = OutputOf<typeof endpoints.monitor.monitor>;
type MonitorLine = Monitor['lines'][number];
type Failure = OutputOf<typeof endpoints.monitor.failures>['list'][number];
type LadderMessage = OutputOf<typeof endpoints.monitor.ladder>['messages'][number];

const at = '2026-11-18T08:38:10Z';

const healthy: MonitorLine['health'] = {
  state: 'up',
  because: '',
  since: '2026-11-18T01:00:00Z',
  checkedAt: '2026-11-18T08:37:58Z',
  code: 200,
  roundTripMs: 18,
  restsUntil: null,
  registeredUntil: null,
  slowedTo: null,
};

const quiet = {
  talking: 0,
  ringing: 0,
  calls: 0,
  answered: 0,
  failed: 0,
  talkMs: null,
  waitMs: null,
  trend: Array.from({ length: 10 }, () => null),
};
const line = (id: string, name: string, part: Partial<MonitorLine>): MonitorLine => ({
  id,
  name,
  address: '',
  transport: 'udp',
  access: 'address',
  practice: false,
  enabled: true,
  open: true,
  callsPerSecond: 5,
  channels: 30,
  health: healthy,
  ...quiet,
  ...part,
});

const trend = (...rates: number[]) => rates.map(rate => rate * 10);
export const monitor: Monitor = {
  at,
  callsPerSecond: 1.9,
  lines: [
    line('22', '粤电信-01', {
      access: 'register',
      address: '203.0.113.18:5060',
      health: { ...healthy, registeredUntil: '2026-11-18T09:10:00Z' },
      talking: 14,
      ringing: 5,
      calls: 496,
      answered: 227,
      failed: 1,
      talkMs: 51_000,
      waitMs: 1_800,
      trend: trend(38, 40, 43, 42, 43, 46, 45, 49, 50, 48),
    }),
    line('23', '粤联通-02', {
      address: '198.51.100.7:5060',
      transport: 'tcp',
      health: { ...healthy, state: 'down', because: 'noReply', since: '2026-11-18T08:21:00Z', code: null },
      calls: 12,
      failed: 12,
    }),
    line('24', '粤移动-03', {
      access: 'register',
      address: '192.0.2.44:5061',
      transport: 'tls',
      channels: 20,
      callsPerSecond: 2,
      health: { ...healthy, state: 'congested', because: 'busyAnswers', code: 503, slowedTo: 1 },
      talking: 6,
      ringing: 2,
      calls: 304,
      answered: 92,
      failed: 29,
      talkMs: 38_000,
      waitMs: 4_600,
      trend: trend(44, 43, 41, 40, 38, 36, 35, 34, 33, 31),
    }),
    line('21', '练习线路', {
      practice: true,
      channels: 8,
      callsPerSecond: 50,
      talking: 1,
      ringing: 1,
      calls: 46,
      answered: 35,
      talkMs: 44_000,
      waitMs: 300,
      trend: trend(70, 74, 69, 72, 77, 73, 76, 78, 75, 76),
    }),
  ],
  ports: [
    {
      id: '31',
      name: '练习线路',
      lineId: '21',
      lineName: '练习线路',
      practice: true,
      ...quiet,
      channels: 8,
      talking: 1,
    },
    {
      id: '32',
      name: '课程回访',
      lineId: '22',
      lineName: '粤电信-01',
      practice: false,
      ...quiet,
      channels: 24,
      talking: 14,
      ringing: 5,
      calls: 496,
      answered: 227,
    },
  ],
  failures: Array.from({ length: 30 }, (_, minute) => {
    const [code, fault, calls] =
      minute % 3 === 0
        ? ([503, 'carrier', 3 + (minute % 7)] as const)
        : minute > 10 && minute < 14
          ? ([408, 'carrier', 9] as const)
          : ([404, 'callee', 2] as const);
    return { minute: new Date(Date.parse(at) - (30 - minute) * 60_000).toISOString(), code, fault, calls };
  }),
};

const failure = (id: string, part: Partial<Failure>): Failure => ({
  callId: id,
  at: '2026-11-18T08:38:02Z',
  phone: '187****4410',
  lineId: '24',
  lineName: '粤移动-03',
  code: 503,
  reason: 'Service Unavailable',
  state: 'lineFault',
  because: 'carrierBusy',
  fault: 'carrier',
  retryAt: '2026-11-18T09:08:02Z',
  ...part,
});
export const failures: readonly Failure[] = [
  failure('801', {}),
  failure('802', {
    at: '2026-11-18T08:37:15Z',
    phone: '150****8873',
    lineId: '22',
    lineName: '粤电信-01',
    code: 404,
    reason: 'Not Found',
    state: 'emptyNumber',
    because: 'emptyNumber',
    fault: 'callee',
    retryAt: null,
  }),
  failure('803', {
    at: '2026-11-18T08:21:09Z',
    phone: '152****6641',
    lineId: '23',
    lineName: '粤联通-02',
    code: null,
    reason: '',
    because: 'noReply',
    retryAt: null,
  }),
];

const sip = (atMs: number, way: LadderMessage['way'], summary: string, cseq: string): LadderMessage => ({
  atMs,
  way,
  summary,
  cseq,
  peer: '203.0.113.18:5060',
  transport: 'udp',
  text: `${way === 'out' && !/^\d/.test(summary) ? `${summary} sip:13812345678@203.0.113.18 SIP/2.0` : `SIP/2.0 ${summary}`}\r\nCSeq: ${cseq}\r\n\r\n`,
});
export const ladder: readonly LadderMessage[] = [
  sip(0, 'out', 'INVITE', '1 INVITE'),
  sip(24, 'in', '100 Trying', '1 INVITE'),
  sip(31, 'in', '407 Proxy Authentication Required', '1 INVITE'),
  sip(33, 'out', 'ACK', '1 ACK'),
  sip(35, 'out', 'INVITE', '2 INVITE'),
  sip(880, 'in', '183 Session Progress', '2 INVITE'),
  sip(2_100, 'in', '486 Busy Here', '2 INVITE'),
  sip(2_102, 'out', 'ACK', '2 ACK'),
];
