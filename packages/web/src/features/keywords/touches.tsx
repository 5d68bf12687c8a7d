import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { listed } from '../../text/said.ts';
import { type Use, useUses } from './use-keywords.ts';

const namesOf = (list: readonly Use[]) => listed(list.map(({ name }) => name));

/** Before a change is made: the plans it touches, and that what runs keeps its words. Nothing where nobody uses it. */
export const TouchWarning = ({ groupId }: { groupId: string }) => {
  const { t } = useTranslation('keywords');
  const list = useUses(groupId).data?.list ?? [];
  const drafts = list.filter(({ inDraft }) => inDraft);
  if (list.length === 0) return null;
  return (
    <p className="keywords-touch-warning flex gap-8">
      <TriangleAlert size={15} aria-hidden="true" />
      <span>
        {drafts.length > 0
          ? t($ => $.touches.warn, { count: drafts.length, names: namesOf(drafts) })
          : t($ => $.touches.published, { names: namesOf(list) })}
      </span>
    </p>
  );
};

/** Where a group is used, below its name. */
export const Uses = ({ groupId }: { groupId: string }) => {
  const { t } = useTranslation('keywords');
  const uses = useUses(groupId);
  if (uses.isPending) return null;
  return (
    <p className="keywords-group-uses row wrap small">
      <span className="key">{t($ => $.touches.title)}</span>
      {uses.isError && <span>{t($ => $.touches.failed)}</span>}
      {uses.data?.list.length === 0 && <span>{t($ => $.touches.none)}</span>}
      {uses.data?.list.map(({ id, name, inDraft, version }) => (
        <span key={id} className="keywords-group-use">
          {name}
          {inDraft && <small>{t($ => $.touches.draft)}</small>}
          {version !== null && <small className="keywords-num">{t($ => $.touches.version, { version })}</small>}
        </span>
      ))}
    </p>
  );
};
