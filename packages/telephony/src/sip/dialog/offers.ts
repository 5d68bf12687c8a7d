import { ignored, impossible, moved, type Step } from '@lianxian/core/kit';

/**
 * Whose turn it is in offer and answer (RFC 3264 §4, RFC 3311 §5.2, RFC 3261 §14): one offer at a time in a dialog,
 * whichever message carried it.
 *
 *     open ──we offer──▶ ours ──they answer or refuse──▶ open
 *       └──they offer──▶ theirs ──we answer or refuse──▶ open
 *
 * Their offer that meets ours is glare: 491, and both try again after a random while. One that comes before we have
 * answered their last is too early: 500 with Retry-After. What we offer out of turn is a defect of ours.
 */
export type Offers = 'open' | 'ours' | 'theirs';

export type OfferEvent = 'weOffer' | 'weAnswer' | 'weRefuse' | 'theyOffer' | 'theyAnswer' | 'theyRefuse';

interface OfferRefusal {
  readonly type: 'refuse';
  readonly status: 491 | 500;
}

export const stepOffers = (state: Offers, event: OfferEvent): Step<Offers, OfferRefusal> => {
  switch (event) {
    case 'weOffer':
      return state === 'open' ? moved('ours') : impossible('an offer out of turn');
    case 'weAnswer':
    case 'weRefuse':
      return state === 'theirs' ? moved('open') : impossible('nothing to answer');
    case 'theyOffer':
      if (state === 'open') return moved('theirs');
      return moved(state, { type: 'refuse', status: state === 'ours' ? 491 : 500 });
    case 'theyAnswer':
    case 'theyRefuse':
      return state === 'ours' ? moved('open') : ignored(state, 'nothing was offered');
  }
};
