import { type Answer, refusals, refusalText, wire } from '@lianxian/contract';
import type { FastifyRequest } from 'fastify';
import { localeOf } from './context.ts';
import type { Refusal } from './refusal.ts';

export const succeeded = (data: unknown): Answer => ({ errorCode: 0, errorMsg: '', data });

/** In the language of who asked, with the words that the asked endpoint's fields have on its page. */
export const refused = (refusal: Refusal, request: FastifyRequest): Answer => ({
  errorCode: refusals[refusal.key].code,
  errorMsg: refusalText(refusal, localeOf(request), request.routeOptions.url?.slice(wire.prefix.length)),
  data: null,
});
