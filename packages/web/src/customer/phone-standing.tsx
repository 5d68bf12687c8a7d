import { endpoints, fieldChars, type OutputOf } from '@lianxian/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/call.ts';
import { Button } from '../ui/button.tsx';
import { Input } from '../ui/input.tsx';
import { toast } from '../ui/toast.ts';
import { useSeesLibrary } from './use-customer.ts';

type Standing = OutputOf<typeof endpoints.customer.whose>;

const whoseKey = 'custom/whose';
/** Whether a number is a customer already; asked once it is whole. */
const useWhose = (phone: string | null): Standing | undefined => {
  const sees = useSeesLibrary();
  return useQuery({
    queryKey: [whoseKey, phone],
    queryFn: ({ signal }) => call(endpoints.customer.whose, { phone: phone ?? '' }, { signal, quiet: true }),
    enabled: sees && phone !== null,
    staleTime: 0,
  }).data;
};

/** Asks whoever has the customer of a number to give it; who that is nobody learns. */
const useAsk = (phone: string) => {
  const { t } = useTranslation('customer');
  return useMutation({
    mutationFn: (why: string) => call(endpoints.customerAsks.ask, { phone, why }),
    onSuccess: () => toast.ok(t($ => $.phone.sent)),
  });
};

/** Under the number of somebody new: it is a customer already, and what can be done about that. */
export const PhoneStanding = ({ phone, onOpen }: { phone: string | null; onOpen: (id: string) => void }) => {
  const { t } = useTranslation('customer');
  const whose = useWhose(phone);
  const ask = useAsk(phone ?? '');
  if (!whose || phone === null || whose.standing === 'free') return null;
  const { standing, id } = whose;
  return (
    <p className="customer-standing row gap-8 small" role="status">
      <span>{t($ => $.phone[standing])}</span>
      {id !== null && (
        <button type="button" className="link" onClick={() => onOpen(id)}>
          {t($ => $.phone.openIt)}
        </button>
      )}
      {standing === 'elses' &&
        (whose.asked || ask.isSuccess ? (
          <span className="ink3">{t($ => $.phone.asked)}</span>
        ) : (
          <button type="button" className="link" disabled={ask.isPending} onClick={() => ask.mutate('')}>
            {t($ => $.phone.ask)}
          </button>
        ))}
    </p>
  );
};

const whyChars = fieldChars(endpoints.customerAsks.ask.input, 'why');

/** In place of the drawer's form: the number is a colleague's customer. */
export const ElsesCustomer = ({ phone }: { phone: string }) => {
  const { t } = useTranslation('customer');
  const [why, setWhy] = useState('');
  const ask = useAsk(phone);
  const whose = useWhose(phone);
  return (
    <div className="customer-elses stack gap-8">
      <strong>{t($ => $.elses.title)}</strong>
      <p>{t($ => $.elses.hint)}</p>
      {whose?.asked || ask.isSuccess ? (
        <p role="status">{t($ => $.phone.asked)}</p>
      ) : (
        <>
          <Input
            aria-label={t($ => $.elses.why)}
            placeholder={t($ => $.elses.whyHint)}
            maxLength={whyChars}
            value={why}
            onChange={event => setWhy(event.target.value)}
          />
          <Button kind="primary" loading={ask.isPending} onClick={() => ask.mutate(why.trim())}>
            {t($ => $.phone.ask)}
          </Button>
        </>
      )}
    </div>
  );
};
