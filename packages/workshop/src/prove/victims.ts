import { childrenOf, findBelow, hasListener } from '../../journeys/house/processes.ts';
import { comes } from './gates.ts';
import type { Ground } from './ground.ts';

/** Who is killed while calls live, and what runs again afterwards. */
export const victims = ['calls', 'worker', 'jobs', 'database'] as const;
export type Victim = (typeof victims)[number] | 'web';

const roleOf = { calls: '--role calls', jobs: '--role jobs', web: '--role web' } as const;
const WORKER = 'media-worker/main.ts';
const BACK_LIMIT_MS = 60_000;

export interface Killed {
  readonly victim: Victim;
  readonly killedAt: number;
  /** The system shows its successor. */
  readonly backAt: number;
  /** It is loaded, however long a busy machine takes for that: of calls, it listens for SIP. */
  readonly openAt: number;
}

type Killing = Pick<Ground, 'house' | 'direct'>;

const pidOf = async ({ house, direct }: Killing, victim: Victim): Promise<number | null> => {
  if (victim === 'database') return direct.postmaster().catch(() => null);
  if (victim !== 'worker') return findBelow(house.supervisorPid, roleOf[victim]);
  const calls = await findBelow(house.supervisorPid, roleOf.calls);
  return calls === null ? null : findBelow(calls, WORKER);
};

/** `kill -9`; `atOnce` is done between the kill and the return of the successor. */
export const kill = async (ground: Killing, victim: Victim, atOnce: () => Promise<void>): Promise<Killed> => {
  const pid = await comes(`a process of ${victim}`, () => pidOf(ground, victim), BACK_LIMIT_MS);
  process.kill(pid, 'SIGKILL');
  const killedAt = Date.now();
  await atOnce();
  await comes(
    `a new process of ${victim}`,
    async () => {
      const next = await pidOf(ground, victim);
      return next !== null && next !== pid && (await isAlive(next)) ? next : null;
    },
    BACK_LIMIT_MS,
  );
  const backAt = Date.now();
  const { sipPort } = ground.house;
  if (victim === 'calls')
    await comes('its SIP port', async () => ((await hasListener(sipPort)) ? true : null), BACK_LIMIT_MS);
  return { victim, killedAt, backAt, openAt: Date.now() };
};

const isAlive = async (pid: number): Promise<boolean> => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return (await childrenOf(pid)).length > 0;
  }
};
