import { setTimeout as delay } from 'node:timers/promises';
import { endpoints } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import { until } from '../../../journeys/house/api.ts';
import { publishPlan } from '../../../journeys/house/plans.ts';
import { stolenSeconds } from '../cpu.ts';
import type { Sample } from '../figures.ts';
import { RAMP_LIMIT_MS } from '../house-calls.ts';
import { askCustomer, type CustomerFigures } from './customers.ts';
import { onSeatGround, type SeatGround } from './ground.ts';
import type { PhonesState } from './phones-process.ts';

/**
 * A robot hands its call over to a seat: what the customer gets meanwhile, packet by packet, and how long it takes from the
 * seat's 200 until the seat's tone is there. The robot says its sentence, waits a second, and rings the group; it says on
 * that somebody comes until the seat's first packet.
 */
interface HandOverFigure {
  readonly all: readonly HandedOver[];
  readonly stolenSeconds: number;
}

interface HandedOver extends CustomerFigures {
  /** From the seat's 200 to its tone at the customer. */
  readonly toneMs: number;
}

const [SEATS, AT_ONCE] = [8, 4];
const HANDED_OVER = 40;
const PLACE_EVERY_MS = 700;
/** What the customer hears of the seat, so that the call's own p99 knows both. */
const TALK_MS = 4_000;
const SILENCE_MS = 1_000;
/** The issue's own bounds. */
const [LATER_MS, TONE_MS] = [5, 300];

/** Greets, hears nothing, and rings the group. */
const planOf = (group: string): Plan => ({
  name: '转人工',
  variables: [],
  rootFlow: 'main',
  flows: [
    {
      id: 'main',
      name: '主流程',
      rootNode: 'greeting',
      nodes: [
        {
          kind: 'speak',
          id: 'greeting',
          name: '开场',
          sentences: ['您好，这里是客服中心。'],
          interruption: { when: 'never' },
          routers: [{ on: 'silence', to: 'person' }],
          silence: { ms: SILENCE_MS, sentences: [] },
        },
        {
          kind: 'transfer',
          id: 'person',
          name: '转人工',
          sentences: [],
          to: { type: 'group', group },
          ringTimeoutMs: 20_000,
          waiting: ['正在为您接通人工坐席，请稍等。'],
          otherwise: 'bye',
        },
        { kind: 'hangup', id: 'bye', name: '再见', sentences: ['坐席都在忙，再见。'] },
      ],
    },
  ],
  intents: [],
  knowledge: [],
  levelRules: [{ level: 'D', name: '其他', when: [] }],
  defaults: {
    silence: { ms: SILENCE_MS, sentences: [] },
    notUnderstood: { sentences: [] },
    longestMs: 120_000,
    mostTurns: 12,
    announcement: '',
    farewell: '再见。',
  },
});

type Answered = PhonesState['answered'][number];

/** One call from its INVITE until some seconds of its seat. */
const handOver = async (
  { api, ids, far, phones }: SeatGround,
  planId: string,
  { phone, answered }: { readonly phone: string; readonly answered: Answered[] },
): Promise<HandedOver> => {
  const { id } = await api.call(endpoints.call.place, { ...ids, planId, phone });
  const toneAtMs = await until(
    `the seat's tone in call ${id}`,
    RAMP_LIMIT_MS,
    async () => (await askCustomer(far, phone))?.toneAtMs ?? null,
  );
  await delay(TALK_MS);
  const heard = await askCustomer(far, phone);
  answered.push(...(await phones.look()).answered);
  const seat = answered.find(({ logId }) => logId === id);
  if (seat === undefined || heard === null) throw new Error(`no seat was rung for call ${id}`);
  await api.call(endpoints.call.hangUp, { id });
  return { ...heard, toneMs: toneAtMs - seat.atMs };
};

