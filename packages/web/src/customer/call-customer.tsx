import { endpoints } from '@lianxian/contract';
import { PhoneOutgoing } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/call.ts';
import { unlessRefused } from '../api/wire.ts';
import { useCallsOut } from '../softphone/call-out-button.tsx';
import { dial } from '../softphone/seat.ts';
import { Button } from '../ui/button.tsx';
import type { Customer } from './use-customer.ts';

type Dialled = Pick<Customer, 'phone' | 'dial' | 'lastCall' | 'name'>;

/** Calls a customer from this seat: with the plan of the newest call with it, where there was one. */
export const useCallCustomer =
  () =>
  async ({ phone, dial: to, lastCall }: Dialled) => {
    const logId = lastCall?.id ?? null;
    const found =
      logId === null ? undefined : await unlessRefused(call(endpoints.custom.callOut, { logId }, { quiet: true }));
    dial({ to: found?.msg ?? to, shown: phone, ...(found?.planId && { planId: found.planId }) });
  };

/** 呼出 of a customer that is there; only while this seat's telephone is registered (O-135, O-136, O-246). */
export const CallCustomer = ({ customer }: { customer: Dialled }) => {
  const { t } = useTranslation('customer');
  const callIt = useCallCustomer();
  if (!useCallsOut()) return null;
  return (
    <Button kind="primary" icon={<PhoneOutgoing size={14} aria-hidden="true" />} onClick={() => void callIt(customer)}>
      {t($ => $.callOut)}
    </Button>
  );
};
