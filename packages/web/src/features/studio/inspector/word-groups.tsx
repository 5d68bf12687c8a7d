import { keywordEndpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { PickList } from './pick-list.tsx';

/** Groups one can choose from here; a merchant has few. */
const mostGroups = 100;

/** The merchant's groups, as far as one can choose from them here. */
export const useWordGroups = () =>
  useQuery({
    queryKey: ['wordGroups'],
    queryFn: ({ signal }) => call(keywordEndpoints.groups, { page: 1, limit: mostGroups }, { signal, quiet: true }),
  });

/** Groups of the common word library whose words count as well. */
export const WordGroups = ({
  value,
  onChange,
}: {
  value: readonly string[];
  onChange: (groups: readonly string[] | undefined) => void;
}) => {
  const { t } = useTranslation('inspector');
  const { data } = useWordGroups();
  const known = data?.list ?? [];
  // While it loads nothing is said to be missing.
  if (!data && value.length === 0) return null;
  if (known.length === 0 && value.length === 0) return <p className="hint">{t($ => $.recognised.noGroups)}</p>;
  // A group that is gone stays to be taken off.
  const gone = value.filter(id => !known.some(group => group.id === id));
  return (
    <PickList
      label={t($ => $.recognised.groups)}
      options={[
        ...known.map(({ id, name }) => ({ value: id, text: name })),
        ...gone.map(id => ({ value: id, text: id })),
      ]}
      value={value}
      onChange={next => onChange(next.length > 0 ? next : undefined)}
    />
  );
};
