import { normalisePhone } from '@lianxian/core';
import { refuse, type SignedInContext } from '../../platform/http/index.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { phoneOfKey } from '../blacklist/index.ts';
import { isNumberToken, type NumberTokens } from '../seats/index.ts';

/** A number as somebody types it, or what stands for one that he may not see; null: it stands for none. */
const whole = (given: string, { session, at }: SignedInContext, tokens: NumberTokens): string | null =>
  isNumberToken(given) ? tokens.read(given, session, at) : given;

export const numberGiven = (given: string, context: SignedInContext, tokens: NumberTokens): string => {
  const phone = whole(given, context, tokens);
  if (phone === null) throw refuse('notFound', { what: 'number' });
  const normal = normalisePhone(phone);
  if (normal.ok) return normal.phone;
  throw normal.because === 'empty'
    ? refuse('customerPhoneMissing')
    : refuse('badInput', { field: 'phone', fault: 'phone' });
};

/** A further one: a number, a token, or the key of one that is there. */
export const furtherGiven = (
  given: string,
  context: SignedInContext,
  { tokens, secrets }: { readonly tokens: NumberTokens; readonly secrets: Secrets },
): string => {
  const isKey = !isNumberToken(given) && !normalisePhone(given).ok;
  const kept = isKey ? phoneOfKey(secrets, context.session.merchantId, given) : given;
  if (kept === null) throw refuse('badInput', { field: 'further', fault: 'phone' });
  const phone = whole(kept, context, tokens);
  const normal = phone === null ? null : normalisePhone(phone);
  if (normal === null || !normal.ok) throw refuse('badInput', { field: 'further', fault: 'phone' });
  return normal.phone;
};
