import { type ProductOfMine, planProductEndpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { AreaField } from '../../../ui/form/fields.tsx';
import { useEndpointForm } from '../../../ui/form/use-endpoint-form.ts';
import { ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { toast } from '../../../ui/toast.ts';
import { useReadProductsAnew } from './use-products.ts';

/** Its test conversations are run. */
const lintLimitMs = 60_000;

/** Hands the newest version in, with what is new in it. */
const Submit = ({ id, version }: { id: string; version: number }) => {
  const { t } = useTranslation('market');
  const readAnew = useReadProductsAnew();
  const form = useEndpointForm({
    endpoint: planProductEndpoints.submit,
    start: { note: '' },
    input: values => ({ id, ...values }),
    timeLimitMs: lintLimitMs,
    onDone: answer => {
      toast.ok(t($ => $.selling.submitted, { version: answer.version }));
      return readAnew();
    },
  });
  return (
    <form {...form.props} className="grid gap-8">
      <AreaField form={form} name="note" label={t($ => $.selling.note)} hint={t($ => $.selling.noteHint)} rows={2} />
      <footer className="flex to-end">
        <Button type="submit" loading={form.busy}>
          {`${t($ => $.selling.submit)} v${version}`}
        </Button>
      </footer>
    </form>
  );
};

/** What keeps the newest version from the shelf, where it stands; when nothing does it is handed in. */
export const Lint = ({ product }: { product: ProductOfMine }) => {
  const { t } = useTranslation('market');
  const { id, planId, planVersion } = product;
  const { data, error, refetch } = useQuery({
    queryKey: ['planProduct/lint', id, planVersion],
    queryFn: ({ signal }) => call(planProductEndpoints.lint, { id }, { signal, quiet: true, timeLimitMs: lintLimitMs }),
  });
  const isIn = planVersion !== null && (product.waiting?.version === planVersion || product.version === planVersion);
  return (
    <section className="market-part" aria-label={t($ => $.selling.lint)}>
      <h2>{t($ => $.selling.lint)}</h2>
      {error && !data && (
        <ErrorPanel title={t($ => $.selling.lintFailed)} error={error} onAgain={() => void refetch()} />
      )}
      {!error && !data && <Skeleton rows={2} />}
      {data && data.faults.length > 0 && (
        <>
          <p className="state is-bad">
            <CircleX size={14} aria-hidden="true" /> {t($ => $.selling.lintFaults, { n: data.faults.length })}
          </p>
          <ul className="grid gap-4">
            {data.faults.map(({ fault, where, detail }) => (
              <li key={`${fault} ${where} ${detail}`} className="breaks">
                <b>{t($ => $.selling.faults[fault])}</b>{' '}
                {where && <span className="ink2">{detail ? t($ => $.selling.where, { where, detail }) : where}</span>}
                {!where && detail && <span className="ink2">{detail}</span>}
              </li>
            ))}
          </ul>
          <Link to={`/plan/${planId}`}>{t($ => $.take.edit)}</Link>
        </>
      )}
      {data?.faults.length === 0 && data.version !== null && (
        <>
          <p className="state is-ok">
            <CircleCheck size={14} aria-hidden="true" />{' '}
            {t($ => $.selling.lintOk, { version: data.version, tests: data.tests.passed })}
          </p>
          {!isIn && <Submit id={id} version={data.version} />}
        </>
      )}
    </section>
  );
};
