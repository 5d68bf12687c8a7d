import type { InputOf, whatIfEndpoints } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { refuse } from '../../platform/http/index.ts';
import { portsWished, type TaskPort } from '../pacing/index.ts';
import type { ListRead } from '../task-board/index.ts';

/** Settings that somebody tries out in place of a task's own. */
type Settings = Omit<InputOf<typeof whatIfEndpoints.look>, 'taskId' | 'from'>;

/** The list with these settings. */
export const withSettings = ({ task, ...list }: ListRead, { concurrency, windows, retries }: Settings): ListRead => ({
  ...list,
  task: {
    ...task,
    ...(concurrency !== undefined && { concurrency }),
    ...(retries !== undefined && { retries: retries as ListRead['task']['retries'] }),
    ...(windows !== undefined && { own: { ...task.own, calendar: { ...task.own.calendar, week: windows } } }),
  },
});

/** Ports that somebody wished: they are the merchant's, and there. Null: the task's own. */
export const wishedPorts = async (
  db: UnscopedDb,
  merchantId: string,
  { ports }: Settings,
): Promise<readonly TaskPort[] | null> => {
  if (ports === undefined) return null;
  const found = await portsWished(db, merchantId, ports);
  if (ports.some(({ portId }) => !found.some(({ id, removed }) => id === portId && !removed)))
    throw refuse('notFound', { what: 'port' });
  return found;
};
