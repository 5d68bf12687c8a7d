import { lazy, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { accountNow } from '../session/current-user.ts';
import { DialGroup } from './dial-group.tsx';
import { Pill } from './pill.tsx';
import { useRinging } from './ring.ts';
import { joinEarly, joinShown } from './tabs.ts';
import './softphone.css';

const Devices = lazy(() => import('./devices.tsx').then(file => ({ default: file.DevicesDialog })));
const Check = lazy(() => import('./check/check-dialog.tsx').then(file => ({ default: file.CheckDialog })));

joinEarly(accountNow());

/** The header's part of a person who has a seat: its pill, and beside it what one calls out with. */
export const SeatPart = ({ account }: { account: string }) => {
  const [open, setOpen] = useState<'devices' | 'check' | null>(null);
  useEffect(() => joinShown(account), [account]);
  useRinging();
  const close = () => setOpen(null);
  return (
    <>
      <Pill onDevices={() => setOpen('devices')} onCheck={() => setOpen('check')} />
      <DialGroup />
      {createPortal(
        // The header is a landmark, whose parts a dialog’s are not.
        <Suspense>
          {open === 'devices' && <Devices onClose={close} />}
          {open === 'check' && <Check onClose={close} />}
        </Suspense>,
        document.body,
      )}
    </>
  );
};
