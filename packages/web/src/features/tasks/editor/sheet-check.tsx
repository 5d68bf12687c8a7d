import { type CallOf, endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { count } from '../../../ui/format.ts';

export type Sheet = CallOf<typeof endpoints.task.check>;
type Check = OutputOf<typeof endpoints.task.check>;

/** What an import of the sheet as it is picked would come to; undefined until it is known, null where it could not be counted. */
export const useCheck = (sheet: Sheet | null): Check | null | undefined => {
  const { data, isError } = useQuery({
    queryKey: ['task/check', sheet],
    queryFn: ({ signal }) => call(endpoints.task.check, sheet!, { signal, quiet: true }),
    enabled: sheet !== null,
    staleTime: 0,
    gcTime: 0,
  });
  if (sheet === null) return undefined;
  return isError ? null : data;
};

const kinds = ['duplicate', 'inTask', 'blacklisted', 'recent', 'invalid'] as const;

/** Before the import: how many of the rows would be called, and what becomes of the others. */
export const SheetCheck = ({ check }: { readonly check: Check | null | undefined }) => {
  const { t } = useTranslation('tasks');
  if (check === undefined) return <p className="editor-check hint">{t($ => $.check.counting)}</p>;
  if (check === null) return <p className="editor-check hint">{t($ => $.check.failed)}</p>;
  const others = kinds.filter(kind => check[kind] > 0);
  return (
    <p className={check.good === 0 ? 'editor-check wrong' : 'editor-check'} role="status">
      <strong>
        {check.good === 0
          ? t($ => $.check.none)
          : t($ => $.check.good, { n: count(check.good), of: count(check.rows) })}
      </strong>
      {others.map(kind => (
        <span key={kind}>{t($ => $.check[kind], { n: count(check[kind]) })}</span>
      ))}
      {check.reasons.map(({ because, n }) => (
        <span key={because} className="hint">
          {because} {count(n)}
        </span>
      ))}
      {check.waitingElsewhere > 0 && (
        <span>{t($ => $.check.waitingElsewhere, { n: count(check.waitingElsewhere) })}</span>
      )}
      {check.more && <span className="hint">{t($ => $.check.more, { n: count(check.rows) })}</span>}
    </p>
  );
};
