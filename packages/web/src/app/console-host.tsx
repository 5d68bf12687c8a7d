import { useSearchParams } from 'react-router';
import { useCurrentUser } from '../session/current-user.ts';
import { useSeat } from '../softphone/seat-store.ts';
import { useKeys } from './shortcuts.ts';
import { Console } from './slots.tsx';

/** Fetched when the seat goes online, so that a call finds it there; and for the call-back that an address names. */
export const ConsoleHost = () => {
  const isOn = useSeat(seat => seat.isOn || seat.call !== null);
  const [query] = useSearchParams();
  const { on } = useKeys();
  const mayWork = useCurrentUser()?.seatRight ?? false;
  if (!mayWork || !(isOn || query.has('todoId'))) return null;
  return <Console keys={on} />;
};
