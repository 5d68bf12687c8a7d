import { id as planId } from '@lianxian/contract';
import { type OpenMerchantDb, planExists } from '../../platform/db/index.ts';
import type { Session } from '../../platform/http/index.ts';
import type { PushSocket, TopicSender } from '../../platform/push/index.ts';

/** Topics of this room: `plan:<id>` (an editor) and `plans` (the list). */
const PLAN_PREFIX = 'plan:';
const PLANS_TOPIC = 'plans';

const maySee = ({ rights }: Session): boolean => rights.has('plan');

/** Who may watch plans. */
export const bindPlansPush = (push: PushSocket, merchantDb: OpenMerchantDb): void => {
  push.provide({
    prefix: PLAN_PREFIX,
    mayWatch: async (session, topic) => {
      const plan = planId.safeParse(topic.slice(PLAN_PREFIX.length));
      return plan.success && maySee(session) && (await planExists(merchantDb(session.merchantId, session), plan.data));
    },
  });
  push.provide({ prefix: PLANS_TOPIC, mayWatch: async session => maySee(session) });
};

interface Person {
  readonly employeeId: string;
  /** How they are called. */
  readonly who: string;
}

/** After the commit: a plan's draft is another one. */
export const tellDraftSaved = (
  push: TopicSender,
  merchantId: string,
  { id, rev, at, ...person }: Person & { readonly id: string; readonly rev: number; readonly at: Date },
): void => {
  const topic = `${PLAN_PREFIX}${id}`;
  push.toTopic(merchantId, topic, { type: 'planSaved', topic, rev, at: at.toISOString(), ...person });
  tellPlansChanged(push, merchantId);
};

/** After the commit: a plan more or less, another name, another version. */
export const tellPlansChanged = (push: TopicSender, merchantId: string): void =>
  push.toTopic(merchantId, PLANS_TOPIC, { type: 'plansChanged', topic: PLANS_TOPIC });

/** After the commit: a plan has a newer version. */
export const tellPublished = (
  push: TopicSender,
  merchantId: string,
  { id, version }: { readonly id: string; readonly version: number },
): void => {
  const topic = `${PLAN_PREFIX}${id}`;
  push.toTopic(merchantId, topic, { type: 'planPublished', topic, version });
};

/** A page has a plan open, or leaves it. Nothing is kept: pages tell each other. */
export const tellHere = (
  push: TopicSender,
  merchantId: string,
  { id, ...page }: Person & { readonly id: string; readonly page: string; readonly gone: boolean },
): void => {
  const topic = `${PLAN_PREFIX}${id}`;
  push.toTopic(merchantId, topic, { type: 'planHere', topic, ...page });
};
