/**
 * What the conversation of a call may ask of the world: the merchant's webhooks, model and messages; and how a person at an
 * outside number is dialled over the call's own line.
 */
import { isPracticeNumber, neverDialled, normalisePhone, type Verdict } from '@lianxian/core';
import type { Trunk } from '@lianxian/telephony';
import type { CallsGround } from './house.ground.ts';
import type { MerchantSpeech } from './house.speech.ts';
import { dropLeg, takeSecondLeg } from './rooms/attempts/index.ts';
import { blacklisted } from './rooms/blacklist/index.ts';
import type { ClaimedCall } from './rooms/dialler/index.ts';
import type { OutsideWay, WorldOfCall } from './switchboard/asks.ts';

type WayOver = (
  claim: ClaimedCall,
  phone: string,
) => Promise<{ readonly trunk: Trunk; readonly phone: string } | { readonly verdict: Verdict }>;

export const worldsOf = (
  { database: { db }, log }: CallsGround,
  { world }: Pick<MerchantSpeech, 'world'>,
  wayOver: WayOver,
): ((claim: ClaimedCall) => WorldOfCall) => {
  /** The rules of any number that is dialled hold for a person, too; nobody's answer gets around them. */
  const mayDial = async ({ merchantId, practice }: ClaimedCall, phone: string): Promise<boolean> => {
    if (neverDialled(phone) !== null || isPracticeNumber(phone) !== practice) return false;
    return (await blacklisted(db, merchantId, [phone])).size === 0;
  };

  const outside = async (claim: ClaimedCall, number: string): Promise<OutsideWay> => {
    const known = normalisePhone(number);
    if (!known.ok || !(await mayDial(claim, known.phone))) return { because: 'notAllowed' };
    const way = await wayOver(claim, known.phone);
    if ('verdict' in way) return { because: way.verdict.because };
    const { trunk, phone } = way;
    const { callerNumber } = claim;
    const full = await takeSecondLeg(db, { ...claim, phone, callerNumber });
    if (full !== null) return { because: full };
    const giveBack = (): void =>
      void dropLeg(db, claim).catch((error: unknown) =>
        log.warn({ err: error, call: claim.call }, 'a call keeps the channel of a second leg until it ends'),
      );
    return { trunk, phone, callerNumber, giveBack };
  };

  return claim => {
    const { merchantId, call: callId } = claim;
    return {
      answer: (ask, limitMs, signal) => world.answer(ask, { merchantId, callId, limitMs, signal }),
      outside: number => outside(claim, number),
    };
  };
};
