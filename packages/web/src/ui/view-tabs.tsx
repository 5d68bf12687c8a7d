import type { ReactNode } from 'react';
import './view-tabs.css';

interface ViewTab<K> {
  readonly key: K;
  readonly text: string;
  /** How many rows it holds, where that is known. */
  readonly count?: ReactNode;
}

interface ViewTabsProps<K> {
  readonly label: string;
  readonly tabs: readonly ViewTab<K>[];
  readonly current: K;
  readonly onChoose: (key: K) => void;
}

/** Where one begins on a page, each with how much it holds. */
export const ViewTabs = <K extends string | null>({ label, tabs, current, onChoose }: ViewTabsProps<K>) => (
  <nav className="view-tabs" aria-label={label}>
    {tabs.map(({ key, text, count }) => (
      <button
        key={key ?? ''}
        type="button"
        aria-current={key === current ? 'true' : undefined}
        onClick={() => onChoose(key)}
      >
        {text} {count !== undefined && <small>{count}</small>}
      </button>
    ))}
  </nav>
);
