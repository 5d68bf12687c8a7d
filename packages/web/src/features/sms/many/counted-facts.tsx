import { readYuan, yuanText } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { amount, count } from '../../../ui/format.ts';
import type { Counted } from './use-many-form.ts';

/** What the balance lacks for it; null: it is enough. */
const gapOf = ({ price, available }: Counted): string | null => {
  const gap = (readYuan(price) ?? 0) - (readYuan(available) ?? 0);
  return gap > 0 ? yuanText(gap) : null;
};

/** To how many it goes, what it costs, and whom it does not reach. */
export const CountedFacts = ({ counted }: { counted: Counted }) => {
  const { t } = useTranslation('sms');
  const { people, refused, withheld, missing, parts, price, available, more } = counted;
  const gap = gapOf(counted);
  const left = [
    refused > 0 && t($ => $.many.refused, { n: count(refused) }),
    withheld > 0 && t($ => $.many.withheld, { n: count(withheld) }),
    missing > 0 && t($ => $.many.missing, { n: count(missing) }),
  ].filter(text => text !== false);
  return (
    <section className="sms-counted stack gap-6" role="status">
      {people === 0 ? (
        <>
          <strong>{t($ => $.many.none)}</strong>
          <p className="hint">{t($ => $.many.noneHint)}</p>
        </>
      ) : (
        <p className="row-text gap-10 wrap">
          <strong className="sms-figure">{count(people)}</strong> {t($ => $.many.people)}
          <strong className="sms-figure">{t($ => $.many.price, { price: amount(price) })}</strong>
          <span className="hint">{t($ => $.many.priceHint)}</span>
        </p>
      )}
      {more && <p className="hint">{t($ => $.many.peopleMore, { n: count(people) })}</p>}
      {parts > 0 && <p className="hint">{t($ => $.many.parts, { n: count(parts) })}</p>}
      {left.map(text => (
        <p key={text} className="hint">
          {text}
        </p>
      ))}
      {gap === null ? (
        <p className="hint">{t($ => $.many.available, { money: amount(available) })}</p>
      ) : (
        <p className="wrong">{t($ => $.many.short, { money: amount(available), gap: amount(gap) })}</p>
      )}
    </section>
  );
};
