import { endpoints } from '@lianxian/contract';
import { PhoneOutgoing } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call as ask } from '../api/call.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { dial } from './seat.ts';
import { useSeat } from './seat-store.ts';

interface CallOutProps {
  /** The record whose person is called again. */
  readonly logId: string;
  /** As it is shown. */
  readonly phone: string;
  /** Of many in a list: its picture alone, in the dress of the row's other tools, which Tab passes by. */
  readonly bare?: string;
}

/** May this seat call out now, so that rows have a button for it? Offline there are none at all (A-21, O-246). */
export const useCallsOut = (): boolean => {
  const isOnline = useSeat(({ state }) => state !== 'offline' && state !== 'connecting');
  const mayCall = useCurrentUser()?.btns.includes('call_out') ?? false;
  return isOnline && mayCall;
};

/** Calls the person of a record from this seat; nothing where it may not. */
export const CallOutButton = ({ logId, phone, bare }: CallOutProps) => {
  const { t } = useTranslation('shell');
  if (!useCallsOut()) return null;
  const press = async () => {
    try {
      // The number itself, or what stands for it where it may not be seen.
      const { msg, planId } = await ask(endpoints.custom.callOut, { logId });
      dial({ to: msg, shown: phone, ...(planId !== null && { planId }) });
    } catch {
      // The toast has said why.
    }
  };
  return (
    <button
      type="button"
      className={bare ?? 'link row gap-4'}
      {...(bare && { 'aria-label': t($ => $.callOutTo, { phone }), tabIndex: -1 })}
      onClick={event => {
        event.stopPropagation();
        void press();
      }}
    >
      <PhoneOutgoing size={bare ? 15 : 13} aria-hidden="true" /> {!bare && t($ => $.callOut)}
    </button>
  );
};
