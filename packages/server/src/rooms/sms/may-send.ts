import { homeOf, isPracticeNumber, type MayNot, openMayCall } from '@lianxian/core';
import { merchantDb, type UnscopedDb } from '../../platform/db/index.ts';
import { momentIn } from '../../platform/local-time.ts';
import { callingRulesOf, inForce } from '../rules/index.ts';
import { type AskedNumber, type StandingOf, standingsOf, zoneNow } from './may-send.store.ts';
import { settingsOf } from './settings.store.ts';

/**
 * May a number be written to? The question that is asked of calls (core's `openMayCall`), with the same lists, hours and consents;
 * caps are those of messages, and count messages.
 */
type MaySend = (asked: AskedNumber) => MayNot | null;

const keyOf = ({ phone, task }: AskedNumber): string => `${phone} ${task}`;

/** Of all these at once; null: the merchant sends nothing, for it is switched off. */
export const maySend = async (
  db: UnscopedDb,
  merchantId: string,
  asked: readonly AskedNumber[],
): Promise<MaySend | null> => {
  const { zone, now, active } = await zoneNow(db, merchantId);
  if (!active) return null;
  const { perDay, per30Days } = await settingsOf(merchantDb(db, merchantId));
  const held = inForce(await callingRulesOf(db, merchantId), null);
  const none = { perDay: null, per7Days: null, per30Days: null, minutesBetween: 0 };
  const rules = {
    ...held,
    platform: { ...held.platform, rules: { ...held.platform.rules, caps: none } },
    merchant: { ...held.merchant, rules: { ...held.merchant.rules, caps: { ...none, perDay, per30Days } } },
  };
  const mayCall = openMayCall(rules, momentIn(zone, now));
  const people = asked.filter(({ phone }) => !isPracticeNumber(phone));
  const standings = new Map<string, StandingOf>();
  for (const one of await standingsOf(db, merchantId, people)) standings.set(keyOf(one), one);
  return one => {
    const found = standings.get(keyOf(one));
    if (found === undefined) return null;
    const { phone, list, isWhite, hasConsent, province, messages } = found;
    const calls = { own: messages, all: null };
    return mayCall({ phone, lane: null, list, home: homeOf(phone, province), isWhite, hasConsent, calls });
  };
};
