import { closedPlanEndpoints, type InputOf, type OutputOf, planLimits } from '@lianxian/contract';
import { adjusted, adjustmentsOf, type PlanVoice } from '@lianxian/core';
import type { MerchantDb } from '../../platform/db/index.ts';
import { bind, type Front, refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { PushSender } from '../../platform/push/index.ts';
import type { SpaceFor } from '../../platform/space.ts';
import { auditBy, recordAudit } from '../audit/index.ts';
import { licenceOf, tellPlansChanged, tellPublished } from '../plans/index.ts';
import { publishChanged, readDraft } from './publish.ts';

type Endpoints = typeof closedPlanEndpoints;

/** Only of a closed plan: another is changed in its editor, where one sees what else is not published yet. */
const readClosed = async (db: MerchantDb, id: string) => {
  const draft = await readDraft(db, id);
  if ((await licenceOf(db, id)) !== 'closed') throw refuse('planNotClosed');
  return draft;
};

const adjustable = async (
  { id }: { readonly id: string },
  db: MerchantDb,
): Promise<OutputOf<Endpoints['adjustable']>> => {
  const { name, rev, version, graph } = await readClosed(db, id);
  const { opening, voice } = adjustmentsOf(graph);
  return {
    ...{ id, name, rev, version },
    opening: opening === null ? null : [...opening],
    variables: graph.variables.map(({ name, label, fallback }) => ({ name, label, fallback })),
    ...{ service: voice?.by?.service ?? '', speaker: voice?.by?.speaker ?? '', speed: voice?.speed ?? 1 },
  };
};

/** Its voice by what was chosen; what it says from recordings stays so. */
const voiceOf = (
  was: PlanVoice | null,
  { service, speaker, speed }: Pick<InputOf<Endpoints['adjust']>, 'service' | 'speaker' | 'speed'>,
): PlanVoice => {
  const { by: _, speed: __, ...kept } = was ?? ({ source: 'synthesised' } as const);
  return { ...kept, ...(service !== '' && { by: { service, speaker } }), ...(speed !== 1 && { speed }) };
};

const adjust = async (input: InputOf<Endpoints['adjust']>, context: SignedInContext) => {
  const { id, rev, opening, fallbacks, override } = input;
  const { name, graph } = await readClosed(context.db, id);
  const was = adjustmentsOf(graph);
  const graphNow = adjusted(graph, {
    // What is silent at first stays so.
    opening: was.opening === null || opening.length === 0 ? was.opening : opening,
    fallbacks: Object.fromEntries(fallbacks.map(one => [one.name, one.fallback])),
    voice: voiceOf(was.voice, input),
  });
  return await publishChanged({ id, rev, graph: graphNow, note: '', override }, context, (tx, version) =>
    recordAudit(tx, { action: 'plan.adjust', target: id, name, after: { version } }, auditBy(context)),
  );
};

/** Of closed plans: what may be set of them (decision 131). */
export const bindAdjusting = (front: Front, push: PushSender, spaceFor: SpaceFor): void => {
  bind(front, closedPlanEndpoints.adjustable, (input, { db }) => adjustable(input, db));
  bind(front, closedPlanEndpoints.adjust, async (input, context) => {
    const { version, isNew } = await spaceFor(context.db, planLimits.graphBytes, () => adjust(input, context));
    if (isNew) {
      tellPublished(push, context.db.merchantId, { id: input.id, version });
      tellPlansChanged(push, context.db.merchantId);
    }
    return { version };
  });
};
