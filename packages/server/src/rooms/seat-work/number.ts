import { normalisePhone } from '@lianxian/core';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import { isNumberToken, type NumberTokens } from '../seats/index.ts';

/** A number as somebody types it, or the token that stands for it. */
export const numberOf = (dialled: string, { session, at }: SignedInContext, tokens: NumberTokens): string => {
  if (isNumberToken(dialled)) {
    const phone = tokens.read(dialled, session, at);
    if (phone === null) throw refuse('notFound', { what: 'number' });
    return phone;
  }
  const normal = normalisePhone(dialled);
  if (!normal.ok) throw refuse('badInput', { field: 'phone', fault: 'phone' });
  return normal.phone;
};
