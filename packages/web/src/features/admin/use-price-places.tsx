import { Coins } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Skeleton } from '../../ui/panels.tsx';

const UsePrices = lazy(() => import('./use-prices.tsx').then(file => ({ default: file.UsePrices })));

/** Of one merchant, below its lines. */
export const MerchantUsePrices = ({ cid }: { cid: string }) => {
  const { t } = useTranslation('merchants');
  return (
    <section className="admin-form admin-use" aria-label={t($ => $.use.own)}>
      <h3>{t($ => $.use.own)}</h3>
      <Suspense fallback={<Skeleton rows={4} />}>
        <UsePrices cid={cid} />
      </Suspense>
    </section>
  );
};

/** Of all merchants: the platform's word. */
export const PlatformUsePrices = () => {
  const { t } = useTranslation('merchants');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Coins size={14} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t($ => $.use.button)}
      </Button>
      {open && (
        <Modal title={t($ => $.use.title)} closeLabel={t($ => $.cancel)} onClose={() => setOpen(false)}>
          <div className="modal-body admin-use">
            <Suspense fallback={<Skeleton rows={4} />}>
              <UsePrices cid={null} />
            </Suspense>
          </div>
        </Modal>
      )}
    </>
  );
};
