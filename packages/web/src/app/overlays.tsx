import { type ComponentType, Suspense, useEffect } from 'react';
import { whenProofWanted } from '../api/wire.ts';
import { closeCustomer, useOpenCustomer } from '../customer/open-customer.ts';
import { answerProof, askProof, closeOverlay, type Overlay, useOverlay } from './overlay.ts';
import { page } from './page.ts';
import { watchVisits } from './palette/recent.ts';
import { watchKeys } from './shortcuts.ts';
import { CommitmentModal, CustomerOver, PasswordDialog, StopAll, StopPlatform } from './slots.tsx';

interface OverlayProps {
  readonly onClose: () => void;
}
const overlays: Readonly<Record<Overlay, ComponentType<OverlayProps>>> = {
  palette: page(
    () => import('./palette/palette.tsx').then(file => file.Palette),
    'palette',
    // What is set, as the page of settings has it.
    'configured',
  ),
  keys: page(() => import('./key-sheet.tsx').then(file => file.KeySheet), 'palette'),
  password: PasswordDialog,
  commitment: CommitmentModal,
  stop: StopAll,
  stopPlatform: StopPlatform,
};
const ProofDialog = page(
  () => import('../features/security/proof-dialog.tsx').then(file => file.ProofDialog),
  'security',
);

/** What lies over the frame, fetched when it is first wanted; and the keys that want it. */
export const Overlays = () => {
  const { open, isProofAsked } = useOverlay();
  useEffect(watchKeys, []);
  useEffect(watchVisits, []);
  useEffect(() => {
    whenProofWanted(askProof);
    // Who signs out leaves nothing open for whoever signs in next.
    return () => {
      answerProof(false);
      closeOverlay();
      closeCustomer();
    };
  }, []);
  const isCustomerOpen = useOpenCustomer(state => state.open !== null);
  const Open = open && overlays[open];
  return (
    <Suspense>
      {Open && <Open onClose={() => closeOverlay(open)} />}
      {isCustomerOpen && <CustomerOver />}
      {isProofAsked && <ProofDialog onAnswer={answerProof} />}
    </Suspense>
  );
};
