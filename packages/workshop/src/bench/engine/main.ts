/**
 * `npm run bench:calls [rounds] [parts…]`: the engine beside its peers. *packets*: 200 calls through the whole house, the
 * bare loop and rtpengine's relay; *setups*: 200 set-ups a second, ours, sipp's and through Kamailio; *memory*: a call's
 * share, and what stays after; *talk*: how soon the robot stops and answers; *soak*: 15 minutes at 200 calls. Peers come from the system's packages (rtpengine-daemon,
 * kamailio, sip-tester); without one its part is left out and said so. Writes docs/figures and the READMEs.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { z } from 'zod';
import { cloneDir, type Sample, saveFigure, writeTables } from '../figures.ts';
import { measureHouse } from '../house-calls.ts';
import { measureMemory } from './memory.ts';
import { measureRelay } from './relay.ts';
import { measureSetups } from './setups.ts';
import { measureSoak } from './soak.ts';
import { measureTalk, type TalkFigure } from './talk.ts';

const CALLS = 200;
const HOUSE_SECONDS = 40;
const BARE_SECONDS = 20;
const TALK_SECONDS = 60;
const RELAY_SECONDS = 20;
const SETUPS_A_SECOND = 200;
const SETUP_SECONDS = 30;
const SOAK_MINUTES = 15;

const SEED = 4_000;
const SHARES = ['p50', 'p95', 'worst'] as const;
const shareNames = {
  p50: { zh: '第 50 百分位', en: '50th percentile' },
  p95: { zh: '第 95 百分位', en: '95th percentile' },
  worst: { zh: '最差', en: 'worst' },
} as const;

const rounds = Number(process.argv[2] ?? 3);
const parts = process.argv.slice(3);
const isWanted = (part: string): boolean => parts.length === 0 || parts.includes(part);
const command = ['npm run bench:calls', ...process.argv.slice(2)].join(' ');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const isThere = (program: string): boolean => {
  const found = `${process.env.PATH ?? ''}:/usr/sbin`
    .split(delimiter)
    .some(folder => existsSync(join(folder, program)));
  if (!found) say(`${program} is not installed: its figures are left out`);
  return found;
};

const gapFigures = z.object({ p99Ms: z.number(), worstMs: z.number(), over40: z.number(), packets: z.number() });
const bareReport = z.object({ bare: z.looseObject({ cpuSecondsPerCallMinute: z.number(), gaps: gapFigures }) });
const measureBare = () => {
  const bench = join(cloneDir, 'packages/telephony/bench/main.ts');
  const said = execFileSync(process.execPath, [bench, `${CALLS}`, `${BARE_SECONDS}`], { encoding: 'utf8' });
  return bareReport.parse(JSON.parse(said)).bare;
};

const sample = (zh: string, en: string, unit: string, digits: number, values: number[]): Sample[] =>
  values.length === 0 ? [] : [{ zh, en, unit, digits, values }];

/** How many processes wait for a processor, on the average of the last minute. */
const runQueue = (): number => Number(readFileSync('/proc/loadavg', 'utf8').split(' ')[0]);

interface PacketRound {
  readonly bare: ReturnType<typeof measureBare>;
  readonly relay: Awaited<ReturnType<typeof measureRelay>> | null;
  readonly house: Awaited<ReturnType<typeof measureHouse>>;
  readonly runQueue: number;
}

const benchPackets = async (): Promise<void> => {
  const hasPeer = isThere('rtpengine');
  const all: PacketRound[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const bare = measureBare();
    const relay = hasPeer ? await measureRelay(CALLS, RELAY_SECONDS) : null;
    const house = await measureHouse(CALLS, HOUSE_SECONDS);
    all.push({ bare, relay, house, runQueue: runQueue() });
    const relayed = relay?.cpuSecondsPerCallMinute.toFixed(3) ?? '—';
    say(
      `round ${round}: house ${house.cpuSecondsPerCallMinute.toFixed(3)} CPU s a call-minute, bare ${bare.cpuSecondsPerCallMinute.toFixed(3)}, rtpengine ${relayed}; ` +
        `gap p99 ${house.gaps.p99Ms.toFixed(1)} ms (bare ${bare.gaps.p99Ms.toFixed(1)}), over 40 ms ${house.gaps.over40} of ${house.gaps.packets} (bare ${bare.gaps.over40} of ${bare.gaps.packets}); ` +
        `stolen ${house.stolenSeconds.toFixed(2)} s, run queue ${runQueue()}`,
    );
  }
  saveFigure('engine-packets', command, [...costSamples(all), ...gapSamples(all)], all);
};

