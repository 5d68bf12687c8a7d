import { endpoints, type OutputOf } from '@lianxian/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/confirm.tsx';
import { toast } from '../ui/toast.ts';
import { type Customer, useCustomersAnew, useSeesLibrary } from './use-customer.ts';

type Taken = OutputOf<typeof endpoints.customerActs.take>;

/** Takes customers out of the pool; what kept some of them there is said. */
export const useTake = () => {
  const { t } = useTranslation('customer');
  const readAnew = useCustomersAnew();
  const say = ({ taken, gone, cooling, full }: Taken) => {
    if (taken > 0) toast.ok(t($ => $.pool.taken));
    if (gone > 0) toast.info(t($ => $.pool.gone));
    if (cooling > 0) toast.info(t($ => $.pool.cooling));
    if (full > 0) toast.info(t($ => $.pool.full));
  };
  return useMutation({
    mutationFn: (ids: readonly string[]) => call(endpoints.customerActs.take, { ids: [...ids] }),
    onSuccess: answer => {
      say(answer);
      return readAnew();
    },
  });
};

export const useGiveBack = () => {
  const { t } = useTranslation('customer');
  const readAnew = useCustomersAnew();
  return useMutation({
    mutationFn: (ids: readonly string[]) => call(endpoints.customerActs.giveBack, { ids: [...ids] }),
    onSuccess: () => {
      toast.ok(t($ => $.pool.given));
      return readAnew();
    },
  });
};

/** Takes one from the pool, or gives it back. */
export const PoolActs = ({ customer }: { customer: Pick<Customer, 'id' | 'owner' | 'name' | 'phone'> }) => {
  const { t } = useTranslation('customer');
  const [asking, setAsking] = useState(false);
  const take = useTake();
  const give = useGiveBack();
  if (!useSeesLibrary()) return null;
  if (customer.owner === null)
    return (
      <Button loading={take.isPending} onClick={() => take.mutate([customer.id])}>
        {t($ => $.pool.take)}
      </Button>
    );
  return (
    <>
      <Button kind="text" onClick={() => setAsking(true)}>
        {t($ => $.pool.give)}
      </Button>
      {asking && (
        <Confirm
          title={t($ => $.pool.giveTitle, { name: customer.name || customer.phone })}
          text={t($ => $.pool.giveText)}
          okText={t($ => $.pool.give)}
          cancelText={t($ => $.cancel)}
          danger={false}
          busy={give.isPending}
          onOk={() => give.mutate([customer.id], { onSettled: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
};
