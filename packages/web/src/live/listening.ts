import { endpoints } from '@lianxian/contract';
import i18next from 'i18next';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { serverUrl } from '../api/settings.ts';
import { type LiveSound, listen } from '../sound/live-sound.ts';
import { toast } from '../ui/toast.ts';

interface Listening {
  /** The call that is heard now; one at a time. */
  readonly callId: string | null;
  /** From a click or a key: browsers start sound only then. */
  readonly listen: (callId: string) => void;
  readonly stop: () => void;
}

/** Both sides of one live call as sound, until it ends, one stops, or what asked for it is gone. */
export const useListening = (): Listening => {
  const sound = useRef<LiveSound | null>(null);
  const [callId, setCallId] = useState<string | null>(null);
  useEffect(() => () => sound.current?.stop(), []);

  const stop = useCallback(() => sound.current?.stop(), []);
  const start = useCallback((id: string) => {
    sound.current?.stop();
    const heard = listen(call(endpoints.call.listenTicket, { id }).then(ticket => serverUrl(ticket.url)));
    sound.current = heard;
    setCallId(id);
    heard.ended
      .catch(() => toast.bad(i18next.t($ => $.testCall.listenFailed, { ns: 'shell' })))
      .finally(() => {
        if (sound.current !== heard) return;
        sound.current = null;
        setCallId(null);
      });
  }, []);
  return { callId, listen: start, stop };
};
