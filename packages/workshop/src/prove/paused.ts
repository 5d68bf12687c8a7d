import { randomBytes } from 'node:crypto';
import { type House, startHouse } from '../../journeys/house/house.ts';
import { familyOf } from '../../journeys/house/processes.ts';
import { draftTask, startTask } from '../../journeys/house/tasks.ts';
import { openDialplan } from './dialplan.ts';
import { comes } from './gates.ts';
import { type Ground, openGround } from './ground.ts';
import { type Judgement, judge } from './judge.ts';
import { openSharedDatabase } from './shared.ts';

/**
 * Two nodes over one database; one stands still in the middle of its talks, as a machine that is moved, long enough to be
 * taken for dead. The other one settles its talks as interrupted and goes on with the task; when the first goes on, what it
 * tells is how they ended.
 */
interface PausedRun extends Judgement {
  /** Talks that the first node held when it stood still. */
  readonly held: number;
  /** Of them, settled by the other one meanwhile. */
  readonly takenForDead: number;
  readonly pausedMs: number;
  readonly seconds: number;
}

const NUMBERS = 60;
const CHANNELS = 12;
const ENOUGH = 3;
const DEAD_LIMIT_MS = 90_000;
const TASK_LIMIT_MS = 300_000;
const FILED_LIMIT_MS = 60_000;
const nodePorts = ['33000-33399', '33400-33799'] as const;

const tellAll = async ({ supervisorPid }: House, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> => {
  for (const pid of await familyOf(supervisorPid)) process.kill(pid, signal);
};

interface TalkRow {
  readonly id: string;
  readonly owner: string;
}
const talksOf = ({ direct }: Ground): Promise<TalkRow[]> =>
  direct.rows<TalkRow>(`select id::text, owner from call where stage = 'talking' and owner is not null`);

const judgeHeld = async (ground: Ground, ids: readonly string[]): Promise<readonly string[]> => {
  const ended = () =>
    ground.direct.rows<{ id: string; state: string; sounds: number }>(
      `select id::text, state, (select count(*)::int from call_recording r where r.call_id = call.id) as sounds
       from call where id = any($1::bigint[])`,
      [ids],
    );
  await comes(
    'the true endings',
    async () => ((await ended()).every(({ state, sounds }) => state === 'answered' && sounds === 1) ? true : null),
    FILED_LIMIT_MS,
  ).catch(() => undefined);
  return (await ended())
    .filter(({ state, sounds }) => state !== 'answered' || sounds !== 1)
    .map(({ id, state, sounds }) => `talk ${id} of the paused node ended as ${state} with ${sounds} recordings`);
};

/** Stands still until the other node has settled what it held. */
const pause = async (ground: Ground, node: string) => {
  await tellAll(ground.house, 'SIGSTOP');
  const since = performance.now();
  const held = (await talksOf(ground)).filter(({ owner }) => owner === node).map(({ id }) => id);
  const settled = () =>
    ground.direct.rows<{ id: string }>(
      `select id::text from call where id = any($1::bigint[]) and stage = 'ended' and state = 'interrupted'`,
      [held],
    );
  try {
    await comes(
      'the other node to settle the talks',
      async () => ((await settled()).length === held.length ? true : null),
      DEAD_LIMIT_MS,
    ).catch(() => undefined);
    return { held, takenForDead: (await settled()).length, pausedMs: performance.now() - since };
  } finally {
    await tellAll(ground.house, 'SIGCONT');
  }
};

export const runPaused = async (cacheDir: string): Promise<PausedRun> => {
  const since = performance.now();
  const database = await openSharedDatabase();
  const settings = { DATABASE_URL: database.url, SECRET_KEY: randomBytes(32).toString('hex') };
  const ground = await openGround({
    cacheDir,
    settings: { ...settings, RTP_PORTS: nodePorts[0] },
    sharedDatabase: database.url,
  });
  let other: House | null = null;
  try {
    const [first] = await ground.direct.rows<{ id: string }>('select id from calls_node');
    if (first === undefined) throw new Error('the first node does not show itself');
    other = await startHouse({ ...settings, RTP_PORTS: nodePorts[1], PRACTICE: `${ground.relay.port}` });
    const numbers = openDialplan().take(
      ...Array.from({ length: NUMBERS }, (_, n) => (n % 2 === 0 ? '不需要' : '听一半')),
    );
    const id = await draftTask(ground.api, numbers, { name: 'pause', channels: CHANNELS });
    await startTask(ground.api, id);
    await comes(
      'talks of the first node',
      async () => ((await talksOf(ground)).filter(({ owner }) => owner === first.id).length >= ENOUGH ? true : null),
      60_000,
    );
    const { held, takenForDead, pausedMs } = await pause(ground, first.id);
    const heldWrong = await judgeHeld(ground, held);
    const judgement = await judge(ground, [id], [], TASK_LIMIT_MS);
    const violations = [
      ...judgement.violations,
      ...heldWrong,
      ...(takenForDead < held.length
        ? [`${held.length - takenForDead} talks of the paused node were not settled`]
        : []),
    ];
    return {
      ...judgement,
      violations,
      held: held.length,
      takenForDead,
      pausedMs,
      seconds: (performance.now() - since) / 1_000,
    };
  } finally {
    await other?.stop();
    await ground.close();
    await database.close();
  }
};
