import { type Answer, refusalFields, refusals, refusalText, wire } from '@lianxian/contract';
import type { FastifyRequest } from 'fastify';
import { localeOf } from './context.ts';
import type { Refusal } from './refusal.ts';

export const succeeded = (data: unknown): Answer => ({ errorCode: 0, errorMsg: '', data });

/** Which field of the form it is about, by its name on the wire; '' for none. */
const fieldOf = ({ key, values }: Refusal): string =>
  key === 'badInput' || key === 'guideUnanswered' ? String(values.field ?? '') : (refusalFields[key] ?? '');

/** In the language of who asked, with the words that the asked endpoint's fields have on its page. */
export const refused = (refusal: Refusal, request: FastifyRequest): Answer => {
  const field = fieldOf(refusal);
  return {
    errorCode: refusals[refusal.key].code,
    errorMsg: refusalText(refusal, localeOf(request), request.routeOptions.url?.slice(wire.prefix.length)),
    data: null,
    ...(field !== '' && { field }),
  };
};
