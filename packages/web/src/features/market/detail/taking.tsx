import { ArrowUpCircle, Check } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCurrentUser } from '../../../session/current-user.ts';
import { Button } from '../../../ui/button.tsx';
import { amount, nearTime } from '../../../ui/format.ts';
import { toast } from '../../../ui/toast.ts';
import { type Product, planPath, type Taken, useProductText } from '../product-text.ts';
import { isPaid, useGiveBack, useReadMarketAnew } from '../use-give-back.tsx';
import { TakeDialog } from './take-dialog.tsx';

const UpgradeDialog = lazy(() => import('../upgrade-dialog.tsx').then(file => ({ default: file.UpgradeDialog })));

const useMayTake = () => useCurrentUser()?.btns.includes('plan:publish') ?? false;

/** One has it: the ways to it, to its newer version and back. */
const Mine = ({ mine }: { mine: Taken }) => {
  const { t } = useTranslation('market');
  const [upgrading, setUpgrading] = useState(false);
  const mayTake = useMayTake();
  const { giveBack, question } = useGiveBack();
  const { planName, version, newest, access, refundableUntil } = mine;
  const isNewer = newest > version;
  return (
    <>
      <p className="state is-ok">
        <Check size={14} aria-hidden="true" /> {t($ => $.take.done, { name: planName })}
      </p>
      <p className="row gap-8 wrap">
        <Link className="button is-wide" to={planPath(mine)}>
          {t($ => (access === 'closed' ? $.take.adjust : $.take.edit))}
        </Link>
        <Link className="button is-wide" to="/my-task?edit=new">
          {t($ => $.take.task)}
        </Link>
      </p>
      <p className="row gap-8 wrap">
        <span>{t($ => $.take.version, { version })}</span>
        {isNewer ? (
          <>
            <span className="state is-warn">
              <ArrowUpCircle size={14} aria-hidden="true" /> {t($ => $.take.newest, { version: newest })}
            </span>
            <Button size="small" onClick={() => setUpgrading(true)}>
              {t($ => $.take.upgrade)}
            </Button>
          </>
        ) : (
          <span className="hint">{t($ => $.take.isNewest)}</span>
        )}
      </p>
      {refundableUntil && mayTake && (
        <p className="row gap-8 wrap hint">
          {t($ => (isPaid(mine) ? $.take.giveBackUntil : $.take.dropUntil), {
            time: nearTime(refundableUntil, new Date(), { today: t($ => $.today), tomorrow: t($ => $.tomorrow) }),
          })}
          <Button kind="text" size="small" onClick={() => giveBack(mine)}>
            {t($ => (isPaid(mine) ? $.take.giveBack : $.take.drop))}
          </Button>
        </p>
      )}
      {question}
      <Suspense>{upgrading && <UpgradeDialog taken={mine} onClose={() => setUpgrading(false)} />}</Suspense>
    </>
  );
};

/** What it costs, and the way to have it; who may not is told why. */
export const Taking = ({ product }: { product: Product }) => {
  const { t } = useTranslation('market');
  const text = useProductText();
  const [taking, setTaking] = useState(false);
  const mayTake = useMayTake();
  const readAnew = useReadMarketAnew();
  const { mine, isOwn, state, priceKind, price } = product;
  const mayNot = isOwn ? t($ => $.take.own) : !mayTake && t($ => $.take.mayNot);
  return (
    <section className="market-taking stack gap-8" aria-label={t($ => $.list.price)}>
      <b className="market-price">{text.price(product)}</b>
      {mine ? (
        <Mine mine={mine} />
      ) : (
        <>
          <p className="ink2">{t($ => $.take[priceKind], { price: amount(price) })}</p>
          {mayNot && <p className="hint">{mayNot}</p>}
          {!mayNot && state === 'onShelf' && (
            <Button kind="primary" onClick={() => setTaking(true)}>
              {t($ => $.take.do)}
            </Button>
          )}
        </>
      )}
      {taking && (
        <TakeDialog
          product={product}
          onClose={() => setTaking(false)}
          onTaken={({ paid }, name) => {
            const says = t($ => $.take.done, { name });
            toast.ok(Number(paid) > 0 ? `${says} · ${t($ => $.take.paid, { price: amount(paid) })}` : says);
            setTaking(false);
            void readAnew();
          }}
        />
      )}
    </section>
  );
};
