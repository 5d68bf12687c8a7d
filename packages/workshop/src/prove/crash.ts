import { until } from '../../journeys/house/api.ts';
import { draftTask, startTask } from '../../journeys/house/tasks.ts';
import type { Dialplan } from './dialplan.ts';
import type { Ground } from './ground.ts';
import type { ArmedTask, Point } from './points.ts';
import { type Killed, kill, type Victim } from './victims.ts';

/** One death at one point, and what had to be hung up by then. */
export interface Crash extends Killed {
  readonly point: string;
  readonly task: ArmedTask;
  /** Numbers of the task whose arrival was acknowledged. */
  readonly numbers: readonly string[];
  /** Call-IDs of dialogs that the database kept when the calls process died. */
  readonly dialogs: readonly string[];
  /** Call-IDs of INVITEs that it kept without an answer. */
  readonly invites: readonly string[];
}

/** Short calls of every sort: two that talk, one that rings long enough, and ones that are refused. */
const sorts = ['不需要', '听一半', '拒接', '占线'] as const;

const READY_LIMIT_MS = 60_000;

/** Where, who is killed, and whether the database is cut off meanwhile. */
interface Blow {
  readonly point: Point;
  readonly victim: Victim;
  readonly cut: boolean;
}

/**
 * Makes a task, lets it run into the point, kills the victim there, lets go, and sees the victim back. What becomes of
 * the task is judged later. `cut`: the connection of the dead process is gone at once, as with its machine.
 */
export const crash = async (ground: Ground, dialplan: Dialplan, { point, victim, cut }: Blow): Promise<Crash> => {
  const numbers = dialplan.take(...sorts);
  const spare = dialplan.take('拒接', '听一半');
  const id = await draftTask(ground.api, numbers, { name: `${point.name}: ${victim}`, channels: 3 });
  const task: ArmedTask = { id, spare, batches: [] };
  const armed = await point.arm(ground, task);
  let kept: Kept = { dialogs: [], invites: [] };
  try {
    await startTask(ground.api, id);
    await armed.hit();
    const killed = await kill(ground, victim, async () => {
      if (victim === 'calls') kept = await keptOf(ground);
      await armed.release(cut);
    });
    if (victim === 'database') await answers(ground);
    const all = task.batches.length > 0 && point.name === 'in an import chunk' ? [...numbers, ...spare] : numbers;
    return { ...killed, ...kept, point: point.name, task, numbers: all };
  } catch (error) {
    await armed.release(true).catch(() => undefined);
    throw new Error(`${point.name} × ${victim}: ${String(error)}`);
  }
};

/** Until the pages answer again: what comes next is asked of them. */
const answers = async ({ house }: Ground): Promise<void> => {
  await until('an answer of the house', READY_LIMIT_MS, async () => {
    const answer = await fetch(`${house.url}/readyz`).catch(() => null);
    return answer?.ok ? true : null;
  });
};

interface Kept {
  readonly dialogs: readonly string[];
  readonly invites: readonly string[];
}

/** Calls that the database knows to be open: the row and the Call-ID. */
export const openDialogs = ({ direct }: Pick<Ground, 'direct'>) =>
  direct.rows<{ call: string; stage: string; id: string | null }>(`
    select id::text as call, stage, coalesce(dialog ->> 'callId',
      jsonb_path_query_first(dialog, '$.headers[*] ? (@.name == "call-id").value') #>> '{}') as id
    from call where stage in ('dialling', 'talking') and dialog is not null`);

/** What the database knows to be open, asked between the death and the return. */
export const keptOf = async (ground: Ground): Promise<Kept> => {
  const rows = await openDialogs(ground);
  const of = (stage: string) => rows.flatMap(row => (row.stage === stage && row.id !== null ? [row.id] : []));
  return { dialogs: of('talking'), invites: of('dialling') };
};
