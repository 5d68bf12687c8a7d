import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleDashed, CircleMinus, CircleX, Gauge } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { bareProps, FieldFault } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { amount } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import '../../ui/plain-select.css';
import { LoansDialog } from './loans-dialog.tsx';
import type { AccountRow } from './use-accounts.ts';

type Line = OutputOf<typeof endpoints.merchant.lines>['list'][number];
const looks = {
  up: ['ok', CircleCheck],
  congested: ['warn', Gauge],
  down: ['bad', CircleX],
  unknown: ['idle', CircleDashed],
} as const;

/** What a minute over a line costs: a field and its own button, saved one by one. */
const PriceField = ({ line, number }: { line: Line; number: string }) => {
  const { t } = useTranslation('merchants');
  const queries = useQueryClient();
  const form = useEndpointForm({
    endpoint: endpoints.line.price,
    start: { pricePerMinute: line.pricePerMinute, unitSeconds: line.unitSeconds === 6 ? '6' : '60' },
    input: ({ pricePerMinute, unitSeconds }) => ({
      cid: number,
      lineId: line.id,
      pricePerMinute: pricePerMinute.trim(),
      unitSeconds: unitSeconds === '6' ? ('6' as const) : ('60' as const),
    }),
    onDone: () => {
      toast.ok(t($ => $.changed));
      return queries.invalidateQueries({ queryKey: ['merchant/lines'] });
    },
  });
  const { name } = line;
  return (
    <form {...form.props} className="admin-price flex gap-6">
      <Input
        {...bareProps(form, 'pricePerMinute')}
        aria-label={t($ => $.lines.priceOf, { name })}
        inputMode="decimal"
      />
      <select
        className="plain-select"
        {...form.bound('unitSeconds')}
        aria-label={t($ => $.lines.unitOf, { name })}
        value={form.values.unitSeconds}
        onChange={event => form.set({ unitSeconds: event.target.value })}
      >
        <option value="60">{t($ => $.lines.units.minute)}</option>
        <option value="6">{t($ => $.lines.units.six)}</option>
      </select>
      <Button
        type="submit"
        aria-label={t($ => $.lines.savePrice, { name })}
        disabled={
          Number(form.values.pricePerMinute) === Number(line.pricePerMinute) &&
          Number(form.values.unitSeconds) === line.unitSeconds
        }
        loading={form.busy}
      >
        {t($ => $.lines.save)}
      </Button>
      <FieldFault form={form} name="pricePerMinute" />
    </form>
  );
};

const LineState = ({ line }: { line: Line }) => {
  const { t } = useTranslation('merchants');
  const [tone, Icon] = line.enabled ? looks[line.state] : (['idle', CircleMinus] as const);
  return (
    <span className={`state is-${tone}`}>
      <Icon size={14} aria-hidden="true" /> {line.enabled ? t($ => $.lines.states[line.state]) : t($ => $.lines.off)}
    </span>
  );
};

/** A merchant's lines with what they cost; the platform prices them, a reseller reads. */
export const PriceList = ({ row, mayPrice }: { row: AccountRow; mayPrice: boolean }) => {
  const { t } = useTranslation('merchants');
  const [lending, setLending] = useState<Line | null>(null);
  const lines = useQuery({
    queryKey: ['merchant/lines', row.id],
    queryFn: ({ signal }) => call(endpoints.merchant.lines, { id: row.id }, { signal, quiet: true }),
    staleTime: 0,
  });
  if (lines.isError && !lines.data)
    return <ErrorPanel title={t($ => $.lines.failed)} error={lines.error} onAgain={() => void lines.refetch()} />;
  if (!lines.data) return <Skeleton rows={4} />;
  if (lines.data.list.length === 0) return <Empty title={t($ => $.lines.empty)} hint={t($ => $.lines.emptyHint)} />;
  return (
    <>
      {!mayPrice && <p className="admin-say">{t($ => $.lines.readOnly)}</p>}
      <table className="admin-lines">
        <thead>
          <tr>
            <th className="hint" scope="col">
              {t($ => $.lines.name)}
            </th>
            <th className="hint" scope="col">
              {t($ => $.lines.state)}
            </th>
            <th className="hint" scope="col">
              {t($ => $.lines.channels)}
            </th>
            <th className="hint" scope="col">
              {t($ => $.lines.price)}
            </th>
            <th scope="col">
              <span className="only-read">{t($ => $.loans.lend)}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.data.list.map(line => (
            <tr key={line.id}>
              <th scope="row">
                {line.name}{' '}
                <small className="admin-address hint">{line.lent ? t($ => $.loans.isLent) : line.address}</small>
              </th>
              <td>
                <LineState line={line} />
              </td>
              <td>{line.channels}</td>
              <td>
                {line.practice ? (
                  <span className="key">{t($ => $.lines.free)}</span>
                ) : mayPrice ? (
                  <PriceField key={`${line.pricePerMinute} ${line.unitSeconds}`} line={line} number={row.number} />
                ) : (
                  `${amount(line.pricePerMinute)} ${t($ => (line.unitSeconds === 6 ? $.lines.units.six : $.lines.units.minute))}`
                )}
              </td>
              <td>
                {!line.practice && !line.lent && (
                  <Button aria-label={t($ => $.loans.lendOf, { name: line.name })} onClick={() => setLending(line)}>
                    {t($ => $.loans.lend)}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {lending && <LoansDialog owner={row.id} line={lending} onClose={() => setLending(null)} />}
    </>
  );
};
