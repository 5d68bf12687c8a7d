import { useTranslation } from 'react-i18next';
import { flat, treeOf } from './tree.ts';
import { useDepartments } from './use-staff.ts';

interface DepartmentSelectProps {
  readonly id: string;
  readonly value: string;
  /** What none is called. */
  readonly none: string;
  /** Not among them: what moves cannot move into itself. */
  readonly without?: readonly string[];
  readonly disabled?: boolean;
  readonly onChange: (value: string) => void;
}

/** The departments in the tree's order, set in by their depth. */
export const DepartmentSelect = ({ id, value, none, without = [], disabled, onChange }: DepartmentSelectProps) => {
  useTranslation('staff');
  const departments = useDepartments();
  const options = flat(treeOf(departments.data?.list ?? [])).filter(({ branch }) => !without.includes(branch.id));
  return (
    <select
      id={id}
      className="plain-select"
      disabled={disabled ?? false}
      value={value}
      onChange={event => onChange(event.target.value)}
    >
      <option value="">{none}</option>
      {options.map(({ branch, depth }) => (
        <option key={branch.id} value={branch.id}>
          {'　'.repeat(depth)}
          {branch.name}
        </option>
      ))}
    </select>
  );
};
