import type { ProductOfMine } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../../ui/drawer.tsx';
import { when } from '../../../ui/format.ts';
import { Lint } from './lint.tsx';
import { ProductForm } from './product-form.tsx';
import { ProductState } from './product-state.tsx';

interface ProductDrawerProps {
  /** Null: a new one is made. */
  readonly product: ProductOfMine | null;
  readonly planId: string;
  readonly onSaved: (id: string) => void;
  readonly onClose: () => void;
}

/** How it stands: what waits, and why it was sent back or taken down. */
const Standing = ({ product: { state, reason, waiting } }: { product: ProductOfMine }) => {
  const { t } = useTranslation('market');
  const says = [
    state === 'sentBack' && reason && t($ => $.selling.reason, { reason }),
    state === 'takenDown' && reason && t($ => $.selling.takenDown, { reason }),
    state === 'waiting' &&
      waiting &&
      t($ => $.selling.waiting, {
        version: waiting.version,
        at: when(
          waiting.at,
          new Date(),
          t($ => $.today),
        ),
      }),
  ].find(Boolean);
  if (!says) return null;
  return <p className={`market-standing breaks ${state === 'waiting' ? 'hint' : 'wrong'}`}>{says}</p>;
};

/** What a plan is sold as, what keeps it from the shelf, and the way there. */
export const ProductDrawer = ({ product, planId, onSaved, onClose }: ProductDrawerProps) => {
  const { t } = useTranslation('market');
  return (
    <Drawer
      title={product?.title ?? t($ => $.selling.add)}
      status={product && <ProductState state={product.state} pill />}
      subject={product?.id ?? 'new'}
      closeLabel={t($ => $.close)}
      onClose={onClose}
    >
      {product && <Standing product={product} />}
      <ProductForm key={product?.id ?? 'new'} product={product} planId={planId} onSaved={onSaved} />
      {product && <Lint product={product} />}
    </Drawer>
  );
};
