import { decodeForm, type Endpoint, type OpensGraph, type Right } from '@lianxian/contract';
import type { z } from 'zod';
import type { ContextOf } from './context.ts';
import type { Front, PlanAsked } from './front.ts';
import { refuse } from './refusal.ts';

/** Input and output are the endpoint's; the context has a session where the endpoint needs a token. */
type Handler<I extends z.ZodType, O extends z.ZodType, N extends Right> = (
  input: z.output<I>,
  context: ContextOf<N>,
) => Promise<z.input<O>>;

/**
 * Binds a handler to an endpoint of the contract. The input is parsed before, the output is parsed after (a field the
 * contract does not know never leaves; a wrong one is a defect). Expected failures `throw refuse(…)`.
 */
export const bind = <I extends z.ZodType, O extends z.ZodType, N extends Right>(
  front: Front,
  endpoint: Endpoint<I, O, N>,
  handler: Handler<I, O, N>,
): void => {
  front.serve(endpoint.path, {
    right: endpoint.right,
    rateCost: endpoint.rateCost ?? 0,
    proof: endpoint.proof,
    inPreview: endpoint.inPreview ?? false,
    run: async (fields, context) => {
      const decoded = decodeForm(endpoint.input, fields);
      if (!decoded.ok) throw refuse('badInput', decoded.bad);
      if (endpoint.opensGraph && 'session' in context)
        await front.graphAsked(context, planAsked(endpoint.opensGraph, decoded.input));
      if (endpoint.rateCostMore && 'session' in context)
        front.spend(context.session, endpoint.rateCostMore(decoded.input));
      // The front hands in a session whenever the right asks for one (`passGates`).
      const answer = endpoint.output.parse(await handler(decoded.input, context as ContextOf<N>));
      if (endpoint.shows === 'phones' && 'session' in context && context.session.buttons.has('phone:unmask'))
        await front.phonesSeen(context, endpoint.path);
      return answer;
    },
  });
};

const planAsked = (opens: OpensGraph, input: unknown): PlanAsked => {
  const named = (field: string | undefined): unknown =>
    field === undefined ? undefined : (input as Readonly<Record<string, unknown>>)[field];
  const [plan, call] = [
    named('plan' in opens ? opens.plan : undefined),
    named('call' in opens ? opens.call : undefined),
  ];
  return { plan: typeof plan === 'string' ? plan : null, call: typeof call === 'string' ? call : null };
};
