import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { AreaField, TextField } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { when } from '../../ui/format.ts';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.ts';

type Version = OutputOf<typeof endpoints.usePrice.list>['versions'][number];

const kinds = ['recognitionPrice', 'synthesisPrice', 'modelPrice', 'messagePrice'] as const;
const free = { recognitionPrice: '0', synthesisPrice: '0', modelPrice: '0', messagePrice: '0', asAll: true, hosts: [] };

/** Of one merchant, by its number, or of all: what counts from now on. */
const PriceForm = ({ cid, now }: { cid: string | null; now: Omit<Version, 'at' | 'by'> }) => {
  const { t } = useTranslation('merchants');
  const queries = useQueryClient();
  const { recognitionPrice, synthesisPrice, modelPrice, messagePrice } = now;
  const form = useEndpointForm({
    endpoint: endpoints.usePrice.set,
    start: {
      ...{ recognitionPrice, synthesisPrice, modelPrice, messagePrice },
      ...{ asAll: cid !== null && now.asAll, hosts: now.hosts.join('\n') },
    },
    input: typed => ({
      ...(cid !== null && { cid }),
      asAll: typed.asAll ? ('1' as const) : ('0' as const),
      recognitionPrice: typed.recognitionPrice.trim(),
      synthesisPrice: typed.synthesisPrice.trim(),
      modelPrice: typed.modelPrice.trim(),
      messagePrice: typed.messagePrice.trim(),
      hosts: typed.hosts.split(/[\s,，]+/).filter(host => host !== ''),
    }),
    onDone: () => {
      toast.ok(t($ => $.use.saved));
      return queries.invalidateQueries({ queryKey: ['balance/usePrices'] });
    },
  });
  const followId = form.idOf('asAll');
  return (
    <form {...form.props}>
      <p className="hint">{t($ => $.use.hint)}</p>
      {cid !== null && (
        <div className="row gap-10 admin-use-follow">
          <Switch
            id={followId}
            size="small"
            checked={form.values.asAll}
            aria-describedby={`${followId}-hint`}
            onChange={asAll => form.set({ asAll })}
          />
          <label htmlFor={followId}>{t($ => $.use.follow)}</label>
          <span id={`${followId}-hint`} className="hint">
            {t($ => $.use.followHint)}
          </span>
        </div>
      )}
      {!form.values.asAll && (
        <div className="grid admin-pair">
          <TextField form={form} name="recognitionPrice" label={t($ => $.use.recognition)} inputMode="decimal" />
          <TextField form={form} name="synthesisPrice" label={t($ => $.use.synthesis)} inputMode="decimal" />
          <TextField form={form} name="modelPrice" label={t($ => $.use.model)} inputMode="decimal" />
          <TextField form={form} name="messagePrice" label={t($ => $.use.message)} inputMode="decimal" />
        </div>
      )}
      {cid === null && (
        <AreaField form={form} name="hosts" label={t($ => $.use.hosts)} hint={t($ => $.use.hostsHint)} rows={3} />
      )}
      <footer className="flex gap-8 to-end">
        <Button kind="primary" type="submit" disabled={!form.isChanged} loading={form.busy}>
          {t($ => $.use.save)}
        </Button>
      </footer>
    </form>
  );
};

/** Who set which price when, the newest first. */
const Past = ({ versions }: { versions: readonly Version[] }) => {
  const { t } = useTranslation('merchants');
  return (
    <section aria-label={t($ => $.use.past)}>
      <h3>{t($ => $.use.past)}</h3>
      <ul className="admin-use-past">
        {versions.map(version => (
          <li key={version.at} className="row gap-12 wrap">
            <span className="hint">
              {when(
                version.at,
                new Date(),
                t($ => $.today),
              )}{' '}
              {version.by || t($ => $.use.nobody)}
            </span>
            {version.asAll ? t($ => $.use.asAll) : kinds.map(name => version[name]).join(' · ')}
          </li>
        ))}
      </ul>
    </section>
  );
};

/** What the use of the platform's services costs: a merchant, or all of them. */
export const UsePrices = ({ cid }: { cid: string | null }) => {
  const { t } = useTranslation('merchants');
  const prices = useQuery({
    queryKey: ['balance/usePrices', cid],
    queryFn: ({ signal }) => call(endpoints.usePrice.list, { ...(cid !== null && { cid }) }, { signal, quiet: true }),
    staleTime: 0,
  });
  if (prices.isError && !prices.data)
    return <ErrorPanel title={t($ => $.use.failed)} error={prices.error} onAgain={() => void prices.refetch()} />;
  if (!prices.data) return <Skeleton rows={4} />;
  const { versions } = prices.data;
  const now = versions[0] ?? free;
  return (
    <>
      <PriceForm key={versions[0]?.at ?? ''} cid={cid} now={now} />
      {versions.length > 0 && <Past versions={versions} />}
    </>
  );
};
