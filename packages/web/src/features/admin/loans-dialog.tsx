import { endpoints, type OutputOf } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { amount, count } from '../../ui/format.ts';
import { Modal } from '../../ui/modal.tsx';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';

type Line = OutputOf<typeof endpoints.merchant.lines>['list'][number];
type Loan = OutputOf<typeof endpoints.lending.loans>['list'][number];
/** As many as a page of it shows; nobody has lent a line to more so far. */
const shown = 100;

interface LoansProps {
  /** Whose line it is. */
  readonly owner: string;
  readonly line: Line;
}

const useChanged = () => {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['line/loans'] });
};

const LoanRow = ({ owner, line, loan }: LoansProps & { readonly loan: Loan }) => {
  const { t } = useTranslation('merchants');
  const changed = useChanged();
  const back = useMutation({
    mutationFn: () => call(endpoints.lending.takeBack, { id: owner, lineId: line.id, cid: loan.cid }),
    onSuccess: () => {
      toast.ok(t($ => $.loans.tookBack, { name: loan.merchant }));
      return changed();
    },
  });
  return (
    <tr>
      <th scope="row">
        {loan.merchant} <small className="admin-address hint">{loan.cid}</small>
      </th>
      <td>
        {loan.name} {loan.abroad && <small className="hint">{t($ => $.loans.abroad)}</small>}
      </td>
      <td>
        {count(loan.live)} / {count(loan.channels)}
      </td>
      <td>{amount(loan.pricePerMinute)}</td>
      <td>
        <Button
          aria-label={t($ => $.loans.takeBackOf, { name: loan.merchant })}
          loading={back.isPending}
          onClick={() => back.mutate()}
        >
          {t($ => $.loans.takeBack)}
        </Button>
      </td>
    </tr>
  );
};

/** `mayAbroad`: the line dials numbers abroad, so who has it can be let. */
const LoanForm = ({ owner, line, mayAbroad }: LoansProps & { readonly mayAbroad: boolean }) => {
  const { t } = useTranslation('merchants');
  const changed = useChanged();
  const start = {
    cid: '',
    name: line.name,
    channels: String(line.channels),
    pricePerMinute: line.pricePerMinute,
    abroad: false,
  };
  const form = useEndpointForm({
    endpoint: endpoints.lending.lend,
    start,
    input: ({ cid, name, channels, pricePerMinute, abroad }) => ({
      id: owner,
      lineId: line.id,
      cid: cid.trim(),
      name,
      channels: channels.trim(),
      pricePerMinute: pricePerMinute.trim(),
      unitSeconds: line.unitSeconds === 6 ? ('6' as const) : ('60' as const),
      abroad: abroad ? '1' : '0',
    }),
    next: () => start,
    onDone: () => {
      toast.ok(t($ => $.loans.lent));
      return changed();
    },
  });
  return (
    <form {...form.props} className="admin-lend">
      <TextField form={form} name="cid" label={t($ => $.loans.cid)} />
      <TextField form={form} name="name" label={t($ => $.loans.as)} hint={t($ => $.loans.asHint)} />
      <TextField form={form} name="channels" label={t($ => $.loans.most)} />
      <TextField form={form} name="pricePerMinute" label={t($ => $.lines.price)} inputMode="decimal" />
      {mayAbroad && (
        <label className="row-in gap-6">
          <input
            type="checkbox"
            checked={form.values.abroad}
            onChange={event => form.set({ abroad: event.target.checked })}
          />
          {t($ => $.loans.letAbroad)}
        </label>
      )}
      <footer className="admin-foot flex gap-8 to-end">
        <Button kind="primary" type="submit" loading={form.busy}>
          {t($ => $.loans.lend)}
        </Button>
      </footer>
    </form>
  );
};

/** Who has a line, and how many channels each at most; lends it, and takes it back. */
export const LoansDialog = ({ owner, line, onClose }: LoansProps & { readonly onClose: () => void }) => {
  const { t } = useTranslation('merchants');
  const loans = useQuery({
    queryKey: ['line/loans', owner, line.id],
    queryFn: ({ signal }) =>
      call(endpoints.lending.loans, { id: owner, lineId: line.id, page: 1, limit: shown }, { signal, quiet: true }),
    staleTime: 0,
  });
  const { data } = loans;
  return (
    <Modal
      title={t($ => $.loans.title, { name: line.name })}
      className="admin-modal admin-loans"
      closeLabel={t($ => $.close)}
      onClose={onClose}
    >
      <div className="modal-body">
        {loans.isError && !data && (
          <ErrorPanel title={t($ => $.loans.failed)} error={loans.error} onAgain={() => void loans.refetch()} />
        )}
        {!loans.isError && !data && <Skeleton rows={2} />}
        {data && (
          <p className="hint">{t($ => $.loans.says, { live: count(data.live), channels: count(data.channels) })}</p>
        )}
        {data && data.list.length > 0 && (
          <table className="admin-lines">
            <thead>
              <tr>
                {(['merchant', 'as', 'channels', 'price'] as const).map(key => (
                  <th key={key} className="hint" scope="col">
                    {t($ => $.loans.column[key])}
                  </th>
                ))}
                <th scope="col">
                  <span className="only-read">{t($ => $.loans.takeBack)}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.list.map(loan => (
                <LoanRow key={loan.cid} owner={owner} line={line} loan={loan} />
              ))}
            </tbody>
          </table>
        )}
        <LoanForm owner={owner} line={line} mayAbroad={data?.abroad ?? false} />
      </div>
    </Modal>
  );
};
