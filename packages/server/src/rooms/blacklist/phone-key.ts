import type { Secrets } from '../../platform/secrets.ts';

/**
 * How a row whose number is masked is named by who may not see it: the number, sealed for its merchant. Whoever
 * sees numbers gets the number itself.
 */
const contextOf = (merchantId: string): string => `phone ${merchantId}`;

export const phoneKeyOf = (secrets: Secrets, merchantId: string, phone: string, isSeen: boolean): string =>
  isSeen ? phone : secrets.seal(phone, contextOf(merchantId));

/** The number behind a key; null when it was changed, or is another merchant's. */
export const phoneOfKey = (secrets: Secrets, merchantId: string, key: string): string | null => {
  if (/^\d{1,20}$/.test(key)) return key;
  try {
    return secrets.open(key, contextOf(merchantId));
  } catch {
    // Whatever is wrong with it, it names nothing.
    return null;
  }
};
