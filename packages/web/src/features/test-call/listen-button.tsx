import { Headphones, Square } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useListening } from '../../live/listening.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';

/** One button plays both sides of the live call, and stops them; for who may listen: whoever placed it reads along. */
export const ListenButton = ({ id }: { id: string }) => {
  const { t } = useTranslation('shell');
  const { callId, listen, stop } = useListening();
  const mayListen = useCurrentUser()?.btns.includes('seat:monitor') ?? false;
  if (!mayListen) return null;
  return callId === id ? (
    <Button icon={<Square size={14} aria-hidden="true" />} onClick={stop}>
      {t($ => $.testCall.stopListening)}
    </Button>
  ) : (
    <Button
      icon={<Headphones size={14} aria-hidden="true" />}
      title={t($ => $.testCall.listenTogether)}
      onClick={() => listen(id)}
    >
      {t($ => $.testCall.listen)}
    </Button>
  );
};
