import { Headphones, Square } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useListening } from '../../live/listening.ts';
import { Button } from '../../ui/button.tsx';

/** One button plays both sides of the live call, and stops them. */
export const ListenButton = ({ id }: { id: string }) => {
  const { t } = useTranslation('console');
  const { callId, listen, stop } = useListening();
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
