import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { stolenSeconds } from './cpu.ts';
import { cloneDir, type Sample } from './figures.ts';

/**
 * What the sound of a seat's recorded call costs (a browser's leg and a carrier's: gate and engine, far ends not counted),
 * against rtpengine that turns DTLS-SRTP into RTP for the same ends. Without that program (Debian: rtpengine-daemon, or
 * `RTPENGINE` names it) the cost stands alone.
 */
const cost = z.object({ cpuSecondsPerCallMinute: z.number(), each: z.array(z.number()), delivered: z.number() });
const report = z.object({ calls: z.number(), ours: cost, rtpengine: cost.nullable(), ratio: z.number().nullable() });

type SeatSoundFigure = z.infer<typeof report> & { readonly stolenSeconds: number };

const CALLS = 100;
const SECONDS = 20;
/** The issue's own bound. */
const MOST = 2.5;
const RUN_LIMIT_MS = 180_000;

const rtpengine = (): string | null => {
  const named = process.env.RTPENGINE ?? 'rtpengine';
  try {
    execFileSync(named, ['--version'], { stdio: 'ignore' });
    return named;
  } catch {
    return null;
  }
};

export const measureSeatSound = (rounds: number): readonly SeatSoundFigure[] => {
  const script = join(cloneDir, 'packages/telephony/bench/seats.ts');
  const other = rtpengine();
  const given = [script, String(CALLS), String(SECONDS), ...(other === null ? [] : [other])];
  return Array.from({ length: rounds }, () => {
    const before = stolenSeconds();
    const said = execFileSync(process.execPath, given, { encoding: 'utf8', timeout: RUN_LIMIT_MS });
    const figure = { ...report.parse(JSON.parse(said)), stolenSeconds: stolenSeconds() - before };
    process.stdout.write(`${told(figure)}\n`);
    return figure;
  });
};

const told = ({ ours, rtpengine: other, ratio, stolenSeconds: stolen }: SeatSoundFigure): string => {
  const of = ({ cpuSecondsPerCallMinute, each, delivered }: z.infer<typeof cost>): string =>
    `${cpuSecondsPerCallMinute.toFixed(3)} CPU s a call-minute (${each.map(part => part.toFixed(3)).join(' + ')}), ${(100 * delivered).toFixed(2)} % came`;
  const beside = other === null ? 'no rtpengine' : `rtpengine ${of(other)}: ${ratio?.toFixed(2)} times`;
  return `${CALLS} seats' calls: gate and worker ${of(ours)}; ${beside}; stolen ${stolen.toFixed(2)} s`;
};

export const seatSoundTooDear = (all: readonly SeatSoundFigure[]): readonly string[] =>
  all.flatMap(({ ratio }) =>
    ratio === null || ratio <= MOST ? [] : [`a seat's recorded call costs ${ratio.toFixed(2)} times rtpengine`],
  );

export const seatSoundSamples = (all: readonly SeatSoundFigure[]): Sample[] => {
  const ratios = all.flatMap(({ ratio }) => (ratio === null ? [] : [ratio]));
  return [
    {
      zh: `录音的坐席通话（浏览器和线路两方，${CALLS} 路），每通话分钟的处理器时间`,
      en: `a seat's recorded call (browser's and carrier's leg, ${CALLS} at once), processor time a call-minute`,
      unit: 's',
      digits: 2,
      values: all.map(({ ours }) => ours.cpuSecondsPerCallMinute),
    },
    ...(ratios.length === 0
      ? []
      : [
          {
            zh: `同上，与只把 DTLS-SRTP 转成 RTP 的 rtpengine 之比（至多 ${MOST}）`,
            en: `the same against rtpengine that only turns DTLS-SRTP into RTP (at most ${MOST})`,
            unit: '×',
            digits: 1,
            values: ratios,
          },
        ]),
  ];
};
