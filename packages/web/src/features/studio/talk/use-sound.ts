import { endpoints, type TalkLine } from '@lianxian/contract';
import { useCallback, useEffect, useRef } from 'react';
import { call } from '../../../api/call.ts';
import { serverUrl } from '../../../api/settings.ts';
import { toast } from '../../../ui/toast.ts';

interface Told {
  /** The first of them is heard. */
  readonly onSound: () => void;
  /** Instead of a toast. */
  readonly onFail: (error: unknown) => void;
}

/** Robot lines as they sound on a call, one after the other; a new reply silences what is left of the last. */
export const useSound = (planId: string) => {
  const audio = useRef<HTMLAudioElement | null>(null);
  const turn = useRef(0);
  const stop = useCallback(() => {
    turn.current += 1;
    audio.current?.pause();
  }, []);
  useEffect(() => stop, [stop]);
  const play = useCallback(
    async (lines: readonly TalkLine[], told?: Told) => {
      stop();
      const mine = turn.current;
      try {
        for (const [nth, { text, sentence }] of lines.entries()) {
          const asked = { planId, ...(sentence ?? { text }) };
          const { url } = await call(endpoints.nodeVoice.listen, asked, { quiet: told !== undefined });
          if (mine !== turn.current) return;
          const sound = new Audio(serverUrl(url));
          audio.current = sound;
          const over = new Promise(resolve => {
            sound.onended = resolve;
            sound.onpause = resolve;
            sound.onerror = resolve;
          });
          await sound.play();
          if (nth === 0 && mine === turn.current) told?.onSound();
          await over;
          if (mine !== turn.current) return;
        }
      } catch (error) {
        if (mine !== turn.current) return;
        if (told) told.onFail(error);
        else toast.bad(error instanceof Error ? error.message : String(error));
      }
    },
    [planId, stop],
  );
  return { play, stop };
};
