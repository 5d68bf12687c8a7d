import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './data-table.css';

/** A dark pill over the foot of the table while rows are chosen: how many, what to do with them, let go of them. */
export const SelectionBar = ({
  chosen,
  onClear,
  children,
}: {
  chosen: number;
  onClear: () => void;
  children: ReactNode;
}) => {
  const { t } = useTranslation('parts');
  if (chosen === 0) return null;
  return (
    <section className="selection-bar row gap-4" aria-label={t($ => $.table.chosen, { n: chosen })}>
      <strong role="status">{t($ => $.table.chosen, { n: chosen })}</strong>
      {children}
      <button type="button" className="clear" aria-label={t($ => $.table.clear)} onClick={onClear}>
        <X size={16} aria-hidden="true" />
      </button>
    </section>
  );
};
