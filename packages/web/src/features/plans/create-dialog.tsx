import {
  type Endpoint,
  endpoints,
  fieldChars,
  marketEndpoints,
  marketTrades,
  type OutputOf,
  type ProductRow,
} from '@lianxian/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { SearchField } from '../../ui/filter/search-field.tsx';
import { NameDialog } from '../../ui/name-dialog.tsx';
import { ErrorBar, Skeleton } from '../../ui/panels.tsx';
import '../../ui/plain-select.css';

interface CreateDialogProps {
  readonly onMade: (id: string) => void;
  readonly onClose: () => void;
}

/** A plan of the market is unpacked and looked through first. */
const takeLimitMs = 60_000;
/** What is shown of the free plans at once; who seeks another types of it. */
const mostShown = 50;
type Trade = ProductRow['trade'];

const useFreePlans = (search: string, trade: Trade | null) =>
  useQuery({
    queryKey: ['market/list', 'free', search, trade],
    queryFn: ({ signal }) =>
      call(
        marketEndpoints.list,
        { priceKind: 'free', search, ...(trade && { trade }), sort: 'taken', limit: mostShown },
        { signal, quiet: true },
      ),
    placeholderData: keepPreviousData,
  });

interface BeginningProps {
  readonly chosen: boolean;
  readonly name: string;
  readonly says: ReactNode;
  readonly onChoose: () => void;
}

const Beginning = ({ chosen, name, says, onChoose }: BeginningProps) => (
  <label className="grid lit">
    <input type="radio" name="beginning" checked={chosen} onChange={onChoose} />
    <strong>{name}</strong>
    <span className="hint">{says}</span>
  </label>
);

interface FreePlansProps {
  readonly chosen: ProductRow | null;
  readonly onChoose: (product: ProductRow) => void;
}

/** The market’s free plans: found by word and trade, each with what it does. */
const FreePlans = ({ chosen, onChoose }: FreePlansProps) => {
  const { t } = useTranslation(['plans', 'market']);
  const [search, setSearch] = useState('');
  const [trade, setTrade] = useState<Trade | null>(null);
  const { data, error, refetch } = useFreePlans(search, trade);
  return (
    <>
      <div className="row gap-6">
        <SearchField
          label={t($ => $.search, { ns: 'market' })}
          chars={fieldChars(marketEndpoints.list.input, 'search')}
          value={search}
          onChange={setSearch}
        />
        <select
          className="plain-select"
          aria-label={t($ => $.list.trade, { ns: 'market' })}
          value={trade ?? ''}
          onChange={event => setTrade(marketTrades.find(each => each === event.target.value) ?? null)}
        >
          <option value="">{t($ => $.list.anyTrade, { ns: 'market' })}</option>
          {marketTrades.map(each => (
            <option key={each} value={each}>
              {t($ => $.trade[each], { ns: 'market' })}
            </option>
          ))}
        </select>
      </div>
      {error && (
        <ErrorBar title={t($ => $.list.failed, { ns: 'market' })} error={error} onAgain={() => void refetch()} />
      )}
      {!data && !error && <Skeleton rows={4} height={56} />}
      <div className="plans-free grid gap-6">
        {data?.list.map(product => (
          <Beginning
            key={product.id}
            chosen={chosen?.id === product.id}
            name={product.title}
            says={`${t($ => $.trade[product.trade], { ns: 'market' })} · ${product.description}`}
            onChoose={() => onChoose(product)}
          />
        ))}
        {data?.list.length === 0 && <p className="hint">{t($ => $.list.none, { ns: 'market' })}</p>}
      </div>
    </>
  );
};

type Made = OutputOf<typeof endpoints.plan.create> | OutputOf<typeof marketEndpoints.take>;

/**
 * One that was had when it was chosen is not taken twice: what it is now is copied under the new name. One whose answer was
 * lost is what was asked for.
 */
const planOf = async (made: Made, wasHad: boolean, name: string): Promise<string> => {
  if ('id' in made) return made.id;
  return made.isNew || !wasHad ? made.planId : (await call(endpoints.plan.copy, { id: made.planId, name })).id;
};

/** A new plan: its name, and what it begins with: nothing, or one of the market’s free plans. */
export const CreateDialog = ({ onMade, onClose }: CreateDialogProps) => {
  const { t } = useTranslation(['plans', 'shell']);
  const mayTake = useCurrentUser()?.btns.includes('plan:publish') ?? false;
  const [product, setProduct] = useState<ProductRow | null>(null);
  const [requestId] = useState(() => crypto.randomUUID());
  return (
    <NameDialog<Endpoint>
      title={t($ => $.create.title)}
      label={t($ => $.create.name)}
      ok={t($ => $.create.ok)}
      name=""
      timeLimitMs={takeLimitMs}
      endpoint={product ? marketEndpoints.take : endpoints.plan.create}
      ask={name => (product ? { id: product.id, price: '0', requestId, name } : { name, template: 'empty' })}
      onDone={async (made, name) => onMade(await planOf(made as Made, product?.isTaken ?? false, name))}
      onClose={onClose}
    >
      <fieldset className="plans-templates grid gap-6">
        <legend className="small">{t($ => $.create.from)}</legend>
        <Beginning
          chosen={product === null}
          name={t($ => $.create.empty)}
          says={t($ => $.create.emptySays)}
          onChoose={() => setProduct(null)}
        />
        {mayTake ? (
          <FreePlans chosen={product} onChoose={setProduct} />
        ) : (
          <p className="hint">{t($ => $.create.mayNotTake)}</p>
        )}
      </fieldset>
      <Link to="/PlanMarket">{t($ => $.nav.planMarket, { ns: 'shell' })}</Link>
    </NameDialog>
  );
};
