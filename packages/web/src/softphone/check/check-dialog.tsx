import { CircleCheck, CircleX, LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { useSeat } from '../seat-store.ts';
import { checks, type Found, type Part, parts } from './checks.ts';

/** Where a seat registers that has not been told yet. */
const usualPlace = () => ({
  url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.hostname}:5443`,
  stun: null,
});

/** What was found, in words: what is so, or what to change. */
const useSentence = () => {
  const { t } = useTranslation('softphone');
  return ({ says }: Found): string => {
    switch (says.key) {
      case 'noMicrophone':
        return t($ => $.microphone[says.fault]);
      case 'noSpeaker':
        return t($ => $.check.wrong.speaker);
      case 'noNetwork':
        return t($ => $.check.wrong.network, { port: says.port });
      case 'noStun':
        return t($ => $.check.wrong.stun);
      case 'noCertificate':
        return t($ => $.check.wrong.certificate);
      case 'noClock':
        return t($ => $.check.wrong.noClock);
      case 'clockOff':
        return t($ => $.check.wrong.clock, { s: says.s });
      case 'clock':
        return t($ => $.check.fine.clock, { s: says.s });
      case 'network':
      case 'slow':
        return t($ => $.check.fine[says.key], { ms: says.ms });
      default:
        return t($ => $.check.fine[says.key]);
    }
  };
};

const Row = ({ part, found }: { part: Part; found: Found | undefined }) => {
  const { t } = useTranslation('softphone');
  const sentence = useSentence();
  const Icon = found === undefined ? LoaderCircle : found.fine ? CircleCheck : CircleX;
  const look = found === undefined ? 'is-idle' : found.fine ? 'is-ok' : 'is-bad';
  return (
    <li className="softphone-check row gap-10">
      <span className={`state ${look}`}>
        <Icon size={16} className={found === undefined ? 'spinner' : undefined} aria-hidden="true" />
      </span>
      <strong>{t($ => $.check.parts[part])}</strong>
      <span className={found?.fine === false ? 'wrong' : 'ink2'}>
        {found === undefined ? t($ => $.check.running) : sentence(found)}
      </span>
    </li>
  );
};

/** One round: one check after the other, for a microphone hears what a loudspeaker plays. */
const Round = ({ onAgain }: { onAgain: () => void }) => {
  const { t } = useTranslation('softphone');
  const [found, setFound] = useState<Partial<Record<Part, Found>>>({});
  useEffect(() => {
    let isGone = false;
    const place = useSeat.getState().facts ?? usualPlace();
    const run = async () => {
      for (const part of parts) {
        const one = await checks[part](place);
        if (isGone) return;
        setFound(before => ({ ...before, [part]: one }));
      }
    };
    void run();
    return () => {
      isGone = true;
    };
  }, []);
  return (
    <>
      <ul aria-live="polite">
        {parts.map(part => (
          <Row key={part} part={part} found={found[part]} />
        ))}
      </ul>
      <div>
        <Button loading={parts.some(part => found[part] === undefined)} onClick={onAgain}>
          {t($ => $.check.again)}
        </Button>
      </div>
    </>
  );
};

/** Before a shift: what one works with, each with what to change where it is not right. */
export const CheckDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('softphone');
  const [round, setRound] = useState(0);
  return (
    <Modal title={t($ => $.check.title)} closeLabel={t($ => $.check.close)} onClose={onClose}>
      <div className="modal-body stack gap-12">
        <Round key={round} onAgain={() => setRound(round + 1)} />
      </div>
    </Modal>
  );
};
