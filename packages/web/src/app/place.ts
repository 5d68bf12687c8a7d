import { useTranslation } from 'react-i18next';
import { tabOf } from './panes/tabs.ts';
import { useTabs } from './panes/use-tabs.ts';
import { type Label, type RouteRow, routeNamed } from './routes.ts';

/** The route row of the page in front. */
export const useRowInFront = (): RouteRow | null => {
  const name = useTabs(tabs => tabOf(tabs, tabs.active)?.row ?? null);
  return name === null ? null : routeNamed(name);
};

/** The group a page stands in; the page that stands for all of its group is in none. */
export const groupOf = ({ group, label }: RouteRow): Label | null => (group === label ? null : group);

/** Where one is: the label of the route's row and of its group. */
export const usePlace = () => {
  const { t } = useTranslation('shell');
  const row = useRowInFront();
  const word = (label: Label | null | undefined) => (label ? t($ => $.nav[label]) : null);
  return { label: word(row?.label), group: word(row && groupOf(row)) };
};

/** How a tab is called: by itself, by its page's row, or by what went wrong. */
export const useTitleOf = () => {
  const { t } = useTranslation('shell');
  return ({ row, title }: { row: string; title: string | null }): string => {
    const { name, label } = routeNamed(row);
    if (title) return title;
    if (name === 'error_401') return '401';
    if (name === 'error_500') return '500';
    return label ? t($ => $.nav[label]) : '404';
  };
};
