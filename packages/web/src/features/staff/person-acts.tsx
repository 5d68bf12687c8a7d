import { PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../session/current-user.ts';
import { RowActs } from '../../ui/row-acts.tsx';
import type { Employee } from './use-staff.ts';

export type PersonAct = 'edit' | 'reset' | 'handOver' | 'disable' | 'enable' | 'remove';

/** What one may do with a person, at the end of the row. Oneself is only changed; an owner is nobody else's to change. */
export const PersonActs = ({
  person,
  onAct,
}: {
  person: Employee;
  onAct: (act: PersonAct, person: Employee) => void;
}) => {
  const { t } = useTranslation('staff');
  const user = useCurrentUser();
  if (!person.mayEdit) return null;
  const assigns = (user?.btns.includes('number:assign') && user.rights.includes('number')) ?? false;
  const handOver: readonly PersonAct[] = assigns ? ['handOver'] : [];
  const acts: readonly PersonAct[] = person.isSelf
    ? ['edit', ...handOver]
    : ['edit', 'reset', ...handOver, person.active ? 'disable' : 'enable', 'remove'];
  return (
    <RowActs
      name={person.name}
      more={t($ => $.more)}
      acts={acts.map(act => ({
        act,
        word: t($ => $.act[act]),
        danger: act === 'remove',
        ...(act === 'edit' && { icon: PenLine }),
      }))}
      onAct={act => onAct(act, person)}
    />
  );
};
