import { MOST_VIEWS, tableEndpoints } from '@lianxian/contract';
import { bind, type Front, refuse } from '../../platform/http/index.ts';
import { lockViews, lookOf, removeView, saveLook, viewsOf, viewsShared, writeView } from './tables.store.ts';

const gone = () => refuse('notFound', { what: 'view' });

/** Figures of a number that its writer looked for: who gets the view may not see numbers. */
const holdsNumber = (query: string): boolean => {
  const asked = new URLSearchParams(query);
  return asked.has('phone') || /\d{4,}/.test(asked.get('q') ?? '');
};

/** What a person chose for the tables of the pages; everybody has their own and sees nobody else's. */
export const bindTables = (front: Front): void => {
  bind(front, tableEndpoints.settings, async ({ table }, { db, session: { employeeId, departmentPath, preview } }) => {
    // A view's query may hold a number that somebody looked for: it is that person's own.
    const isOwn = preview === null;
    const [look, own, shared] = await Promise.all([
      lookOf(db, employeeId, table),
      isOwn ? viewsOf(db, employeeId, table) : [],
      isOwn ? viewsShared(db, { employeeId, departmentPath }, table) : [],
    ]);
    const others = shared.map(view => ({ ...view, isDefault: false, isShared: true }));
    return { look, views: [...own.map(view => ({ ...view, by: '' })), ...others] };
  });
  bind(front, tableEndpoints.saveLook, async ({ table, look }, { db, session }) => {
    await saveLook(db, session.employeeId, table, look);
    return {};
  });
  bind(front, tableEndpoints.saveView, async ({ id = null, ...view }, { db, session: { employeeId } }) =>
    db.transaction(async tx => {
      if (view.isShared && holdsNumber(view.query)) throw refuse('viewHoldsNumber');
      await lockViews(tx, employeeId);
      const others = (await viewsOf(tx, employeeId, view.table)).filter(each => each.id !== id);
      if (others.some(each => each.name === view.name)) throw refuse('nameTaken', { name: view.name });
      if (others.length >= MOST_VIEWS) throw refuse('peopleListFull', { limit: MOST_VIEWS });
      const saved = await writeView(tx, employeeId, id, view);
      if (saved === null) throw gone();
      return { id: saved };
    }),
  );
  bind(front, tableEndpoints.removeView, async ({ id }, { db, session }) => {
    if (!(await removeView(db, session.employeeId, id))) throw gone();
    return {};
  });
};
