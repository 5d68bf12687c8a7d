import { draftGraphOf, planEndpoints, planLimits } from '@lianxian/contract';
import { planExists } from '../../platform/db/index.ts';
import { bind, type Front, pageOf, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import type { SpaceFor } from '../../platform/space.ts';
import { tellPlansChanged, tellPublished, tellSaved } from '../plans/index.ts';
import { frozen, gatesOf } from './gates.ts';
import { type Published, publishDraft, readDraft, readVersion, restoreVersion, rollBack } from './publish.ts';
import { countVersions, listVersions, type VersionRow } from './versions.store.ts';

const rowOf = (row: VersionRow) => ({
  version: row.version,
  nodes: row.nodes,
  publishedAt: row.publishedAt.toISOString(),
  publishedBy: row.who ?? '',
  note: row.note,
  overridden: row.overridden,
  tests: row.tests,
  runningTasks: row.running,
});

/** Versions: listed, read, made of a draft, made the draft again, made the newest again. */
export const bindVersions = (front: Front, push: PushSender, spaceFor: SpaceFor): void => {
  // A plan has some hundred versions at most: the cursor of a page is its number.
  bind(front, planEndpoints.versions, async ({ id, ...page }, { db }) => {
    if (!(await planExists(db, id))) throw refuse('notFound', { what: 'plan' });
    const number = /^[1-9]\d{0,4}$/.test(page.after ?? '') ? Number(page.after) : page.page;
    const { offset, limit } = pageOf({ limit: page.limit, page: number });
    const [rows, total] = await Promise.all([listVersions(db, id, { offset, limit }), countVersions(db, id)]);
    return { list: rows.map(rowOf), total, after: offset + limit < total ? String(number + 1) : null };
  });

  bind(front, planEndpoints.version, async ({ id, version }, { db }) => {
    const found = await readVersion(db, id, version);
    return { ...rowOf(found), graph: draftGraphOf(found.graph) };
  });

  bind(front, planEndpoints.check, async ({ id }, context) => {
    const { db } = context;
    const { rev, graph } = await readDraft(db, id);
    return { ...(await gatesOf(context, id, await frozen(db, id, graph))), rev };
  });

  const told = ({ version, isNew }: Published, id: string, { db }: SignedInContext) => {
    if (isNew) {
      tellPublished(push, db.merchantId, { id, version });
      tellPlansChanged(push, db.merchantId);
    }
    return { version };
  };
  bind(front, planEndpoints.publish, async (input, context) =>
    told(await spaceFor(context.db, planLimits.graphBytes, () => publishDraft(input, context)), input.id, context),
  );
  bind(front, planEndpoints.rollBack, async (input, context) =>
    told(await spaceFor(context.db, planLimits.graphBytes, () => rollBack(input, context)), input.id, context),
  );

  bind(front, planEndpoints.restore, async (input, context) => {
    const rev = await restoreVersion(input, context);
    await tellSaved(push, context, { id: input.id, rev });
    return { rev };
  });
};
