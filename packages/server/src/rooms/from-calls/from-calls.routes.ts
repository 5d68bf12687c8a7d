import { callEndpoints, type InputOf, MOST_APPENDED, MOST_APPENDED_CALLS } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import type { FileStore } from '../../platform/files.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import { findOpenTask, importNumbers, variablesOf } from '../imports/index.ts';
import { countPeople, peopleOf, wantedBy } from '../records/index.ts';
import { copyTask } from '../tasks/index.ts';
import { sheetOf } from './sheet.policy.ts';

interface Parts {
  readonly unscopedDb: UnscopedDb;
  readonly files: FileStore;
}

/** Of numbers, names and what is known together: 400 of each person. The sheet is made while others wait. */
const MOST_CHARS = 4_000_000;

const append = async (
  { into, name, ...filter }: InputOf<typeof callEndpoints.append>,
  context: SignedInContext,
  { unscopedDb, files }: Parts,
) => {
  const { rights, buttons } = context.session;
  // What a task refuses comes as a file with whole numbers.
  if (!rights.has('callLog') || !buttons.has('phone:unmask')) throw refuse('noRight');
  const openTask = (id: string) => findOpenTask(context, { id, text: 'calls' });
  const named = name ?? (await openTask(into));
  const wanted = await wantedBy(filter, context, unscopedDb);
  const most = { calls: MOST_APPENDED_CALLS, people: MOST_APPENDED, chars: MOST_CHARS };
  const people = await peopleOf(unscopedDb, context.db, wanted, most);
  const [first] = people;
  if (first === undefined) throw refuse('sheetEmpty');
  if (first.chars > MOST_CHARS) throw refuse('callsTellMuch');
  // Made once it is known that there are people for it: whom nobody was found for has no empty task.
  const target = typeof named === 'string' ? await openTask(await copyTask({ id: into, name: named }, context)) : named;
  const variables = await variablesOf(context, target);
  const { text, columns } = sheetOf(people, new Set(variables.map(({ name }) => name)));
  const written = { text, isWritten: true, encoding: 'utf-8', columns, skipped: 0, header: true } as const;
  const order = { id: target.id, ...written, order: 'given' } as const;
  return { ...(await importNumbers(files, order, context)), people: people.length };
};

/** `call/people` and `call/append`: people of calls into a task. */
export const bindFromCalls = (front: Front, parts: Parts): void => {
  bind(front, callEndpoints.people, async (input, context) => {
    const wanted = await wantedBy(input, context, parts.unscopedDb);
    const { people, calls } = await countPeople(parts.unscopedDb, context.db, wanted, MOST_APPENDED_CALLS);
    return { people, calls, more: people > MOST_APPENDED || calls === MOST_APPENDED_CALLS };
  });
  bind(front, callEndpoints.append, (input, context) => append(input, context, parts));
};
