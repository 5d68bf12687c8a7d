import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty } from './panels.tsx';

interface NothingProps {
  /** There are no rows because of a filter: it can be cleared. Null: there are none at all. */
  readonly onClear: (() => void) | null;
  readonly words: {
    readonly none: string;
    readonly noneHint: string;
    readonly empty: string;
    readonly emptyHint: string;
  };
  /** As in `Empty`. */
  readonly scoped?: boolean;
  /** The next action where there are none at all. */
  readonly children?: ReactNode;
}

/** A list without rows: what to widen, or what to begin with. */
export const Nothing = ({ onClear, words, scoped = false, children }: NothingProps) => {
  const { t } = useTranslation('parts');
  if (onClear)
    return (
      <Empty title={words.none} hint={words.noneHint} scoped={scoped}>
        <button type="button" className="button" onClick={onClear}>
          {t($ => $.filter.clear)}
        </button>
      </Empty>
    );
  return (
    <Empty title={words.empty} hint={words.emptyHint} scoped={scoped}>
      {children}
    </Empty>
  );
};
