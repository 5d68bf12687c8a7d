import { CalendarClock } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../session/current-user.ts';
import type { Called } from './call-back-dialog.tsx';

const CallBackDialog = lazy(() => import('./call-back-dialog.tsx').then(file => ({ default: file.CallBackDialog })));

interface CallBackButtonProps {
  readonly called: Called;
  readonly phone: string;
  /** Of many in a list. */
  readonly bare?: boolean;
}

/** Promises a call to this number, for who may make calls. */
export const CallBackButton = ({ called, phone, bare = false }: CallBackButtonProps) => {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);
  const mayCall = useCurrentUser()?.btns.includes('call_out') ?? false;
  if (!mayCall) return null;
  return (
    <>
      <button
        type="button"
        className="link row gap-4"
        {...(bare && { 'aria-label': `${t($ => $.callBack)} ${phone}` })}
        onClick={event => {
          event.stopPropagation();
          setOpen(true);
        }}
      >
        {!bare && <CalendarClock size={13} aria-hidden="true" />} {t($ => $.callBack)}
      </button>
      {open && (
        <Suspense>
          <CallBackDialog called={called} phone={phone} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
