import { marketEndpoints, type OutputOf } from '@lianxian/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Refusal } from '../../../api/wire.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { useEndpointForm } from '../../../ui/form/use-endpoint-form.ts';
import { amount } from '../../../ui/format.ts';
import { Modal } from '../../../ui/modal.tsx';
import type { Product } from '../product-text.ts';
import '../../../ui/name-dialog.css';

/** It is unpacked and looked through first. */
const takeLimitMs = 60_000;

interface TakeDialogProps {
  readonly product: Product;
  readonly onTaken: (answer: OutputOf<typeof marketEndpoints.take>, name: string) => void;
  readonly onClose: () => void;
}

/** What it costs, and what it is called from then on. The same dialog asks for the same taking, however often it is sent. */
export const TakeDialog = ({ product, onTaken, onClose }: TakeDialogProps) => {
  const { t } = useTranslation('market');
  const { id, title, priceKind, price } = product;
  const [requestId] = useState(() => crypto.randomUUID());
  const [refused, setRefused] = useState<string | null>(null);
  const seesBalance = ['agent', 'company'].includes(useCurrentUser()?.roleCode ?? '');
  const form = useEndpointForm({
    endpoint: marketEndpoints.take,
    start: { name: title },
    input: ({ name }) => ({ id, price, requestId, name }),
    timeLimitMs: takeLimitMs,
    onDone: (answer, { name }) => onTaken(answer, name),
    onRefused: why => setRefused(why instanceof Refusal ? why.message : null),
  });
  const costs = priceKind !== 'free';
  return (
    <Modal
      title={t($ => $.take.title, { title })}
      closeLabel={t($ => $.close)}
      className="name-dialog"
      onClose={onClose}
    >
      <form {...form.props} className="modal-body grid gap-16">
        <TextField form={form} name="name" label={t($ => $.take.name)} autoFocus />
        <p>{t($ => $.take[priceKind], { price: amount(price) })}</p>
        {refused && costs && (
          <p className="wrong">
            {refused} {seesBalance && <Link to="/platform/balance">{t($ => $.take.topUp)}</Link>}
          </p>
        )}
        <footer className="flex gap-8 to-end">
          <Button onClick={onClose}>{t($ => $.take.cancel)}</Button>
          <Button kind="primary" type="submit" disabled={form.values.name.trim() === ''} loading={form.busy}>
            {t($ => $.take.do)}
          </Button>
        </footer>
      </form>
    </Modal>
  );
};
