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

/** What of the rows is left out, in this order; what is not told to this person is not there. */
const leftOutOf = ({ duplicate, known, invalid }: Check) =>
  Object.entries({
    duplicate,
    inTask: known?.inTask ?? 0,
    blacklisted: known?.blacklisted ?? 0,
    recent: known?.recent ?? 0,
    otherTask: known?.otherTask ?? 0,
    dead: known?.dead ?? 0,
    invalid,
  }) as [keyof Omit<NonNullable<Check['known']>, 'waitingElsewhere'> | 'duplicate' | 'invalid', number][];

/** To who sees numbers masked: how many of them are left out or wait elsewhere, without saying which way. */
const Masked = ({ n }: { readonly n: number | null }) => {
  const { t } = useTranslation('tasks');
  if (n === 0) return null;
  return <span>{n === null ? t($ => $.check.notCompared) : t($ => $.check.knownInAll, { n: count(n) })}</span>;
};

/** Before the import: how many of the rows would be called, and what becomes of the others. */
export const SheetCheck = ({ check }: { readonly check: Check | null | undefined }) => {
  const { t } = useTranslation('tasks');
  if (check === undefined) return <p className="editor-check hint">{t($ => $.check.counting)}</p>;
  if (check === null) return <p className="editor-check hint">{t($ => $.check.failed)}</p>;
  const others = leftOutOf(check).filter(([, n]) => n > 0);
  const waiting = check.known?.waitingElsewhere ?? 0;
  return (
    <p className={check.good === 0 ? 'editor-check wrong' : 'editor-check'} role="status">
      <strong>
        {check.good === 0
          ? t($ => $.check.none)
          : t($ => $.check.good, { n: count(check.good), of: count(check.rows) })}
      </strong>
      {others.map(([kind, n]) => (
        <span key={kind}>{t($ => $.check[kind], { n: count(n) })}</span>
      ))}
      {check.reasons.map(({ because, n }) => (
        <span key={because} className="hint">
          {because} {count(n)}
        </span>
      ))}
      {check.further > 0 && <span>{t($ => $.check.further, { n: count(check.further) })}</span>}
      {check.spare > 0 && <span>{t($ => $.check.spare, { n: count(check.spare) })}</span>}
      {waiting > 0 && <span>{t($ => $.check.waitingElsewhere, { n: count(waiting) })}</span>}
      {check.known === null && <Masked n={check.knownInAll} />}
      {check.skippedNumbers > 0 && (
        <span className="hint">{t($ => $.check.skippedNumbers, { n: count(check.skippedNumbers) })}</span>
      )}
      {check.more && <span className="hint">{t($ => $.check.more, { n: count(check.rows) })}</span>}
    </p>
  );
};
