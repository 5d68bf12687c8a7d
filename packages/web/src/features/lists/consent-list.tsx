import { endpoints, type OutputOf } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { download } from '../../api/download.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table/columns.ts';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { usePages } from '../../ui/data-table/use-pages.ts';
import { actsColumn } from '../../ui/data-table/usual-columns.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';
import { AddConsents } from './add-consents.tsx';
import { ListFrame, useSought } from './list-frame.tsx';
import { useOwnSheets } from './use-own-ways.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

type Consent = OutputOf<typeof endpoints.consent.list>['list'][number];

const keyOf = (row: Consent) => row.id;
const tones = { holds: 'ok', later: 'idle', over: 'idle', withdrawn: 'warn' } as const;

/** How it stands, and of a withdrawn one by whom and why. */
const State = ({ row: { state, withdrawn } }: { row: Consent }) => {
  const { t } = useTranslation('lists');
  const why = withdrawn && (withdrawn.by === 'call' ? t($ => $.withdrawnByCall) : `${withdrawn.name} ${withdrawn.why}`);
  return (
    <>
      <span className={`state is-${tones[state]}`}>{t($ => $.states[state])}</span>{' '}
      {why && <span className="key">{why}</span>}{' '}
      {withdrawn?.callId && <Link to={`/platform/call/${withdrawn.callId}`}>{t($ => $.call)}</Link>}
    </>
  );
};

/** In words, as a file, or both; the file shows the number, so it is for who sees those. */
const Proof = ({ row: { proof, file } }: { row: Consent }) => {
  const seesPhones = useCurrentUser()?.btns.includes('phone:unmask') ?? false;
  return (
    <>
      {proof}{' '}
      {file && seesPhones && (
        <Button kind="link" onClick={() => void download(file.id)}>
          {file.name}
        </Button>
      )}
    </>
  );
};

const useColumns = (onWithdraw: ((row: Consent) => void) | null): readonly Column<Consent>[] => {
  const { t } = useTranslation('lists');
  return useMemo(
    () => [
      {
        key: 'phone',
        title: t($ => $.phone),
        width: 140,
        priority: 0,
        cell: row => <span className="phone">{row.phone}</span>,
      },
      { key: 'state', title: t($ => $.state), width: 130, grows: true, priority: 0, cell: row => <State row={row} /> },
      { key: 'source', title: t($ => $.source), width: 80, priority: 1, cell: row => t($ => $.sources[row.source]) },
      { key: 'proof', title: t($ => $.proof), width: 160, grows: true, priority: 1, cell: row => <Proof row={row} /> },
      { key: 'from', title: t($ => $.from), width: 110, priority: 2, cell: row => row.from },
      {
        key: 'until',
        title: t($ => $.until),
        width: 110,
        priority: 2,
        cell: row => row.until ?? <span className="key">{t($ => $.forever)}</span>,
      },
      { key: 'by', title: t($ => $.by), width: 100, priority: 3, cell: row => <span className="key">{row.by}</span> },
      ...(onWithdraw
        ? [
            actsColumn<Consent>(
              t($ => $.actions),
              70,
              row =>
                row.state !== 'withdrawn' && (
                  <Button
                    kind="link"
                    aria-label={t($ => $.withdrawOf, { phone: row.phone })}
                    onClick={() => onWithdraw(row)}
                  >
                    {t($ => $.withdraw)}
                  </Button>
                ),
            ),
          ]
        : []),
    ],
    [t, onWithdraw],
  );
};

/** Whether numbers without a consent are called; the merchant's owner says so. */
const Required = ({ required }: { required: boolean }) => {
  const { t } = useTranslation('lists');
  const id = useId();
  const queries = useQueryClient();
  const role = useCurrentUser()?.roleCode;
  const { mutate, isPending } = useMutation({
    mutationFn: (wanted: boolean) => call(endpoints.consent.require, { required: wanted ? '1' : '0' }),
    onSuccess: (_, wanted) => toast.ok(wanted ? t($ => $.requiredOn) : t($ => $.requiredOff)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['consent/list'] }),
  });
  return (
    <span className="row-in gap-6" title={t($ => $.requiredHint)}>
      <Switch
        id={id}
        size="small"
        checked={required}
        disabled={isPending || (role !== 'company' && role !== 'agent')}
        aria-describedby={`${id}-note`}
        onChange={mutate}
      />
      <label htmlFor={id}>{t($ => $.required)}</label>
      <span id={`${id}-note`} className="only-read">
        {t($ => $.requiredHint)}
      </span>
    </span>
  );
};

/** What people consented to: noted, withdrawn, never removed one by one. */
export const ConsentList = () => {
  const { t } = useTranslation('lists');
  const { phone } = useSought();
  const [withdrawing, setWithdrawing] = useState<Consent | null>(null);
  const mayChange = useCurrentUser()?.btns.includes('task:control') ?? false;
  const pages = usePages(['consent/list', phone], ({ after, limit }, signal) =>
    call(endpoints.consent.list, { limit, ...(phone && { phone }), ...(after && { after }) }, { signal, quiet: true }),
  );
  const look = useTableLook('consents', useColumns(mayChange ? setWithdrawing : null));
  return (
    <>
      <ListFrame
        label={t($ => $.tab.consent)}
        ways={useOwnSheets('consent', null)}
        mayChange={mayChange}
        addText={t($ => $.addConsent)}
        look={look}
        pages={pages}
        keyOf={keyOf}
        note={
          <p className="row wrap gap-14">
            {t($ => $.hint.consent)} {pages.page && <Required required={pages.page.required} />}
          </p>
        }
        adding={onClose => <AddConsents onClose={onClose} />}
      />
      {withdrawing && (
        <WithdrawDialog id={withdrawing.id} phone={withdrawing.phone} onClose={() => setWithdrawing(null)} />
      )}
    </>
  );
};
