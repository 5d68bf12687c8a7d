import { marketEndpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../api/call.ts';
import { isGone } from '../../../api/wire.ts';
import { when } from '../../../ui/format.ts';
import { usePaneTitle } from '../../../ui/pane-title.ts';
import { Empty, ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { useAddress } from '../../../ui/use-address.ts';
import { type Product, useProductText } from '../product-text.ts';
import { Opinions } from './opinions.tsx';
import { Picture } from './picture.tsx';
import { Rating } from './rating.tsx';
import { Sample } from './sample.tsx';
import { Taking } from './taking.tsx';
import { TalkSide } from './talk-side.tsx';
import '../market.css';

const Head = ({ product }: { product: Product }) => {
  const { t } = useTranslation('market');
  const text = useProductText();
  const { title, trade, seller, signedBy, state, version, publishedAt } = product;
  const published = when(
    publishedAt,
    new Date(),
    t($ => $.today),
  );
  return (
    <header className="market-head stack gap-4">
      <span className="row-text gap-10 wrap">
        <h1>{title}</h1>
        <Link to={`/PlanMarketList?trade=${trade}`}>{t($ => $.trade[trade])}</Link>
        <span className="ink2">{`v${version} · ${published}`}</span>
      </span>
      <span className="row-text gap-10 wrap small ink2">
        <span>{`${t($ => $.detail.by)} ${text.seller(seller)}`}</span>
        {seller.cid !== '' && <Link to={`/PlanMarketList?cid=${seller.cid}`}>{seller.cid}</Link>}
        <span>
          {signedBy.fingerprint === ''
            ? t($ => $.detail.unsigned)
            : t($ => $.detail.signed, { fingerprint: signedBy.fingerprint })}
        </span>
      </span>
      {state === 'down' && <p className="hint">{t($ => $.detail.down)}</p>}
    </header>
  );
};

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className="market-part" aria-label={name}>
    <h2>{name}</h2>
    {children}
  </section>
);

const Labels = ({ labels, none }: { labels: readonly string[]; none: string }) =>
  labels.length === 0 ? (
    <p className="hint">{none}</p>
  ) : (
    <ul className="market-labels flex gap-6 wrap">
      {labels.map(label => (
        <li key={label}>{label}</li>
      ))}
    </ul>
  );

/** What it says, asks for and may be filled with, and what is promised of it. */
const About = ({ product }: { product: Product }) => {
  const { t } = useTranslation('market');
  const { description, access, licence, opening, collects, fills } = product;
  return (
    <>
      <Part name={t($ => $.detail.about)}>
        <p className="market-text breaks">{description}</p>
        <p>
          <b>{t($ => $.access[access])}</b> <span className="ink2">{t($ => $.accessSays[access])}</span>
        </p>
        <p>
          <b>{t($ => $.licence)}</b>{' '}
          <span className="ink2">{t($ => $.licences[licence as 'open'], { defaultValue: licence })}</span>
        </p>
      </Part>
      <Part name={t($ => $.detail.opening)}>
        <p className="market-text breaks">{opening || t($ => $.detail.noOpening)}</p>
      </Part>
      <div className="market-two grid">
        <Part name={t($ => $.detail.collects)}>
          <Labels labels={collects} none={t($ => $.detail.collectsNone)} />
        </Part>
        <Part name={t($ => $.detail.fills)}>
          <Labels labels={fills} none={t($ => $.detail.fillsNone)} />
        </Part>
      </div>
    </>
  );
};

const Versions = ({ product: { versions, tests } }: { product: Product }) => {
  const { t } = useTranslation('market');
  return (
    <div className="market-two grid">
      <Part name={t($ => $.detail.versions)}>
        <ol className="grid gap-6">
          {versions.map(({ version, note, publishedAt }) => (
            <li key={version} className="row-text gap-8">
              <b>{t($ => $.detail.version, { n: version })}</b>
              <span className="fill lean breaks">{note || t($ => $.detail.noNote)}</span>
              <span className="hint whole">
                {when(
                  publishedAt,
                  new Date(),
                  t($ => $.today),
                )}
              </span>
            </li>
          ))}
        </ol>
      </Part>
      <Part name={t($ => $.detail.tests)}>
        <p>{t($ => $.detail.testsPassed, { n: tests.passed })}</p>
      </Part>
    </div>
  );
};

/** `/PlanMarketDetail?id=`: one plan of the market, and a talk with it beside. */
export const DetailPage = () => {
  const { t } = useTranslation('market');
  const id = useAddress().query.get('id') ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['market/detail', id],
    queryFn: ({ signal }) => call(marketEndpoints.detail, { id }, { signal, quiet: true }),
    enabled: id !== '',
  });
  usePaneTitle(data?.title ?? t($ => $.title));
  if (id === '' || isGone(error))
    return (
      <Empty whole title={t($ => $.detail.gone)} hint={t($ => $.detail.goneHint)}>
        <Link className="button" to="/PlanMarket">
          {t($ => $.detail.back)}
        </Link>
      </Empty>
    );
  if (error && !data)
    return <ErrorPanel whole title={t($ => $.detail.failed)} error={error} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton rows={12} />;
  return (
    <div className="market-detail grid" key={id}>
      <div className="market-main">
        <Head product={data} />
        <About product={data} />
        <Picture product={data} />
        <Sample product={data} />
        <Versions product={data} />
        <Rating product={data} />
        <Opinions id={id} />
      </div>
      <aside className="market-side stack" aria-label={t($ => $.detail.how)}>
        <Taking product={data} />
        <TalkSide id={id} turnsLeft={data.turnsLeft} />
      </aside>
    </div>
  );
};
