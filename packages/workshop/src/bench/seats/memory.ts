import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../../journeys/house/api.ts';
import { pidsOfHouse, residentKib } from '../cpu.ts';
import { usedBytes } from '../engine/memory.ts';
import type { Sample } from '../figures.ts';
import { askFarEnd } from '../house-calls.ts';
import { onSeatGround, type SeatGround } from './ground.ts';

/**
 * What seats' calls leave behind: memory of the processes that serve them (gate, calls, media workers) at rest after a
 * thousand calls, of that after two hundred. Resident memory after the collector was asked, by Node's inspector on a free
 * port, so that what the gate's native half keeps is in it.
 */
interface SeatMemoryFigure {
  readonly few: Kept;
  readonly many: Kept;
  readonly ratio: number;
}

const parts = { gate: /webrtc-gate\//, calls: /--role calls/, workers: /media-worker\// } as const;
type Part = keyof typeof parts;
type Kept = Readonly<Record<Part, { readonly residentKib: number; readonly usedKib: number }>>;

const [FEW, MANY] = [200, 1_000];
const SEATS = 20;
const TALK_MS = 1_000;
const [OK, SHED] = [200, 503];
/** Records are filed, sockets' rests are over. */
const REST_MS = 15_000;
const CALL_LIMIT_MS = 60_000;
/** The issue's own bound. */
const MOST = 1.1;

/** One seat after the other dials, talks and hangs up, all of them at once, until so many calls were. */
const callUntil = async ({ phones, far }: SeatGround, calls: { made: number }, wanted: number): Promise<void> => {
  const seat = async (phone: number): Promise<void> => {
    while (calls.made < wanted) {
      calls.made += 1;
      const call = calls.made;
      const to = `136${String(call).padStart(8, '0')}`;
      // A busy machine turns calls away: then it is called again.
      for (let status = SHED; status !== OK; ) {
        status = await phones.order<number>({ type: 'dial', phone, to });
        if (status !== OK && status !== SHED) throw new Error(`call ${call} of a seat: ${status}`);
        await delay(TALK_MS);
      }
      await phones.order({ type: 'hangUp', phone });
      await delay(TALK_MS);
    }
  };
  await Promise.all(Array.from({ length: SEATS }, (_, n) => seat(n)));
  await until('no live call', CALL_LIMIT_MS, async () => ((await askFarEnd(far)).live === 0 ? true : null));
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

const keptOf = async ({ house }: SeatGround): Promise<Kept> => {
  await delay(REST_MS);
  const of = async (part: Part) => {
    const pids = pidsOfHouse(house.supervisorPid, parts[part]);
    const used = sum(await Promise.all(pids.map(usedBytes))) / 1_024;
    return { residentKib: sum(pids.map(residentKib)), usedKib: used };
  };
  return { gate: await of('gate'), calls: await of('calls'), workers: await of('workers') };
};

const residentOf = (kept: Kept): number => sum(Object.values(kept).map(({ residentKib: kib }) => kib));

export const measureSeatMemory = (): Promise<SeatMemoryFigure> =>
  onSeatGround({ seats: SEATS, settings: { NODE_OPTIONS: '--inspect=127.0.0.1:0' } }, async ground => {
    const calls = { made: 0 };
    await callUntil(ground, calls, FEW);
    const few = await keptOf(ground);
    await callUntil(ground, calls, MANY);
    const many = await keptOf(ground);
    const figure = { few, many, ratio: residentOf(many) / residentOf(few) };
    for (const part of Object.keys(parts) as Part[]) process.stdout.write(`${told(part, figure)}\n`);
    return figure;
  });

const megabytes = (kib: number): string => `${(kib / 1_024).toFixed(1)} MB`;
const told = (part: Part, { few, many }: SeatMemoryFigure): string => {
  const of = (kept: Kept): string => `${megabytes(kept[part].residentKib)} (heap ${megabytes(kept[part].usedKib)})`;
  return `${part}: ${of(few)} after ${FEW} seats' calls, ${of(many)} after ${MANY}`;
};

export const seatMemoryTooDear = ({ ratio }: SeatMemoryFigure): readonly string[] =>
  ratio <= MOST ? [] : [`after ${MANY} seats' calls memory is ${ratio.toFixed(2)} times that after ${FEW}`];

export const seatMemorySamples = ({ few, many, ratio }: SeatMemoryFigure): Sample[] => [
  {
    zh: `坐席通话 ${MANY} 通之后的内存，与 ${FEW} 通之后之比（网关、呼叫、媒体进程合计；至多 ${MOST}）`,
    en: `memory after ${MANY} seats' calls, of that after ${FEW} (gate, calls and media workers together; at most ${MOST})`,
    unit: '×',
    digits: 2,
    values: [ratio],
  },
  ...(Object.keys(parts) as Part[]).map(
    (part): Sample => ({
      zh: `同上，只看 ${part}`,
      en: `the same, ${part} alone`,
      unit: '×',
      digits: 2,
      values: [many[part].residentKib / few[part].residentKib],
    }),
  ),
];
