/**
 * What the conversation of a call may ask of the world: the merchant's webhooks, model and messages; and how a person is rung,
 * a seat of this node, or somebody at an outside number over the call's own line.
 */
import type { Trunk } from '@lianxian/telephony';
import { outsideOver } from '../rooms/attempts/index.ts';
import type { ClaimedCall } from '../rooms/dialler/index.ts';
import type { wayOver } from '../rooms/lines/index.ts';
import { numberKeyWith } from '../rooms/rules/index.ts';
import { messageIn } from '../rooms/sms/index.ts';
import type { WorldOfCall } from '../switchboard/external-requests.ts';
import type { SeatHunt } from '../switchboard/sip-options.ts';
import type { CallsContext } from './process-context.ts';
import type { MerchantSpeech, OnUsed } from './speech.ts';

/** Seats for a hand-over, of the node that has the call. */
export type HuntFor = (claim: ClaimedCall, to: { readonly type: 'seat' | 'group'; readonly id: string }) => SeatHunt;

interface WorldParts {
  readonly speech: Pick<MerchantSpeech, 'world'>;
  readonly way: ReturnType<typeof wayOver>;
  readonly onUsed: OnUsed;
  readonly huntFor: HuntFor;
}

export const worldsOf = (
  { database: { db }, log, secrets }: CallsContext,
  { speech: { world }, way, onUsed, huntFor }: WorldParts,
): ((claim: ClaimedCall) => WorldOfCall) => {
  const outside = outsideOver<ClaimedCall, Trunk>({ db, log, numberKey: numberKeyWith(secrets), wayOver: way });
  return claim => {
    const { merchantId, call: callId } = claim;
    return {
      answer: (ask, limitMs, signal) =>
        ask.type === 'sms'
          ? messageIn(db, { merchantId, callId }, ask)
          : world.answer(ask, { merchantId, callId, limitMs, signal, onUse: use => onUsed(callId, use) }),
      outside: number => outside(claim, number),
      hunt: to => huntFor(claim, { type: to.type, id: to.type === 'seat' ? to.seat : to.group }),
    };
  };
};
