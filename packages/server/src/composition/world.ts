/**
 * What the conversation of a call may ask of the world: the merchant's webhooks, model and messages; and how a person at an
 * outside number is dialled over the call's own line.
 */
import type { Trunk } from '@lianxian/telephony';
import { outsideOver } from '../rooms/attempts/index.ts';
import type { ClaimedCall } from '../rooms/dialler/index.ts';
import type { wayOver } from '../rooms/lines/index.ts';
import type { WorldOfCall } from '../switchboard/external-requests.ts';
import type { CallsContext } from './process-context.ts';
import type { MerchantSpeech, OnUsed } from './speech.ts';

export const worldsOf = (
  { database: { db }, log }: CallsContext,
  { world }: Pick<MerchantSpeech, 'world'>,
  way: ReturnType<typeof wayOver>,
  onUsed: OnUsed,
): ((claim: ClaimedCall) => WorldOfCall) => {
  const outside = outsideOver<ClaimedCall, Trunk>({ db, log, wayOver: way });
  return claim => {
    const { merchantId, call: callId } = claim;
    return {
      answer: (ask, limitMs, signal) =>
        world.answer(ask, { merchantId, callId, limitMs, signal, onUse: use => onUsed(callId, use) }),
      outside: number => outside(claim, number),
    };
  };
};
