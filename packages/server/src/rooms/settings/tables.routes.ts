import { MOST_VIEWS, tableEndpoints } from '@lianxian/contract';
import { bind, type Front, refuse } from '../../platform/http/index.ts';
import { lockViews, lookOf, removeView, saveLook, viewsOf, writeView } from './tables.store.ts';

const gone = () => refuse('notFound', { what: 'view' });

/** What a person chose for the tables of the pages; everybody has their own and sees nobody else's. */
export const bindTables = (front: Front): void => {
  bind(front, tableEndpoints.settings, async ({ table }, { db, session: { employeeId, preview } }) => {
    // A view's query may hold a number that somebody looked for: it is that person's own.
    const [look, views] = await Promise.all([
      lookOf(db, employeeId, table),
      preview === null ? viewsOf(db, employeeId, table) : [],
    ]);
    return { look, views };
  });
  bind(front, tableEndpoints.saveLook, async ({ table, look }, { db, session }) => {
    await saveLook(db, session.employeeId, table, look);
    return {};
  });
  bind(front, tableEndpoints.saveView, async ({ id = null, ...view }, { db, session: { employeeId } }) =>
    db.transaction(async tx => {
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
