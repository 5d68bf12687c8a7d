import { useTranslation } from 'react-i18next';
import { count } from '../../../ui/format.ts';
import { intervalOf, type Product, shareText } from '../product-text.ts';

/** How calls with it did, of all who use it together; nothing under so many merchants. */
export const Rating = ({ product: { rating } }: { product: Product }) => {
  const { t } = useTranslation('market');
  return (
    <section className="market-part" aria-label={t($ => $.rating.name)}>
      <h2>{t($ => $.rating.name)}</h2>
      {rating ? (
        <>
          <dl className="market-rating flex gap-28 wrap">
            {(['answered', 'levelA'] as const).map(name => (
              <div key={name}>
                <dt className="hint">{t($ => $.rating[name])}</dt>
                <dd className="row-text gap-8">
                  <b>{shareText(rating[name].share)}</b>
                  <span className="hint">{t($ => $.rating.interval, intervalOf(rating[name]))}</span>
                </dd>
              </div>
            ))}
          </dl>
          <p className="hint">
            {t($ => $.rating.of, { merchants: count(rating.merchants), calls: count(rating.calls) })}
          </p>
        </>
      ) : (
        <p>
          {t($ => $.rating.none)} <span className="hint">{t($ => $.rating.noneHint)}</span>
        </p>
      )}
    </section>
  );
};
