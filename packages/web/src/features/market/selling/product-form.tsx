import {
  endpoints,
  marketTrades,
  type ProductOfMine,
  planAccesses,
  planPriceKinds,
  planProductEndpoints,
} from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { AreaField, SelectField, TextField } from '../../../ui/form/fields.tsx';
import { useEndpointForm } from '../../../ui/form/use-endpoint-form.ts';
import { toast } from '../../../ui/toast.ts';
import { useReadProductsAnew } from './use-products.ts';

interface ProductFormProps {
  /** Null: a new one. */
  readonly product: ProductOfMine | null;
  /** Of a new one: the plan it is made of, where that is known. */
  readonly planId: string;
  readonly onSaved: (id: string) => void;
}

/** As many as one chooses from; who has more comes from the plan’s own row. */
const mostPlans = 100;

const usePublished = (isWanted: boolean) =>
  useQuery({
    queryKey: ['plan/mine', 'to sell'],
    queryFn: ({ signal }) => call(endpoints.plan.mine, { limit: mostPlans }, { signal, quiet: true }),
    enabled: isWanted,
  }).data?.list.filter(({ version }) => version !== null);

/** What a plan is sold as. */
export const ProductForm = ({ product, planId, onSaved }: ProductFormProps) => {
  const { t } = useTranslation('market');
  const readAnew = useReadProductsAnew();
  const plans = usePublished(product === null);
  const form = useEndpointForm({
    endpoint: planProductEndpoints.save,
    start: {
      planId: product?.planId ?? planId,
      title: product?.title ?? '',
      trade: product?.trade ?? 'other',
      description: product?.description ?? '',
      priceKind: product?.priceKind ?? 'free',
      price: product?.price ?? '0',
      access: product?.access ?? 'open',
    },
    input: ({ price, ...typed }) => ({
      ...(product && { id: product.id }),
      ...typed,
      price: typed.priceKind === 'free' ? '0' : price,
    }),
    onDone: ({ id }) => {
      toast.ok(t($ => $.selling.saved));
      onSaved(id);
      return readAnew();
    },
  });
  const { priceKind, access } = form.values;
  return (
    <form {...form.props} className="market-form grid gap-12">
      {product === null && (
        <SelectField
          form={form}
          name="planId"
          label={t($ => $.selling.plan)}
          hint={plans?.length === 0 ? t($ => $.selling.noPlans) : t($ => $.selling.planHint)}
        >
          <option value="">—</option>
          {plans?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <TextField form={form} name="title" label={t($ => $.selling.name)} />
      <SelectField form={form} name="trade" label={t($ => $.selling.trade)}>
        {marketTrades.map(trade => (
          <option key={trade} value={trade}>
            {t($ => $.trade[trade])}
          </option>
        ))}
      </SelectField>
      <AreaField
        form={form}
        name="description"
        label={t($ => $.selling.description)}
        hint={t($ => $.selling.descriptionHint)}
        rows={5}
      />
      <div className="market-two grid">
        <SelectField form={form} name="priceKind" label={t($ => $.selling.priceKind)}>
          {planPriceKinds.map(kind => (
            <option key={kind} value={kind}>
              {t($ => $.priceKind[kind])}
            </option>
          ))}
        </SelectField>
        {priceKind !== 'free' && (
          <TextField
            form={form}
            name="price"
            label={t($ => (priceKind === 'once' ? $.selling.priceOnce : $.selling.priceMinute))}
            inputMode="decimal"
          />
        )}
      </div>
      <SelectField form={form} name="access" label={t($ => $.selling.access)} hint={t($ => $.accessSays[access])}>
        {planAccesses.map(each => (
          <option key={each} value={each}>
            {t($ => $.access[each])}
          </option>
        ))}
      </SelectField>
      <footer className="flex to-end">
        <Button kind="primary" type="submit" loading={form.busy} disabled={product !== null && !form.isChanged}>
          {t($ => $.selling.save)}
        </Button>
      </footer>
    </form>
  );
};
