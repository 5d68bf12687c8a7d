import type { InputOf, taskEndpoints } from '@lianxian/contract';
import type { FileStore } from '../../platform/files.ts';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { later } from '../../platform/time.ts';
import { keepUpload, UNUSED_SHEET_MS } from '../files/index.ts';
import { variablesOfVersion } from '../plans/index.ts';
import { findTarget } from './import.store.ts';

/** Where numbers come from, and the task they are for. */
type Source = Pick<InputOf<typeof taskEndpoints.preview>, 'id' | 'fileId' | 'text'>;
type Target = NonNullable<Awaited<ReturnType<typeof findTarget>>>;

/** The task, when it is there, and there is exactly one of a file and a text for it. */
export const findTask = async ({ db }: SignedInContext, { id, fileId, text }: Source): Promise<Target> => {
  const task = await findTarget(db, id);
  if (task === undefined) throw refuse('notFound', { what: 'task' });
  const isOne = (fileId === undefined) !== (text === undefined || text.trim() === '');
  if (!isOne) throw refuse('badInput', { field: 'fileId', fault: 'missing' });
  return task;
};

/** The same of a task that takes numbers. @throws notFound, taskOver */
export const findOpenTask = async (context: SignedInContext, source: Source): Promise<Target> => {
  const task = await findTask(context, source);
  if (task.state === 'stopped') throw refuse('taskOver');
  return task;
};

/** All of the plan: a list may know what the robot would ask, and the plan's conditions look whether it is known. */
export const variablesOf = ({ db }: SignedInContext, { planId, planVersion }: Target) =>
  variablesOfVersion(db, planId, planVersion);

/** Where an uploaded sheet of one's own lies. Who looks at it means to use it, so it is kept a while longer. */
export const placeOfUpload = async (
  files: FileStore,
  fileId: string,
  { db, session, at }: SignedInContext,
): Promise<string> => {
  const file = await keepUpload(db, fileId, session.employeeId, later(at, UNUSED_SHEET_MS));
  if (file === undefined) throw refuse('notFound', { what: 'file' });
  if ((await files.find(file.path)) === null) throw refuse('uploadGone');
  return files.pathOf(file.path);
};
