import type { Endpoint, OutputOf } from '@lianxian/contract';
import type { z } from 'zod';
import { type CallOptions, Outage, post } from './wire.ts';

/**
 * Calls an endpoint of the contract table. What comes back is parsed by the endpoint's own schema: an answer that does
 * not fit is an outage of the service, not a surprise three components later.
 */
export const call = async <E extends Endpoint<z.ZodType, z.ZodType>>(
  endpoint: E,
  input: z.input<E['input']> & object,
  options: CallOptions = {},
): Promise<OutputOf<E>> => {
  const parsed = endpoint.output.safeParse(await post(endpoint.path, input, options));
  if (!parsed.success) throw new Outage(`${endpoint.path} answered in another shape`);
  return parsed.data as OutputOf<E>;
};
