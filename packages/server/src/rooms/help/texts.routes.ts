import { type InputOf, textEndpoints, updateLogEndpoints } from '@lianxian/contract';
import type { UnscopedDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import {
  countUpdates,
  deleteUpdate,
  findUpdate,
  latestText,
  listTexts,
  listUpdates,
  publishText,
  saveUpdate,
  updateGoes,
} from './texts.store.ts';
import { writing } from './writing.ts';

const listEntries = async (input: InputOf<typeof updateLogEndpoints.list>, db: UnscopedDb) => {
  const [rows, total] = await Promise.all([listUpdates(db, input.after ?? null, input.limit), countUpdates(db)]);
  const list = rows.slice(0, input.limit);
  return { list, total, after: rows.length > input.limit ? (list.at(-1)?.version ?? null) : null };
};

const saveEntry = (input: InputOf<typeof updateLogEndpoints.save>, context: SignedInContext, unscopedDb: UnscopedDb) =>
  writing(unscopedDb, context, async (tx, audit) => {
    const { id = null, ...entry } = input;
    const before = id === null ? undefined : await findUpdate(tx, id);
    if (id !== null && before === undefined) throw refuse('notFound', { what: 'updateEntry' });
    const saved = await saveUpdate(tx, id, entry);
    if (saved === null) throw refuse('updateTaken', { version: entry.version });
    await audit({ action: 'update.save', target: saved, name: entry.title, before, after: entry });
    return { id: saved };
  });

const removeEntry = (id: string, context: SignedInContext, unscopedDb: UnscopedDb) =>
  writing(unscopedDb, context, async (tx, audit, keep) => {
    const before = await findUpdate(tx, id);
    if (before === undefined) throw refuse('notFound', { what: 'updateEntry' });
    const removed = { kind: 'update', target: id, name: before.title } as const;
    const undo = await keep(removed, updateGoes(id));
    if (!(await deleteUpdate(tx, id))) throw refuse('notFound', { what: 'updateEntry' });
    await audit({ action: 'update.remove', target: id, name: before.title, before });
    return { undo };
  });

const saveText = (input: InputOf<typeof textEndpoints.save>, context: SignedInContext, unscopedDb: UnscopedDb) =>
  writing(unscopedDb, context, async (tx, audit) => {
    if ((await latestText(tx, input.kind))?.content === input.content) throw refuse('textSame');
    const version = await publishText(tx, input, { employeeId: context.session.employeeId, at: context.at });
    await audit({ action: 'text.save', target: input.kind, name: input.kind, after: { version } });
    return { version };
  });

/** The update log; agreement and business commitment with their versions. */
export const bindTexts = (front: Front, unscopedDb: UnscopedDb): void => {
  bind(front, updateLogEndpoints.list, input => listEntries(input, unscopedDb));
  bind(front, updateLogEndpoints.save, (input, context) => saveEntry(input, context, unscopedDb));
  bind(front, updateLogEndpoints.remove, ({ id }, context) => removeEntry(id, context, unscopedDb));
  bind(front, textEndpoints.commitment, async () => {
    const text = await latestText(unscopedDb, 'commitment');
    return {
      version: text?.version ?? 0,
      content: text?.content ?? '',
      publishedAt: text?.publishedAt.toISOString() ?? null,
    };
  });
  bind(front, textEndpoints.list, async ({ kind }) => {
    const list = (await listTexts(unscopedDb, kind)).map(row => ({
      ...row,
      publishedAt: row.publishedAt.toISOString(),
    }));
    return { list, total: list.length };
  });
  bind(front, textEndpoints.save, (input, context) => saveText(input, context, unscopedDb));
};
