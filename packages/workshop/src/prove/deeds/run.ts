import { openDialplan } from '../dialplan.ts';
import { openGround } from '../ground.ts';
import { askedDeeds } from './asked.ts';
import { type Death, type Deed, die } from './deed.ts';
import { proveFull } from './full.ts';
import { keepingDeeds, monthDeeds } from './keeping.ts';
import { proveRestart, type RestartRun } from './restart.ts';
import { openSite, type Site } from './site.ts';
import { openReceiver, type Receiver, taskDeeds } from './tasks.ts';

/** What dies over deeds that are done once, a full disk, and the database killed under all of it. */
interface DeedsRun {
  readonly deaths: readonly Death[];
  readonly restart: RestartRun;
  /** Disks of its own take root; without, nothing is said of them. */
  readonly isFullProved: boolean;
  readonly violations: readonly string[];
}

/** Of one process in a house: a supervisor waits longer from death to death, and gives a part up that dies twelve times in a row. */
const DEEDS_A_HOUSE = 3;

const inHouses = (deeds: readonly Deed[]): readonly (readonly Deed[])[] => {
  const byOwner = [...Map.groupBy(deeds, ({ owner }) => owner).values()];
  const most = Math.ceil(Math.max(...byOwner.map(of => of.length)) / DEEDS_A_HOUSE);
  return Array.from({ length: most }, (_, house) =>
    byOwner.flatMap(of => of.slice(house * DEEDS_A_HOUSE, (house + 1) * DEEDS_A_HOUSE)),
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

const dieAll = async (site: Site, deeds: readonly Deed[], say: (line: string) => void): Promise<readonly Death[]> => {
  const deaths: Death[] = [];
  for (const deed of deeds)
    for (const cut of [true, false]) {
      const death = await die(site, deed, cut);
      say(`${deed.name} × ${deed.owner}${cut ? '' : ', uncut'}: killed, all of it after ${death.tookMs} ms`);
      deaths.push(death);
    }
  return deaths;
};

const allDeeds = (receiver: Receiver): readonly Deed[] => {
  const dialplan = openDialplan();
  return [...askedDeeds, ...taskDeeds(receiver, name => dialplan.take(name)[0] ?? ''), ...keepingDeeds, ...monthDeeds];
};

export const runDeeds = async (cacheDir: string, say: (line: string) => void): Promise<DeedsRun> => {
  const receiver = await openReceiver();
  try {
    const deaths: Death[] = [];
    for (const deeds of inHouses(allDeeds(receiver)))
      deaths.push(...(await inSite(cacheDir, site => dieAll(site, deeds, say))));
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