const costSamples = (all: readonly PacketRound[]): Sample[] => {
  const peers = all.flatMap(({ relay, house }) => (relay === null ? [] : [{ relay, house }]));
  const costs = '每通话分钟的处理器秒';
  return [
    ...sample(
      `${CALLS} 通机器人通话，双轨录音：${costs}`,
      `${CALLS} robot calls, stereo recording: CPU seconds a call-minute`,
      's',
      3,
      all.map(({ house }) => house.cpuSecondsPerCallMinute),
    ),
    ...sample(
      `${CALLS} 通：空循环的倍数`,
      `${CALLS} calls: ratio to the bare loop`,
      '×',
      2,
      all.map(({ house, bare }) => house.cpuSecondsPerCallMinute / bare.cpuSecondsPerCallMinute),
    ),
    ...sample(
      `rtpengine 只转发 ${CALLS} 通（不录音）：${costs}`,
      `rtpengine relaying ${CALLS} calls (no recording): CPU seconds a call-minute`,
      's',
      3,
      peers.map(({ relay }) => relay.cpuSecondsPerCallMinute),
    ),
    ...sample(
      '整套通话与 rtpengine 转发之比',
      'whole calls: ratio to rtpengine relaying them',
      '×',
      2,
      peers.map(({ relay, house }) => house.cpuSecondsPerCallMinute / relay.cpuSecondsPerCallMinute),
    ),
  ];
};

const gapSamples = (all: readonly PacketRound[]): Sample[] => [
  ...sample(
    `${CALLS} 通：包间隔第 99 百分位`,
    `${CALLS} calls: gap between packets, 99th percentile`,
    'ms',
    1,
    all.map(({ house }) => house.gaps.p99Ms),
  ),
  ...sample(
    '空循环的包间隔第 99 百分位',
    'the same of the bare loop',
    'ms',
    1,
    all.map(({ bare }) => bare.gaps.p99Ms),
  ),
  ...sample(
    '间隔超过 40 毫秒的包，每百万',
    'gaps over 40 ms, of a million',
    '',
    0,
    all.map(({ house }) => (1e6 * house.gaps.over40) / house.gaps.packets),
  ),
  ...sample(
    '空循环间隔超过 40 毫秒的包，每百万',
    'the same of the bare loop',
    '',
    0,
    all.map(({ bare }) => (1e6 * bare.gaps.over40) / bare.gaps.packets),
  ),
];

const benchTalk = async (): Promise<void> => {
  const all: (TalkFigure & { readonly bare: ReturnType<typeof measureBare>; readonly runQueue: number })[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const bare = measureBare();
    const figure = await measureTalk(CALLS, TALK_SECONDS, SEED + round);
    all.push({ ...figure, bare, runQueue: runQueue() });
    const { stop, answer } = figure;
    say(
      `round ${round}: ${stop.turns} times spoken over, silent after ${SHARES.map(share => stop[share].toFixed(0)).join('/')} ms from the first sound (p50/p95/worst), ${figure.notStopped} not; ` +
        `${answer.turns} answers after ${SHARES.map(share => answer[share].toFixed(0)).join('/')} ms beyond the set silence, ${figure.notAnswered} none; ` +
        `gap p99 ${figure.gaps.p99Ms.toFixed(1)} ms, worst ${figure.gaps.worstMs.toFixed(0)} (bare ${bare.gaps.p99Ms.toFixed(1)}, ${bare.gaps.worstMs.toFixed(0)}); stolen ${figure.stolenSeconds.toFixed(2)} s, run queue ${runQueue()}`,
    );
  }
  saveFigure('engine-talk', command, talkSamples(all), all, SEED);
};

const talkSamples = (all: readonly TalkFigure[]): Sample[] =>
  SHARES.flatMap(share => [
    ...sample(
      `${CALLS} 通：客户开口到机器人停声（其中 80 毫秒用来确认是说话），${shareNames[share].zh}`,
      `${CALLS} calls: from the callee’s first sound to the robot’s silence (80 ms of it to believe that it is speech), ${shareNames[share].en}`,
      'ms',
      0,
      all.map(({ stop }) => stop[share]),
    ),
    ...sample(
      `${CALLS} 通：静音判定与等字之后回答，${shareNames[share].zh}`,
      `${CALLS} calls: answer after the set silence and the wait for words, ${shareNames[share].en}`,
      'ms',
      0,
      all.map(({ answer }) => answer[share]),
    ),
  ]);

