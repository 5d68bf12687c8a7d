import type { OpenMerchantDb } from '../../platform/db/index.ts';
import type { Front } from '../../platform/http/index.ts';
import type { PushSender, PushSocket } from '../../platform/push/index.ts';
import type { SpaceFor } from '../../platform/space.ts';
import { bindDrafts, type PlanFrom } from './drafts.routes.ts';
import { bindNodes } from './nodes.routes.ts';
import { bindPlansPush } from './plans.push.ts';
import { bindPlanLists } from './plans.routes.ts';

interface PlansParts {
  readonly push: PushSender;
  readonly socket: PushSocket;
  readonly merchantDb: OpenMerchantDb;
  readonly planFrom: PlanFrom;
  readonly spaceFor: SpaceFor;
}

/** Plans and their drafts, on the wire and on the push socket. */
export const bindPlans = (front: Front, { push, socket, merchantDb, planFrom, spaceFor }: PlansParts): void => {
  bindPlanLists(front);
  bindDrafts(front, push, { planFrom, spaceFor });
  bindNodes(front, push);
  bindPlansPush(socket, merchantDb);
};
