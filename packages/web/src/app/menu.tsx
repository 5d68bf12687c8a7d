import {
  Activity,
  AudioLines,
  BookOpen,
  Building2,
  Cable,
  CalendarClock,
  ChartColumn,
  ChevronDown,
  ClipboardList,
  Contact,
  FileText,
  Handshake,
  Headset,
  House,
  ListChecks,
  ListX,
  type LucideIcon,
  Megaphone,
  MessageSquareText,
  Palette,
  PhoneCall,
  Search,
  Settings,
  Sparkles,
  SquareLibrary,
  TrendingUp,
  Users,
  Workflow,
} from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../session/current-user.ts';
import { EntryLink } from './entry-link.tsx';
import { openOverlay } from './overlay.ts';
import { useRowInFront } from './place.ts';
import { groups, type RouteRow, routes } from './routes.ts';
import { isOffered } from './where-to.ts';

/** What has an icon is an entry of the menu. */
const icons: Readonly<Partial<Record<string, LucideIcon>>> = {
  home: House,
  'my-task': ListChecks,
  callLog: PhoneCall,
  'message-tem': MessageSquareText,
  planQuality: TrendingUp,
  levelStatistics: ChartColumn,
  collection: ClipboardList,
  portStat: ChartColumn,
  plan: Workflow,
  library: AudioLines,
  audio: AudioLines,
  'my-keyword': SquareLibrary,
  port: Cable,
  monitor: Activity,
  number: Contact,
  'my-staff': Users,
  agent: Headset,
  merchants: Building2,
  resellers: Handshake,
  branding: Palette,
  sharedLists: ListX,
  planReviews: ListChecks,
  notices: Megaphone,
  articles: BookOpen,
  updates: Sparkles,
  rules: CalendarClock,
  texts: FileText,
  settings: Settings,
};

const isEntry = (row: RouteRow) => row.label !== null && row.name in icons;

/** A page below an entry, a task's board or a call, belongs to the entry whose key opens it; pages of settings to theirs. */
const useIsHere = (row: RouteRow): boolean => {
  const here = useRowInFront();
  const isBelow = row.name === 'settings' ? here?.group === 'settings' : row.key !== null && here?.key === row.key;
  return here !== null && (here === row || isBelow);
};

const Entry = ({ row }: { row: RouteRow }) => {
  const { t } = useTranslation('shell');
  const isHere = useIsHere(row);
  const Icon = icons[row.name]!;
  const label = t($ => $.nav[row.label!]);
  return (
    <li>
      <EntryLink
        path={row.path}
        className={isHere ? 'shell-entry is-active row gap-10' : 'shell-entry row gap-10'}
        title={label}
        current={isHere}
      >
        <Icon size={16} aria-hidden="true" />
        <span>{label}</span>
      </EntryLink>
    </li>
  );
};

const closedKey = 'lx.menu.closed';
const readClosed = (): readonly string[] => localStorage.getItem(closedKey)?.split(' ') ?? [];

interface SectionProps {
  readonly group: (typeof groups)[number];
  readonly rows: readonly RouteRow[];
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** A group shows when one of its entries does. */
const Section = ({ group, rows, open, onToggle }: SectionProps) => {
  const { t } = useTranslation('shell');
  if (rows.length === 0) return null;
  return (
    <li>
      <button type="button" className="shell-group flex between" aria-expanded={open} onClick={onToggle}>
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

const SearchBox = () => {
  const { t } = useTranslation('frame');
  return (
    <button
      type="button"
      className="shell-search row gap-8"
      title={t($ => $.palette.name)}
      onClick={() => openOverlay('palette')}
    >
      <Search size={15} aria-hidden="true" />
      <span>{t($ => $.search)}</span>
      <kbd>Ctrl K</kbd>
    </button>
  );
};

/** Groups are open until one closes them; which ones is remembered. */
export const Menu = () => {
  const { t } = useTranslation('shell');
  const user = useCurrentUser();
  const [closed, setClosed] = useState(readClosed);
  if (!user) return null;
  const toggle = (group: string) => {
    const next = closed.includes(group) ? closed.filter(each => each !== group) : [...closed, group];
    localStorage.setItem(closedKey, next.join(' '));
    setClosed(next);
  };
  // The one page of voice people, who hold no key; others come to it from their plans.
  const isKeyless = user.roleCode === 'employee' && user.rights.length === 0;
  const entries = routes.filter(row => isEntry(row) && isOffered(row, user));
  return (
    <nav aria-label={t($ => $.nav.menu)}>
      <SearchBox />
      <ul>
        {entries
          .filter(row => row.group === null && (row.name !== 'audio' || isKeyless))
          .map(row => (
            <Entry key={row.name} row={row} />
          ))}
        {groups.map(group => (
          <Section
            key={group}
            group={group}
            rows={entries.filter(row => row.group === group)}
            open={!closed.includes(group)}
            onToggle={() => toggle(group)}
          />
        ))}
        {entries
          .filter(row => row.group === 'settings')
          .map(row => (
            <Entry key={row.name} row={row} />
          ))}
      </ul>
    </nav>
  );
};
