import { Suspense, useEffect } from 'react';
import { whenProofWanted } from '../api/wire.ts';
import { answerProof, askProof, useOverlay } from './overlay.ts';
import { page } from './page.ts';
import { watchKeys } from './shortcuts.ts';

const Palette = page(
  () => import('./palette/palette.tsx').then(file => file.Palette),
  'palette',
  // What is set, as the page of settings has it.
  'configured',
);
const KeySheet = page(() => import('./key-sheet.tsx').then(file => file.KeySheet), 'palette');
const ProofDialog = page(
  () => import('../features/security/proof-dialog.tsx').then(file => file.ProofDialog),
  'security',
);

/** What lies over the frame, fetched when it is first wanted; and the keys that want it. */
export const Overlays = () => {
  const { open } = useOverlay();
  useEffect(watchKeys, []);
  useEffect(() => {
    whenProofWanted(askProof);
    return () => answerProof(false);
  }, []);
  return (
    <Suspense>
      {open === 'palette' && <Palette />}
      {open === 'keys' && <KeySheet />}
      {open === 'proof' && <ProofDialog onAnswer={answerProof} />}
    </Suspense>
  );
};
