import { CircleCheck, CircleMinus, KeyRound } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/data-table/columns.ts';
import { when } from '../../ui/format.ts';
import { type PersonAct, PersonActs } from './person-acts.tsx';
import type { Employee } from './use-staff.ts';

/** Colour, icon and word: signed in with a password of their own, not yet, disabled. */
const PersonState = ({ person }: { person: Employee }) => {
  const { t } = useTranslation('staff');
  const [family, Icon, word] = !person.active
    ? (['idle', CircleMinus, t($ => $.state.disabled)] as const)
    : person.mustChangePassword
      ? (['warn', KeyRound, t($ => $.state.waiting)] as const)
      : (['ok', CircleCheck, t($ => $.state.active)] as const);
  return (
    <span className={`state is-${family}`}>
      <Icon size={14} aria-hidden="true" /> {word}
    </span>
  );
};

const muted = (text: string) => text || <span className="key">—</span>;

export const usePeopleColumns = (onAct: (act: PersonAct, person: Employee) => void): readonly Column<Employee>[] => {
  const { t } = useTranslation('staff');
  return useMemo(() => {
    const column = (
      key: 'name' | 'account' | 'role' | 'department' | 'position' | 'phone' | 'state' | 'lastLogin' | 'acts',
      rest: Omit<Column<Employee>, 'key' | 'title'>,
    ) => ({
      key,
      title: t($ => $.column[key]),
      ...rest,
    });
    return [
      column('name', {
        width: 130,
        grows: true,
        priority: 0,
        cell: person => (
          <span title={person.title}>
            <strong>{person.name}</strong>
            {person.isSelf && <small className="staff-self">{t($ => $.self)}</small>}
            {person.title && <span className="key"> · {person.title}</span>}
          </span>
        ),
      }),
      column('account', { width: 120, priority: 1, cell: person => person.account }),
      column('role', {
        width: 110,
        priority: 2,
        cell: person => person.roleName || <span className="key">{t($ => $.owner[person.roleCode])}</span>,
      }),
      column('department', { width: 110, priority: 4, cell: person => muted(person.departmentName) }),
      column('position', { width: 90, priority: 6, cell: person => muted(person.positionName) }),
      column('phone', { width: 118, priority: 7, cell: person => muted(person.phone) }),
      column('state', { width: 128, priority: 3, cell: person => <PersonState person={person} /> }),
      column('lastLogin', {
        width: 120,
        priority: 5,
        cell: ({ lastLoginAt }) => (
          <span className="key">
            {lastLoginAt
              ? when(
                  lastLoginAt,
                  new Date(),
                  t($ => $.today),
                )
              : t($ => $.never)}
          </span>
        ),
      }),
      column('acts', {
        width: 84,
        priority: 0,
        align: 'right',
        silent: true,
        cell: person => <PersonActs person={person} onAct={onAct} />,
      }),
    ];
  }, [t, onAct]);
};
