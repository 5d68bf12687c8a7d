import { type ProductToReview, planProductEndpoints } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { AreaField } from '../../../ui/form/fields.tsx';
import { useEndpointForm } from '../../../ui/form/use-endpoint-form.ts';
import { toast } from '../../../ui/toast.ts';
import { useProductText } from '../product-text.ts';
import { ProductState } from '../selling/product-state.tsx';

interface ReviewProps {
  readonly product: ProductToReview;
  readonly onDone: () => void;
}

/** A version that waits goes on the shelf, or back with a reason. */
const Decide = ({ product: { id, version, at }, onDone }: ReviewProps) => {
  const { t } = useTranslation('market');
  const form = useEndpointForm({
    endpoint: planProductEndpoints.review,
    start: { reason: '', verdict: 'shelve' as 'shelve' | 'sendBack' },
    input: values => ({ id, version, at, ...values }),
    onDone: (_, { verdict }) => {
      toast.ok(t($ => (verdict === 'shelve' ? $.reviews.shelved : $.reviews.sentBack)));
      onDone();
    },
  });
  const say = (verdict: 'shelve' | 'sendBack') => () => {
    form.set({ verdict });
    form.submit();
  };
  return (
    <form {...form.props} className="market-form grid gap-8">
      <AreaField
        form={form}
        name="reason"
        label={t($ => $.reviews.reason)}
        hint={t($ => $.reviews.reasonHint)}
        rows={3}
      />
      <footer className="flex gap-8 to-end">
        <Button loading={form.busy} disabled={form.values.reason.trim() === ''} onClick={say('sendBack')}>
          {t($ => $.reviews.sendBack)}
        </Button>
        <Button kind="primary" loading={form.busy} onClick={say('shelve')}>
          {t($ => $.reviews.shelve)}
        </Button>
      </footer>
    </form>
  );
};

const TakeDown = ({ product: { id }, onDone }: ReviewProps) => {
  const { t } = useTranslation('market');
  const form = useEndpointForm({
    endpoint: planProductEndpoints.takeDown,
    start: { reason: '' },
    input: values => ({ id, ...values }),
    onDone: () => {
      toast.ok(t($ => $.reviews.takenDown));
      onDone();
    },
  });
  return (
    <form {...form.props} className="market-form grid gap-8">
      <AreaField
        form={form}
        name="reason"
        label={t($ => $.reviews.reason)}
        hint={t($ => $.reviews.reasonHint)}
        rows={3}
      />
      <footer className="flex to-end">
        <Button danger type="submit" loading={form.busy} disabled={form.values.reason.trim() === ''}>
          {t($ => $.reviews.takeDown)}
        </Button>
      </footer>
    </form>
  );
};

/** All that a product says, before it goes on the shelf. */
export const ReviewDrawer = ({ product, onDone, onClose }: ReviewProps & { onClose: () => void }) => {
  const { t } = useTranslation('market');
  const text = useProductText();
  const { id, title, seller, cid, trade, access, description, note, version, nodes, tests, sentences, state } = product;
  return (
    <Drawer
      title={title}
      status={<ProductState state={state} pill />}
      subject={id}
      closeLabel={t($ => $.close)}
      onClose={onClose}
    >
      <div className="market-part">
        <p className="ink2">
          {[
            `${seller} ${cid}`.trim(),
            t($ => $.trade[trade]),
            text.price(product),
            t($ => $.access[access]),
            `v${version}`,
            `${t($ => $.reviews.nodes)} ${nodes}`,
            t($ => $.reviews.tests, { n: tests.passed }),
          ].join(' · ')}
        </p>
        <p className="market-text breaks">{description}</p>
        <p>
          <b>{t($ => $.reviews.note)}</b> <span className="ink2 breaks">{note || t($ => $.reviews.noNote)}</span>
        </p>
      </div>
      {state === 'waiting' && <Decide product={product} onDone={onDone} />}
      {state === 'onShelf' && <TakeDown product={product} onDone={onDone} />}
      <section className="market-part">
        <h3>{t($ => $.reviews.sentences, { n: sentences.length })}</h3>
        <ol className="market-sentences grid gap-4">
          {sentences.map(sentence => (
            <li key={sentence} className="breaks">
              {sentence}
            </li>
          ))}
        </ol>
      </section>
    </Drawer>
  );
};