const benchSetups = async (): Promise<void> => {
  if (!isThere('sipp') || !isThere('kamailio')) return;
  const all = [];
  for (let round = 1; round <= rounds; round += 1) {
    const figure = await measureSetups(SETUPS_A_SECOND, SETUP_SECONDS);
    all.push(figure);
    say(
      `round ${round}: set-up ${figure.sipAlone.cpuMsPerSetup.toFixed(2)} ms CPU SIP alone, ${figure.withMedia.cpuMsPerSetup.toFixed(2)} with media, sipp ${figure.sippMsPerSetup.toFixed(2)}, Kamailio ${figure.kamailioMsPerSetup.toFixed(2)}; failed ${figure.sipAlone.failed + figure.withMedia.failed} of ${figure.sipAlone.setups + figure.withMedia.setups}; stolen ${figure.stolenSeconds.toFixed(2)} s`,
    );
  }
  saveFigure(
    'engine-setups',
    command,
    [
      ...sample(
        `每秒 ${SETUPS_A_SECOND} 次呼叫建立：每次处理器毫秒（信令）`,
        `${SETUPS_A_SECOND} set-ups a second: CPU ms each (SIP)`,
        'ms',
        2,
        all.map(({ sipAlone }) => sipAlone.cpuMsPerSetup),
      ),
      ...sample(
        '同上，连同媒体端口',
        'the same with media ports',
        'ms',
        2,
        all.map(({ withMedia }) => withMedia.cpuMsPerSetup),
      ),
      ...sample(
        'sipp 主叫脚本（不做校验）',
        'sipp’s calling scenario (checks nothing)',
        'ms',
        2,
        all.map(({ sippMsPerSetup }) => sippMsPerSetup),
      ),
      ...sample(
        'Kamailio 转发同样的呼叫',
        'Kamailio passing the same calls on',
        'ms',
        2,
        all.map(({ kamailioMsPerSetup }) => kamailioMsPerSetup),
      ),
      ...sample(
        '没有建立的呼叫',
        'set-ups that failed',
        '',
        0,
        all.map(({ sipAlone, withMedia }) => sipAlone.failed + withMedia.failed),
      ),
    ],
    all,
  );
};

const benchMemory = async (): Promise<void> => {
  const figure = await measureMemory();
  say(
    `memory: ${figure.kibPerCall.toFixed(0)} KiB a call, ${figure.descriptorsPerCall.toFixed(1)} descriptors, kept ${figure.keptRatio.toFixed(3)} of the start`,
  );
  saveFigure(
    'engine-memory',
    command,
    [
      ...sample('每通占用内存（50 到 200 通的斜率）', 'memory a call (slope from 50 to 200 calls)', 'KiB', 0, [
        figure.kibPerCall,
      ]),
      ...sample(
        '通话结束并回收后，堆与外部内存与之前之比',
        'heap and external after the calls and a collection, to before',
        '×',
        2,
        [figure.keptRatio],
      ),
    ],
    figure,
  );
};

const benchSoak = async (): Promise<void> => {
  const figure = await measureSoak(CALLS, SOAK_MINUTES);
  say(
    `soak: ${figure.ended} calls in ${figure.minutes} minutes, ${figure.failed} failed; ${figure.kibPerMinute.toFixed(0)} KiB and ${figure.descriptorsPerMinute.toFixed(2)} descriptors a minute; stolen ${figure.stolenSeconds.toFixed(1)} s`,
  );
  saveFigure(
    'engine-soak',
    command,
    [
      ...sample(
        `${SOAK_MINUTES} 分钟 ${CALLS} 通：结束的通话`,
        `${SOAK_MINUTES} minutes at ${CALLS} calls: calls that ended`,
        '',
        0,
        [figure.ended],
      ),
      ...sample('其中失败', 'of them failed', '%', 2, [(100 * figure.failed) / figure.ended]),
      ...sample('内存每分钟增长', 'memory grows a minute', 'KiB', 0, [figure.kibPerMinute]),
      ...sample('描述符每分钟增长', 'descriptors grow a minute', '', 2, [figure.descriptorsPerMinute]),
    ],
    figure,
  );
};

if (isWanted('packets')) await benchPackets();
if (isWanted('talk')) await benchTalk();
if (isWanted('setups')) await benchSetups();
if (isWanted('memory')) await benchMemory();
if (isWanted('soak')) await benchSoak();
writeTables();
