import { endpoints } from '@lianxian/contract';
import { Button } from 'antd';
import { Headphones, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { serverUrl } from '../../session/settings.ts';
import { type LiveSound, listen } from '../../sound/live-sound.ts';
import { toast } from '../../ui/toast.ts';

/** One button plays both sides of the live call, and stops them. */
export const ListenButton = ({ id }: { id: string }) => {
  const { t } = useTranslation('console');
  const sound = useRef<LiveSound | null>(null);
  const [listening, setListening] = useState(false);
  useEffect(() => () => sound.current?.stop(), []);

  const start = () => {
    const url = call(endpoints.call.listenTicket, { id }).then(ticket => serverUrl(ticket.url));
    sound.current = listen(url);
    setListening(true);
    sound.current.ended
      .catch(() => toast.bad(t($ => $.testCall.listenFailed)))
      .finally(() => {
        sound.current = null;
        setListening(false);
      });
  };
  return listening ? (
    <Button icon={<Square size={14} aria-hidden="true" />} onClick={() => sound.current?.stop()}>
      {t($ => $.testCall.stopListening)}
    </Button>
  ) : (
    <Button
      icon={<Headphones size={14} aria-hidden="true" />}
      title={t($ => $.testCall.listenTogether)}
      onClick={start}
    >
      {t($ => $.testCall.listen)}
    </Button>
  );
};
