import { useTranslation } from 'react-i18next';
import { amount } from '../../ui/format.ts';
import type { DeskOrder } from './use-orders.ts';

type Facts = Omit<DeskOrder, 'merchant' | 'earned'>;

/** How far an order has come, until when, and what a sentence brings. */
export const OrderFacts = ({ order }: { order: Facts }) => {
  const { t } = useTranslation('audio');
  const { state, price, deadline, isLate, sentences, accepted, handedIn, sentBack } = order;
  return (
    <span className="audio-facts row gap-12 wrap">
      <span className={`audio-state is-${state}`}>{t($ => $.states[state])}</span>
      <span>{t($ => $.progress, { accepted, sentences })}</span>
      {handedIn > 0 && <span>{t($ => $.waiting, { n: handedIn })}</span>}
      {sentBack > 0 && <span className="audio-bad">{t($ => $.returned, { n: sentBack })}</span>}
      <span>{Number(price) === 0 ? t($ => $.free) : t($ => $.price, { price: amount(price) })}</span>
      <span className={isLate ? 'audio-bad' : undefined}>{t($ => (isLate ? $.late : $.due), { day: deadline })}</span>
    </span>
  );
};
