import { Ellipsis, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../ui/menu-button.tsx';
import type { Employee } from './use-staff.ts';

export type PersonAct = 'edit' | 'reset' | 'disable' | 'enable' | 'remove';

/** What one may do with a person, at the end of the row. Oneself is only changed; an owner is nobody else's to change. */
export const PersonActs = ({
  person,
  onAct,
}: {
  person: Employee;
  onAct: (act: PersonAct, person: Employee) => void;
}) => {
  const { t } = useTranslation('staff');
  if (!person.mayEdit) return null;
  const rest: readonly PersonAct[] = person.isSelf ? [] : ['reset', person.active ? 'disable' : 'enable', 'remove'];
  return (
    <span className="row-acts">
      <button
        type="button"
        className="icon-button"
        title={t($ => $.act.edit)}
        aria-label={`${t($ => $.act.edit)} ${person.name}`}
        onClick={() => onAct('edit', person)}
      >
        <PenLine size={15} aria-hidden="true" />
      </button>
      {rest.length > 0 && (
        <MenuButton
          label={<Ellipsis size={15} aria-hidden="true" />}
          className="icon-button"
          name={`${t($ => $.more)} ${person.name}`}
          parts={[
            {
              key: 'acts',
              entries: rest.map(act => ({
                key: act,
                label: t($ => $.act[act]),
                danger: act === 'remove',
                onChoose: () => onAct(act, person),
              })),
            },
          ]}
        />
      )}
    </span>
  );
};
