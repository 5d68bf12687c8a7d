import { endpoints, type OutputOf } from '@lianxian/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { useEndpointForm } from '../../ui/form/use-endpoint-form.ts';
import { amount, count, when } from '../../ui/format.ts';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import './info.css';

type MerchantInfo = OutputOf<typeof endpoints.merchant.info>;

const useInfo = () =>
  useQuery({
    queryKey: ['merchant/info'],
    queryFn: ({ signal }) => call(endpoints.merchant.info, {}, { signal, quiet: true }),
    staleTime: 0,
  });

const Facts = ({ info }: { info: MerchantInfo }) => {
  const { t } = useTranslation('money');
  const { reseller } = info;
  const facts: readonly (readonly [string, string, string?])[] = [
    [t($ => $.info.number), info.number, t($ => $.info.numberSay)],
    [t($ => $.info.name), info.name],
    [
      t($ => $.info.since),
      when(
        info.createdAt,
        new Date(),
        t($ => $.today),
      ),
    ],
    [
      t($ => $.info.reseller),
      reseller?.name ?? t($ => $.info.platform),
      reseller ? `${reseller.contactName} ${reseller.contactPhone}`.trim() : '',
    ],
  ];
  return (
    <dl className="info-facts grid">
      {facts.map(([name, value, say]) => (
        <div key={name}>
          <dt className="hint">{name}</dt>
          <dd>
            {value} {say && <small>{say}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
};

const quotas = ['employees', 'seats', 'channels'] as const;

/** How much of each quota is used; a full one says whom to ask. */
const Quotas = ({ info }: { info: MerchantInfo }) => {
  const { t } = useTranslation('money');
  const who = info.reseller?.name ?? t($ => $.balance.platform);
  return (
    <ul className="info-quotas grid gap-28">
      {quotas.map(name => {
        const { used, limit } = info[name];
        const isFull = used >= limit;
        return (
          <li className="grid gap-4" key={name}>
            <span className="ink2">{t($ => $.info[name])}</span>
            <b>{t($ => $.info.of, { used: count(used), limit: count(limit) })}</b>
            <meter aria-label={t($ => $.info[name])} min={0} max={Math.max(limit, 1)} value={Math.min(used, limit)} />
            {isFull && (
              <small className="state is-warn">
                <TriangleAlert size={14} aria-hidden="true" /> {t($ => $.info.full, { who })}
              </small>
            )}
          </li>
        );
      })}
    </ul>
  );
};

const Contact = ({ info }: { info: MerchantInfo }) => {
  const { t } = useTranslation('money');
  const queries = useQueryClient();
  const form = useEndpointForm({
    endpoint: endpoints.merchant.saveContact,
    start: { contactName: info.contactName, contactPhone: info.contactPhone },
    onDone: () => {
      toast.ok(t($ => $.info.saved));
      return queries.invalidateQueries({ queryKey: ['merchant/info'] });
    },
  });
  return (
    <form {...form.props} className="info-contact">
      <p className="hint">{t($ => $.info.contactSay)}</p>
      <TextField form={form} name="contactName" label={t($ => $.info.contactName)} />
      <TextField form={form} name="contactPhone" label={t($ => $.info.contactPhone)} />
      <Button kind="primary" type="submit" loading={form.busy}>
        {t($ => $.info.save)}
      </Button>
    </form>
  );
};

/** `/business-info/info-page`: one's own merchant, for its owner alone. */
export const InfoPage = () => {
  const { t } = useTranslation('money');
  const info = useInfo();
  if (info.isError && !info.data)
    return <ErrorPanel whole title={t($ => $.info.failed)} error={info.error} onAgain={() => void info.refetch()} />;
  if (!info.data) return <Skeleton rows={8} />;
  return (
    <div className="info-page">
      <h1>{t($ => $.info.title)}</h1>
      <section>
        <Facts info={info.data} />
      </section>
      <section>
        <h2>{t($ => $.info.quotas)}</h2>
        <Quotas info={info.data} />
      </section>
      <section>
        <h2>{t($ => $.info.balance)}</h2>
        <p className="info-balance">
          <b>{amount(info.data.balance.available)}</b> {t($ => $.balance.yuan)}
          <Link to="/platform/balance">{t($ => $.info.toBalance)}</Link>
        </p>
      </section>
      <section>
        <h2>{t($ => $.info.contact)}</h2>
        <Contact info={info.data} />
      </section>
    </div>
  );
};
