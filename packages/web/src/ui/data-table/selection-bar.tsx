import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { count } from '../format.ts';
import './data-table.css';

/** A dark pill over the foot of the table while rows are chosen: how many, what to do with them, let go of them. */
export const SelectionBar = ({
  chosen,
  more = false,
  onClear,
  children,
}: {
  chosen: number;
  /** `chosen` is only how far was counted. */
  more?: boolean;
  onClear: () => void;
  children: ReactNode;
}) => {
  const { t } = useTranslation('parts');
  if (chosen === 0) return null;
  const said = t($ => $.table.chosen, { n: count(chosen, more) });
  return (
    <section className="selection-bar row gap-4" aria-label={said}>
      <strong role="status">{said}</strong>
      {children}
      <button type="button" className="clear" aria-label={t($ => $.table.clear)} onClick={onClear}>
        <X size={16} aria-hidden="true" />
      </button>
    </section>
  );
};
