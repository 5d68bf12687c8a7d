import { marketEndpoints } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { amount } from '../../ui/format.ts';
import { toast } from '../../ui/toast.ts';
import type { Taken } from './product-text.ts';

/** What shows what one has of the market. */
const lists = ['market/detail', 'market/mine', 'market/shelves', 'market/list', 'plan/mine'];

/** Whatever one takes, gives back or upgrades is read anew where it stands. */
export const useReadMarketAnew = () => {
  const queries = useQueryClient();
  return () => Promise.all(lists.map(key => queries.invalidateQueries({ queryKey: [key] })));
};

export const isPaid = ({ paid }: Taken): boolean => Number(paid) > 0;

/** Asks, and gives a plan back. Where nothing was paid, nobody reads of money. */
export const useGiveBack = (): { readonly giveBack: (taken: Taken) => void; readonly question: ReactNode } => {
  const { t } = useTranslation('market');
  const [asked, setAsked] = useState<Taken | null>(null);
  const readAnew = useReadMarketAnew();
  const { mutate, isPending } = useMutation({
    mutationFn: (planId: string) => call(marketEndpoints.giveBack, { planId }),
    onSuccess: ({ refunded }) =>
      toast.ok(Number(refunded) > 0 ? t($ => $.take.givenBack, { price: amount(refunded) }) : t($ => $.take.dropped)),
    onSettled: () => {
      setAsked(null);
      return readAnew();
    },
  });
  const question = asked && (
    <Confirm
      {...(isPaid(asked)
        ? {
            title: t($ => $.take.giveBackTitle, { name: asked.planName }),
            text: t($ => $.take.giveBackText, { price: amount(asked.paid) }),
            okText: t($ => $.take.giveBack),
          }
        : {
            title: t($ => $.take.dropTitle, { name: asked.planName }),
            text: t($ => $.take.dropText),
            okText: t($ => $.take.drop),
          })}
      cancelText={t($ => $.take.keep)}
      busy={isPending}
      onOk={() => mutate(asked.planId)}
      onCancel={() => setAsked(null)}
    />
  );
  return { giveBack: setAsked, question };
};
