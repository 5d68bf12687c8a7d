import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useCurrentUser } from '../../session/current-user.ts';
import { Empty } from '../../ui/panels.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { GroupPane } from './group-pane.tsx';
import { GroupsNav } from './groups-nav.tsx';
import { useGroups } from './use-keywords.ts';
import './keywords.css';

/** The common word library: groups at left, the words of the chosen one at right. Which one stands in the address. */
export const KeywordsPage = () => {
  const { t } = useTranslation('keywords');
  const [query, setQuery] = useSearchParams();
  const [adding, setAdding] = useState(false);
  const mayEdit = useCurrentUser()?.btns.includes('plan:edit') ?? false;
  const all = useGroups('').data?.pages.flatMap(page => page.list);
  const chosen = query.get('group');
  const group = all?.find(({ id }) => id === chosen) ?? (chosen === null ? all?.[0] : undefined);
  const choose = (id: string | null) => setQuery(id === null ? {} : { group: id }, { replace: true });
  return (
    <div className="keywords-page flex lean">
      <h1 className="only-read">{t($ => $.title)}</h1>
      <GroupsNav
        chosen={group?.id ?? null}
        mayEdit={mayEdit}
        onChoose={({ id }) => choose(id)}
        onAdd={() => setAdding(true)}
      />
      {group ? (
        <GroupPane key={group.id} group={group} mayEdit={mayEdit} onRemoved={() => choose(null)} />
      ) : (
        all && (
          <section className="keywords-group-pane">
            <Empty title={t($ => $.groups.choose)} hint={t($ => $.groups.emptyHint)} />
          </section>
        )
      )}
      {adding && (
        <GroupDialog
          group={null}
          onSaved={id => {
            setAdding(false);
            choose(id);
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
};
