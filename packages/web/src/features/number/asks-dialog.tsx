import { endpoints } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCustomersAnew } from '../../customer/use-customer.ts';
import { Button } from '../../ui/button.tsx';
import { when } from '../../ui/format.ts';
import { Modal } from '../../ui/modal.tsx';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import { useAsks, useAsksAnew } from './use-asks.ts';

/** Who asks for customers of one's own; each is given or not. */
export const AsksDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['number', 'parts']);
  const askAnew = useAsksAnew();
  const readAnew = useCustomersAnew();
  const asks = useAsks();
  const answer = useMutation({
    mutationFn: ({ id, give }: { id: string; give: boolean; by: string }) =>
      call(endpoints.customerAsks.answer, { id, give: give ? '1' : '0' }),
    onSuccess: (_, { give, by }) => {
      toast.ok(give ? t($ => $.asks.given, { by }) : t($ => $.asks.refused));
      return Promise.all([askAnew(), readAnew()]);
    },
  });
  const list = asks.data?.list;
  return (
    <Modal title={t($ => $.asks.title)} closeLabel={t($ => $.close, { ns: 'parts' })} onClose={onClose}>
      <div className="modal-body">
        {asks.isError && !list && <ErrorPanel error={asks.error} onAgain={() => void asks.refetch()} />}
        {!asks.isError && !list && <Skeleton rows={3} />}
        {list?.length === 0 && <p>{t($ => $.asks.none)}</p>}
        <ul className="number-groups">
          {list?.map(({ id, phone, name, by, why, at }) => (
            <li key={id} className="row gap-10">
              <div className="fill lean">
                <p className="breaks">{t($ => $.asks.row, { by, name: [name, phone].filter(Boolean).join(' ') })}</p>
                <p className="hint breaks">
                  {[
                    when(
                      at,
                      new Date(),
                      t($ => $.today),
                    ),
                    why,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <Button disabled={answer.isPending} onClick={() => answer.mutate({ id, give: false, by })}>
                {t($ => $.asks.refuse)}
              </Button>
              <Button kind="primary" disabled={answer.isPending} onClick={() => answer.mutate({ id, give: true, by })}>
                {t($ => $.asks.give)}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  );
};
