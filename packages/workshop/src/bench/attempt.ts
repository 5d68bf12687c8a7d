import { type Attempts, bareAttempts, houseAttempts, type Spent } from './attempt-ground.ts';
import { stolenSeconds } from './cpu.ts';
import type { Sample } from './figures.ts';

/**
 * What an attempt costs the process that decides, claims and files, over a simulated switchboard whose callees are all busy;
 * beside it a bare loop that sends the same statements with the same values to a database like it, through `pg` alone.
 */
interface AttemptFigure {
  readonly attempts: number;
  readonly statements: number;
  readonly house: Spent;
  readonly bare: Spent;
  readonly stolenSeconds: number;
}

const statementsOf = ({ recording: { units }, from, until, attempts }: Attempts): number =>
  units.filter(({ endedOn }) => endedOn >= from && endedOn < until).reduce((sum, { sent }) => sum + sent.length, 0) /
  attempts;

export const measureAttempts = async (rounds: number, seconds: number): Promise<readonly AttemptFigure[]> => {
  const all: AttemptFigure[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const stolen = stolenSeconds();
    const house = await houseAttempts(seconds);
    const bare = await bareAttempts(house);
    const figure: AttemptFigure = {
      attempts: house.attempts,
      statements: statementsOf(house),
      house: house.spent,
      bare,
      stolenSeconds: stolenSeconds() - stolen,
    };
    all.push(figure);
    process.stdout.write(
      `round ${round}, ${figure.attempts} attempts of ${figure.statements.toFixed(1)} statements: ${figure.house.processMs.toFixed(2)} CPU ms each, bare ${bare.processMs.toFixed(2)}, ${ratioOf(figure).toFixed(2)} times; the database ${figure.house.databaseMs.toFixed(2)} and ${bare.databaseMs.toFixed(2)}; stolen ${figure.stolenSeconds.toFixed(2)} s\n`,
    );
  }
  return all;
};

const ratioOf = ({ house, bare }: AttemptFigure): number => house.processMs / bare.processMs;

const MOST_TIMES = 2;

/** A sentence for each round that is over the bound. */
export const attemptTooDear = (all: readonly AttemptFigure[]): readonly string[] =>
  all
    .map(ratioOf)
    .filter(ratio => !(ratio <= MOST_TIMES))
    .map(ratio => `an attempt takes ${ratio.toFixed(2)} times the CPU of a bare loop with its statements`);

export const attemptSamples = (all: readonly AttemptFigure[]): readonly Sample[] => {
  const sample = (
    [zh, en]: readonly [string, string],
    [unit, digits]: readonly [string, number],
    value: (figure: AttemptFigure) => number,
  ): Sample => ({ zh: `一次呼叫：${zh}`, en: `an attempt: ${en}`, unit, digits, values: all.map(value) });
  return [
    sample(
      [
        '进程的处理器时间（决定、认领、归档，模拟交换机）',
        'CPU of the process (decide, claim, file; simulated switchboard)',
      ],
      ['ms', 2],
      ({ house }) => house.processMs,
    ),
    sample(
      ['只发同样语句的空循环', 'a bare loop that only sends the same statements'],
      ['ms', 2],
      ({ bare }) => bare.processMs,
    ),
    sample([`倍数（至多 ${MOST_TIMES}）`, `ratio (at most ${MOST_TIMES})`], ['×', 2], ratioOf),
    sample(
      ['语句数，连同没有找到事做的查看', 'statements, looks that find nothing to do included'],
      ['', 1],
      ({ statements }) => statements,
    ),
    sample(['数据库的处理器时间', 'CPU of the database'], ['ms', 2], ({ house }) => house.databaseMs),
  ];
};
