import { openDialplan } from '../dialplan.ts';
import { openGround } from '../ground.ts';
import { askedOnce } from './asked.ts';
import { proveFull } from './full.ts';
import { keepingOnce, monthOnce } from './keeping.ts';
import { type Death, die, type Once } from './once.ts';
import { proveRestart, type RestartRun } from './restart.ts';
import { openSite, type Site } from './site.ts';
import { openReceiver, type Receiver, taskOnce } from './tasks.ts';

/** What dies over what is done once, a full disk, and the database killed under all of it. */
interface OnceRun {
  readonly deaths: readonly Death[];
  readonly restart: RestartRun;
  /** Disks of its own take root; without, nothing is said of them. */
  readonly isFullProved: boolean;
  readonly violations: readonly string[];
}

/** Of one process in a house: a supervisor waits longer from death to death, and gives a part up that dies twelve times in a row. */
const MOST_A_HOUSE = 3;

const inHouses = (all: readonly Once[]): readonly (readonly Once[])[] => {
  const byOwner = [...Map.groupBy(all, ({ owner }) => owner).values()];
  const most = Math.ceil(Math.max(...byOwner.map(of => of.length)) / MOST_A_HOUSE);
  return Array.from({ length: most }, (_, house) =>
    byOwner.flatMap(of => of.slice(house * MOST_A_HOUSE, (house + 1) * MOST_A_HOUSE)),
  );
};

const inSite = async <T>(cacheDir: string, work: (site: Site) => Promise<T>): Promise<T> => {
  const ground = await openGround({ cacheDir });
  try {
    return await work(await openSite(ground));
  } finally {
    await ground.close();
  }
};

const dieAll = async (site: Site, all: readonly Once[], say: (line: string) => void): Promise<readonly Death[]> => {
  const deaths: Death[] = [];
  for (const once of all)
    for (const cut of [true, false]) {
      const death = await die(site, once, cut);
      say(`${once.name} × ${once.owner}${cut ? '' : ', uncut'}: killed, all of it after ${death.tookMs} ms`);
      deaths.push(death);
    }
  return deaths;
};

const allOnce = (receiver: Receiver): readonly Once[] => {
  const dialplan = openDialplan();
  return [...askedOnce, ...taskOnce(receiver, name => dialplan.take(name)[0] ?? ''), ...keepingOnce, ...monthOnce];
};

export const runOnce = async (cacheDir: string, say: (line: string) => void): Promise<OnceRun> => {
  const receiver = await openReceiver();
  try {
    const deaths: Death[] = [];
    for (const all of inHouses(allOnce(receiver)))
      deaths.push(...(await inSite(cacheDir, site => dieAll(site, all, say))));
    const isFullProved = process.getuid?.() === 0;
    const { full, restart } = await inSite(cacheDir, async site => ({
      full: isFullProved ? await proveFull(site) : [],
      restart: await proveRestart(site),
    }));
    const violations = [...deaths.flatMap(death => death.violations), ...full, ...restart.violations];
    return { deaths, restart, isFullProved, violations };
  } finally {
    receiver.close();
  }
};
