import { endpoints, fieldChars } from '@lianxian/contract';
import { Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { StartersOffer } from './starters-offer.tsx';
import { type Group, useGroups } from './use-keywords.ts';
import '../../ui/search-field.css';

interface GroupsNavProps {
  readonly chosen: string | null;
  readonly mayEdit: boolean;
  readonly onChoose: (group: Group) => void;
  readonly onAdd: () => void;
}

/** How long after the last key is asked. */
const typingMs = 250;

/** The groups of the library; the search looks in their words too. */
export const GroupsNav = ({ chosen, mayEdit, onChoose, onAdd }: GroupsNavProps) => {
  const { t } = useTranslation('keywords');
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim(), typingMs);
  const groups = useGroups(search);
  const list = groups.data?.pages.flatMap(page => page.list) ?? [];
  const missing = groups.data?.pages[0]?.missing ?? [];
  return (
    <nav className="keywords-groups-nav" aria-label={t($ => $.groups.title)}>
      <header className="row gap-6">
        <label className="search-field keywords-search">
          <Search size={14} aria-hidden="true" />
          <input
            type="search"
            aria-label={t($ => $.groups.search)}
            placeholder={t($ => $.groups.search)}
            maxLength={fieldChars(endpoints.keywords.groups.input, 'search')}
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
        </label>
        {mayEdit && (
          <button
            type="button"
            className="icon-button"
            aria-label={t($ => $.groups.add)}
            title={t($ => $.groups.add)}
            onClick={onAdd}
          >
            <Plus size={16} aria-hidden="true" />
          </button>
        )}
      </header>
      {groups.isError && (
        <ErrorPanel title={t($ => $.groups.failed)} error={groups.error} onAgain={() => void groups.refetch()} />
      )}
      {groups.isPending && <Skeleton rows={8} height={44} />}
      {groups.data && list.length === 0 && (
        <Empty
          title={search ? t($ => $.groups.none) : t($ => $.groups.empty)}
          hint={search ? '' : t($ => $.groups.emptyHint)}
        />
      )}
      <ul>
        {list.map(group => (
          <li key={group.id}>
            <button
              className="grid choice lit"
              type="button"
              aria-current={group.id === chosen ? 'true' : undefined}
              onClick={() => onChoose(group)}
            >
              <span className="cut">{group.name}</span>
              <span className="keywords-semantic small">{t($ => $.semantic[group.semantic])}</span>
              <span className="keywords-num small">{t($ => $.groups.words, { count: group.words })}</span>
            </button>
          </li>
        ))}
      </ul>
      {groups.hasNextPage && (
        <button type="button" className="link keywords-more" onClick={() => void groups.fetchNextPage()}>
          {t($ => $.list.more)}
        </button>
      )}
      {mayEdit && search === '' && missing.length > 0 && <StartersOffer missing={missing} />}
    </nav>
  );
};
