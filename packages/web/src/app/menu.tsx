import { Activity, Cable, ChevronDown, House, ListChecks, type LucideIcon, PhoneCall } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink, useMatches } from 'react-router';
import { useVisitor } from '../session/visitor.ts';
import { mayOpen } from './guard.ts';
import { type Group, groups, type RouteRow, routes } from './routes.ts';

/** A page gets its entry and its icon here when its module comes. */
const icons: Readonly<Partial<Record<string, LucideIcon>>> = {
  home: House,
  'my-task': ListChecks,
  callLog: PhoneCall,
  port: Cable,
  monitor: Activity,
};

const isEntry = (row: RouteRow) => row.page !== null && row.label !== null && row.name in icons;

/** A page below an entry, a task's board or a call, belongs to the entry whose key opens it. */
const useIsHere = (row: RouteRow): boolean => {
  const id = useMatches().at(-1)?.id;
  const here = routes.find(each => each.name === id);
  return here !== undefined && (here === row || (row.key !== null && here.key === row.key));
};

const Entry = ({ row }: { row: RouteRow }) => {
  const { t } = useTranslation('console');
  const isHere = useIsHere(row);
  const Icon = icons[row.name]!;
  const label = t($ => $.nav[row.label!]);
  return (
    <li>
      <NavLink to={row.path} className={isHere ? 'entry active' : 'entry'} title={label}>
        <Icon size={16} aria-hidden="true" />
        <span>{label}</span>
      </NavLink>
    </li>
  );
};

/** A group shows when one of its entries does. */
const Section = ({ group, rows }: { group: Group; rows: readonly RouteRow[] }) => {
  const { t } = useTranslation('console');
  const [open, setOpen] = useState(true);
  if (rows.length === 0) return null;
  return (
    <li>
      <button type="button" className="group" aria-expanded={open} onClick={() => setOpen(!open)}>
        {t($ => $.nav[group])} <ChevronDown size={14} aria-hidden="true" />
      </button>
      {open && (
        <ul>
          {rows.map(row => (
            <Entry key={row.name} row={row} />
          ))}
        </ul>
      )}
    </li>
  );
};

export const Menu = () => {
  const { t } = useTranslation('console');
  const visitor = useVisitor();
  if (!visitor) return null;
  const entries = routes.filter(row => isEntry(row) && mayOpen(row, visitor));
  return (
    <nav aria-label={t($ => $.nav.menu)}>
      <ul>
        {entries
          .filter(row => row.group === null)
          .map(row => (
            <Entry key={row.name} row={row} />
          ))}
        {groups.map(group => (
          <Section key={group} group={group} rows={entries.filter(row => row.group === group)} />
        ))}
      </ul>
    </nav>
  );
};