export const measureHandOver = (): Promise<HandOverFigure> =>
  onSeatGround({ seats: SEATS, farEnd: ['listen'] }, async ground => {
    const { api, house, seats } = ground;
    const members = seats.map(({ employeeId }) => employeeId);
    const { id: group } = await api.call(endpoints.seat.groupSave, {
      name: '接转人工的坐席',
      strategy: 'longestIdle',
      members,
    });
    const planId = await publishPlan(house, planOf(group));
    const stolen = stolenSeconds();
    const all: HandedOver[] = [];
    const answered: Answered[] = [];
    let placed = 0;
    const lane = async (n: number): Promise<void> => {
      await delay(n * PLACE_EVERY_MS);
      while (placed < HANDED_OVER) {
        placed += 1;
        const phone = `135${String(placed).padStart(8, '0')}`;
        all.push(await handOver(ground, planId, { phone, answered }));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => lane(n)));
    const figure = { all, stolenSeconds: stolenSeconds() - stolen };
    process.stdout.write(`${sentence(figure)}\n`);
    return figure;
  });

const share = (values: readonly number[], of: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(of * values.length) - 1] ?? Number.POSITIVE_INFINITY;
const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);
const laterMsOf = ({ worstMs, p99Ms }: HandedOver): number => worstMs - p99Ms;

const measuresOf = ({ all }: HandOverFigure) => ({
  missing: sum(all.map(({ missing }) => missing)),
  doubled: sum(all.map(({ doubled }) => doubled)),
  laterMs: Math.max(...all.map(laterMsOf)),
  toneMs: all.map(({ toneMs }) => toneMs),
});

const sentence = (figure: HandOverFigure): string => {
  const { missing, doubled, laterMs, toneMs } = measuresOf(figure);
  const p99 = share(
    figure.all.map(({ p99Ms }) => p99Ms),
    0.5,
  );
  return `${figure.all.length} hand-overs: ${missing} packets missing, ${doubled} doubled, the latest ${laterMs.toFixed(1)} ms beyond its call's p99 (median ${p99.toFixed(1)} ms); from 200 to the tone ${share(toneMs, 0.5).toFixed(0)} ms, p95 ${share(toneMs, 0.95).toFixed(0)}, worst ${Math.max(...toneMs).toFixed(0)}; stolen ${figure.stolenSeconds.toFixed(2)} s`;
};

export const handOverTooDear = (figure: HandOverFigure): readonly string[] => {
  const { missing, doubled, laterMs, toneMs } = measuresOf(figure);
  return [
    ...(missing > 0 || doubled > 0 ? [`hand-overs: ${missing} packets missing, ${doubled} doubled`] : []),
    ...(laterMs <= LATER_MS ? [] : [`a hand-over: a packet ${laterMs.toFixed(1)} ms later than its call's p99`]),
    ...(share(toneMs, 0.95) <= TONE_MS
      ? []
      : [`hand-overs: ${share(toneMs, 0.95).toFixed(0)} ms from 200 to the tone (p95)`]),
  ];
};

export const handOverSamples = (figure: HandOverFigure): Sample[] => {
  const { missing, doubled, toneMs } = measuresOf(figure);
  return [
    {
      zh: `转人工 ${HANDED_OVER} 次：客户少收或重收的包`,
      en: `${HANDED_OVER} hand-overs: packets to the customer that were missing or came twice`,
      unit: '',
      digits: 0,
      values: [missing + doubled],
    },
    {
      zh: `转人工前后一秒，客户最晚的包比本通 p99 晚（至多 ${LATER_MS}）`,
      en: `a second around the hand-over, latest packet at the customer beyond the call's own p99 (at most ${LATER_MS})`,
      unit: 'ms',
      digits: 1,
      values: figure.all.map(each => Math.max(0, laterMsOf(each))),
    },
    {
      zh: `坐席 200 到客户听见坐席（p95 至多 ${TONE_MS}）`,
      en: `from the seat's 200 to the seat's tone at the customer (p95 at most ${TONE_MS})`,
      unit: 'ms',
      digits: 0,
      values: [...toneMs],
    },
    {
      zh: '同上，p95',
      en: 'the same, p95',
      unit: 'ms',
      digits: 0,
      values: [share(toneMs, 0.95)],
    },
  ];
};
