import { useEffect } from 'react';
import { isCarried } from '../api/token.ts';
import { openSocket } from '../live/socket.ts';
import { accountNow, useCurrentUser } from '../session/current-user.ts';
import { SipPage } from '../softphone/open/sip-page.tsx';
import '../ui/base.css';
import '../ui/button.css';

/** The telephone alone, in another system's page (docs/open-sip.md). With a token of its own it shares no phone with tabs beside. */
export const OpenSipRoute = () => {
  const user = useCurrentUser();
  useEffect(() => openSocket(() => undefined), []);
  const maySit = user?.hasSeat === true && user.seatRight;
  return <SipPage account={maySit ? `${isCarried() ? 'open ' : ''}${accountNow()}` : null} />;
};
