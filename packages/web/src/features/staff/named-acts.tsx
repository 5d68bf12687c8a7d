import { PenLine, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';

interface NamedActsProps {
  readonly name: string;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** Change and remove, at the end of the row of a role or a position. */
export const NamedActs = ({ name, onEdit, onRemove }: NamedActsProps) => {
  const { t } = useTranslation('staff');
  return (
    <span className="row-acts">
      <button
        type="button"
        className="icon-button"
        title={t($ => $.edit)}
        aria-label={`${t($ => $.edit)} ${name}`}
        onClick={onEdit}
      >
        <PenLine size={15} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="icon-button"
        title={t($ => $.remove)}
        aria-label={`${t($ => $.remove)} ${name}`}
        onClick={onRemove}
      >
        <Trash2 size={15} aria-hidden="true" />
      </button>
    </span>
  );
};
