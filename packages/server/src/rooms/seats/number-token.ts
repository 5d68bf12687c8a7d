import type { Secrets } from '../../platform/secrets.ts';

/**
 * What stands for a number that somebody may not see but must act on (A-33): sealed for one employee, good for a day of work,
 * and short enough to be dialled. It says nothing to anybody else.
 */
export interface NumberTokens {
  readonly of: (phone: string, who: Who, at: Date) => string;
  /** The number; null: it is no token, another's, or too old. */
  readonly read: (token: string, who: Who, at: Date) => string | null;
}

interface Who {
  readonly merchantId: string;
  readonly employeeId: string;
}

const LIVES_MS = 12 * 3_600_000;
/** No number begins so. */
const MARK = 'n.';
const contextOf = ({ merchantId, employeeId }: Who): string => `number ${merchantId} ${employeeId}`;

export const isNumberToken = (text: string): boolean => text.startsWith(MARK);

export const numberTokens = (secrets: Secrets): NumberTokens => ({
  of: (phone, who, at) => `${MARK}${secrets.seal(`${at.getTime() + LIVES_MS} ${phone}`, contextOf(who))}`,
  read: (token, who, at) => {
    if (!isNumberToken(token)) return null;
    let opened: string;
    try {
      opened = secrets.open(token.slice(MARK.length), contextOf(who));
    } catch {
      // Somebody made it up, or it is another's: the same to who asks.
      return null;
    }
    const [until = '0', phone = ''] = opened.split(' ');
    return Number(until) > at.getTime() ? phone : null;
  },
});
