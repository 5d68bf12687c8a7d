import { useSyncExternalStore } from 'react';
import { Ticker } from './slots.tsx';

/** From here on the header has room for the notice; below it the right end of the tab row is the header's. */
const wide = matchMedia('(min-width: 1440px)');
const subscribe = (listener: () => void) => {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
};

/** The notice ticker, at one of its two places. */
export const Notice = ({ inHeader }: { inHeader: boolean }) => {
  const roomy = useSyncExternalStore(subscribe, () => wide.matches);
  if (roomy !== inHeader) return null;
  return (
    <div className="app-notice fill lean">
      <Ticker />
    </div>
  );
};
