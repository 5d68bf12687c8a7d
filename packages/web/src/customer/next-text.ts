import { useTranslation } from 'react-i18next';
import { nearTime } from '../ui/format.ts';
import type { Customer } from './use-customer.ts';

/** What is done next with a customer, if anything. */
export type Next = Customer['next'];

export const useNextText = () => {
  const { t } = useTranslation('customer');
  return (next: Next): string =>
    next === null
      ? t($ => $.next.none)
      : nearTime(next.at, new Date(), { today: t($ => $.head.today), tomorrow: t($ => $.head.tomorrow) });
};
export const isLate = (next: Next): boolean => next !== null && Date.parse(next.at) < Date.now();
