import { useTranslation } from 'react-i18next';
import { count } from '../../ui/format.ts';
import { type View, views } from './filter.ts';

interface ViewTabsProps {
  readonly current: View;
  readonly counts: Readonly<Record<View, { total: number; more?: boolean | undefined }>> | undefined;
  readonly onChoose: (view: View) => void;
}

/** Where one begins, each with how many calls it holds. */
export const ViewTabs = ({ current, counts, onChoose }: ViewTabsProps) => {
  const { t } = useTranslation('callLog');
  return (
    <nav className="view-tabs" aria-label={t($ => $.views.label)}>
      {views.map(view => (
        <button
          key={view}
          type="button"
          aria-current={view === current ? 'page' : undefined}
          onClick={() => onChoose(view)}
        >
          {t($ => $.views[view])}
          {counts && <small>{count(counts[view].total, counts[view].more)}</small>}
        </button>
      ))}
    </nav>
  );
};
