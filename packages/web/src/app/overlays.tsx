import { Suspense, useEffect } from 'react';
import { page } from './chunk.ts';
import { closeOverlay, useOverlay } from './overlay.ts';
import { watchKeys } from './shortcuts.ts';

const Palette = page(() => import('./palette/palette.tsx').then(file => file.Palette));
const KeySheet = page(() => import('./key-sheet.tsx').then(file => file.KeySheet));

/** What lies over the frame, fetched when it is first wanted; and the keys that want it. */
export const Overlays = () => {
  const { open } = useOverlay();
  useEffect(watchKeys, []);
  useEffect(() => closeOverlay, []);
  return (
    <Suspense>
      {open === 'palette' && <Palette />}
      {open === 'keys' && <KeySheet />}
    </Suspense>
  );
};
