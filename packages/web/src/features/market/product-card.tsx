import type { ProductRow } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { count } from '../../ui/format.ts';
import { detailPath, shareText, useProductText } from './product-text.ts';

/** One plan on a shelf: what it is for, what it costs, how it did. */
export const ProductCard = ({ product }: { product: ProductRow }) => {
  const { t } = useTranslation('market');
  const text = useProductText();
  const { id, title, trade, description, seller, access, rating, taken, isTaken, isOwn } = product;
  return (
    <Link to={detailPath(id)} className="market-card stack gap-2 lit">
      <span className="row-text gap-8">
        <strong className="cut">{title}</strong>
        <b className="push whole">{text.price(product)}</b>
      </span>
      <span className="hint cut">
        {[t($ => $.trade[trade]), text.seller(seller), t($ => $.access[access])].join(' · ')}
      </span>
      <span className="market-says ink2">{description}</span>
      <span className="row-text gap-8 small ink3">
        <span>
          {rating ? t($ => $.rating.short, { share: shareText(rating.levelA.share) }) : t($ => $.rating.none)}
        </span>
        <span>{t($ => $.taken, { n: count(taken) })}</span>
        {(isTaken || isOwn) && <span className="push">{t($ => (isOwn ? $.isOwn : $.isTaken))}</span>}
      </span>
    </Link>
  );
};
