import { useSearchParams } from 'react-router';
import { useAddress } from '../../ui/use-address.ts';

export const tabs = ['templates', 'log', 'many', 'replies', 'links', 'providers'] as const;
type Tab = (typeof tabs)[number];
/** Opens the drawer of one that is not there yet. */
export const fresh = 'new';

/** What stands in the address: the tab, its filter, and what is open beside its list (`new`: being added). */
export const useSmsPlace = () => {
  const { query, put } = useAddress();
  const [, setQuery] = useSearchParams();
  return {
    tab: tabs.find(each => each === query.get('tab')) ?? 'templates',
    query,
    open: query.get('open'),
    put,
    /** Another tab begins without the filter of this one; `filter` narrows it. */
    show: (tab: Tab, filter: Readonly<Record<string, string>> = {}) =>
      setQuery({ ...(tab !== 'templates' && { tab }), ...filter }),
  };
};
export type SmsPlace = ReturnType<typeof useSmsPlace>;
