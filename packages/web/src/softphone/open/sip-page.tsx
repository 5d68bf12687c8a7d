import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { SeatPart } from '../seat-part.tsx';
import { CallCard } from './call-card.tsx';
import { speakWithFrame } from './frame.ts';
import './sip-page.css';

/** The seat's telephone and nothing else; `account` null: who is signed in has no seat. */
export const SipPage = ({ account }: { account: string | null }) => {
  const { t } = useTranslation('softphone');
  useEffect(speakWithFrame, []);
  return (
    <main className="sip-page stack gap-14">
      <h1 className="only-read">{t($ => $.sip.title)}</h1>
      {account === null ? (
        <p>{t($ => $.sip.noSeat)}</p>
      ) : (
        <>
          <div className="flex wrap gap-10">
            <SeatPart account={account} />
          </div>
          <CallCard />
        </>
      )}
    </main>
  );
};
