import { useAddress } from '../../ui/use-address.ts';

export const tabs = ['seats', 'groups', 'states', 'figures'] as const;
/** Opens the drawer of one that is not there yet. */
export const fresh = 'new';

const zone = 'Asia/Shanghai';
const days = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
/** `2026-11-29`, of the merchant's zone. */
export const today = (): string => days.format(new Date());

/** What stands in the address: the tab, the day that is looked at, and what is open beside the list (`new`: being added). */
export const useSeatsPlace = () => {
  const { query, put } = useAddress();
  const day = query.get('day') ?? '';
  return {
    tab: tabs.find(each => each === query.get('tab')) ?? 'seats',
    day: /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : today(),
    open: query.get('open'),
    put,
  };
};
export type SeatsPlace = ReturnType<typeof useSeatsPlace>;
