import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { OrderFacts } from './order-facts.tsx';
import type { DeskOrder } from './use-orders.ts';

interface Listed extends Omit<DeskOrder, 'merchant' | 'earned'> {
  readonly beside: ReactNode;
}
interface OrderListProps {
  readonly label: string;
  readonly list: readonly Listed[];
  readonly total: number;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly onOpen: (id: string) => void;
}
const perPage = 20;

/** Orders one below the other; each opens. */
export const OrderList = ({ label, list, total, page, onPage, onOpen }: OrderListProps) => {
  const { t } = useTranslation('audio');
  return (
    <div className="audio-list fill low">
      <ul aria-label={label}>
        {list.map(order => (
          <li key={order.id}>
            <button type="button" className="audio-order stack gap-4 lit" onClick={() => onOpen(order.id)}>
              <span className="row gap-10">
                <b>{t($ => $.order, { id: order.id })}</b>
                <span className="ink2">{order.beside}</span>
              </span>
              <OrderFacts order={order} />
            </button>
          </li>
        ))}
      </ul>
      {total > perPage && (
        <footer className="row gap-8">
          <Button disabled={page === 1} onClick={() => onPage(page - 1)}>
            {t($ => $.before)}
          </Button>
          <Button disabled={page * perPage >= total} onClick={() => onPage(page + 1)}>
            {t($ => $.after)}
          </Button>
        </footer>
      )}
    </div>
  );
};
