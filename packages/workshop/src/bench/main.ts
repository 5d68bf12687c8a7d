/**
 * `npm run bench [rounds]`: calls through the whole house against a bare loop that only sends, receives and records,
 * one after the other in every round, at 50 and 200 calls; sizes of the bundles. Writes docs/figures and the READMEs.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { bundleSamples } from './bundles.ts';
import { cloneDir, type Sample, saveFigure, writeTables } from './figures.ts';
import { type HouseFigure, measureHouse } from './house-calls.ts';

const HOUSE_SECONDS = 40;
const BARE_SECONDS = 20;
const sizes = [50, 200] as const;
const rounds = Number(process.argv[2] ?? 3);
const command = ['npm run bench', ...process.argv.slice(2)].join(' ');

const bareReport = z.object({ bare: z.looseObject({ cpuSecondsPerCallMinute: z.number() }) });

/** In a process of its own, as every process of the house is. */
const measureBare = (calls: number): z.infer<typeof bareReport>['bare'] => {
  const bench = join(cloneDir, 'packages/telephony/bench/main.ts');
  const said = execFileSync(process.execPath, [bench, String(calls), String(BARE_SECONDS)], { encoding: 'utf8' });
  return bareReport.parse(JSON.parse(said)).bare;
};

interface Round {
  readonly calls: number;
  readonly bare: z.infer<typeof bareReport>['bare'];
  readonly house: HouseFigure;
}

const all: Round[] = [];
for (let round = 1; round <= rounds; round += 1)
  for (const calls of sizes) {
    const bare = measureBare(calls);
    const house = await measureHouse(calls, HOUSE_SECONDS);
    all.push({ calls, bare, house });
    const each = house.cpuSecondsPerCallMinute.toFixed(3);
    const steal = house.stolenSeconds.toFixed(2);
    process.stdout.write(
      `round ${round}, ${calls} calls: ${each} CPU s a call-minute, bare ${bare.cpuSecondsPerCallMinute.toFixed(3)}, stolen ${steal} s\n`,
    );
  }

const valuesOf = (calls: number, value: (round: Round) => number): number[] =>
  all.filter(round => round.calls === calls).map(value);

const samples = sizes.flatMap((calls): Sample[] => [
  {
    zh: `${calls} 通同时通话：每通话分钟的处理器秒（全部进程，不含数据库和对端）`,
    en: `${calls} calls at once: CPU seconds a call-minute (all processes, without database and far end)`,
    unit: 's',
    digits: 3,
    values: valuesOf(calls, round => round.house.cpuSecondsPerCallMinute),
  },
  {
    zh: `${calls} 通：只收发和录音的空循环`,
    en: `${calls} calls: a bare loop that only sends, receives and records`,
    unit: 's',
    digits: 3,
    values: valuesOf(calls, round => round.bare.cpuSecondsPerCallMinute),
  },
  {
    zh: `${calls} 通：倍数`,
    en: `${calls} calls: ratio`,
    unit: '×',
    digits: 2,
    values: valuesOf(calls, round => round.house.cpuSecondsPerCallMinute / round.bare.cpuSecondsPerCallMinute),
  },
]);
saveFigure('calls', command, samples, all);
saveFigure('bundles', command, ...bundleSamples());
writeTables();
