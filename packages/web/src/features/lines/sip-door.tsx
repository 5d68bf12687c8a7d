import { useTranslation } from 'react-i18next';
import type { useLines } from './use-lines.ts';

type Door = NonNullable<ReturnType<typeof useLines>['data']>['door'];

/** How far the SIP port of this installation listens; nothing where whoever installed it set an address. */
export const SipDoor = ({ door }: { readonly door: Door }) => {
  const { t } = useTranslation('lines');
  if (!door) return null;
  const isTaken = door.is === 'failed' && door.because === 'EADDRINUSE';
  return (
    <p className={door.is === 'failed' ? 'lines-sip-door is-bad hint' : 'lines-sip-door hint'} role="status">
      {t($ => $.door[isTaken ? 'taken' : door.is], { port: door.port, because: door.because })}
    </p>
  );
};
