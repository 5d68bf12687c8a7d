import { type Noun, nodeRouterEndpoints, planLimits, planNodeEndpoints } from '@lianxian/contract';
import type { Plan } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import { tellSaved } from './drafts.routes.ts';
import { changeDraft, draftOf } from './drafts.store.ts';
import { countNodes } from './graph-check.ts';
import { led, meaningOf, nodeRows, routerRows, withNode, withoutNode, withRouters } from './nodes.view.ts';

const gone = (what: Noun) => refuse('notFound', { what });

const readDraft = async (db: MerchantDb, planId: string) => {
  const draft = await draftOf(db, planId);
  if (draft === undefined) throw gone('plan');
  return draft;
};

/** Nodes and ways of a draft, one at a time: for other programs; the editor saves whole drafts. */
export const bindNodes = (front: Front, push: PushSender): void => {
  const changed = async (planId: string, context: SignedInContext, change: (plan: Plan) => Plan) => {
    const by = { employeeId: context.session.employeeId, at: context.at };
    const rev = await changeDraft(context, { id: planId, change, by });
    await tellSaved(push, context, { id: planId, rev });
    return { rev };
  };

  bind(front, planNodeEndpoints.list, async ({ planId }, { db }) => {
    const { rev, graph } = await readDraft(db, planId);
    return { rev, list: nodeRows(planId, graph) };
  });

  bind(front, planNodeEndpoints.save, ({ planId, flowId, node }, context) =>
    changed(planId, context, plan => {
      if (!plan.flows.some(({ id }) => id === flowId)) throw gone('flow');
      const after = withNode(plan, flowId, node);
      if (countNodes(after) > planLimits.nodes)
        throw refuse('graphTooLarge', { nodes: planLimits.nodes, limit: planLimits.graphBytes / 1_048_576 });
      return after;
    }),
  );

  bind(front, planNodeEndpoints.remove, ({ planId, nodeId }, context) =>
    changed(planId, context, plan => {
      const after = withoutNode(plan, nodeId);
      if (countNodes(after) === countNodes(plan)) throw gone('node');
      return after;
    }),
  );

  bind(front, nodeRouterEndpoints.list, async ({ planId, fromNode }, { db }) => {
    const { rev, graph } = await readDraft(db, planId);
    return { rev, list: routerRows(planId, graph, fromNode) };
  });

  const lead = (planId: string, fromNode: string, branch: string, to: string | null, context: SignedInContext) =>
    changed(planId, context, plan => {
      const on = meaningOf(branch);
      if (on === null) throw gone('exit');
      const after = withRouters(plan, fromNode, routers => led(routers, on, to));
      if (after === null) throw gone('node');
      return after;
    });

  bind(front, nodeRouterEndpoints.save, ({ planId, fromNode, branch, toNode }, context) =>
    lead(planId, fromNode, branch, toNode, context),
  );
  bind(front, nodeRouterEndpoints.remove, ({ planId, fromNode, branch }, context) =>
    lead(planId, fromNode, branch, null, context),
  );
};
