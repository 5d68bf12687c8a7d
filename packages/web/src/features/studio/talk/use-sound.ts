import { endpoints, type TalkLine } from '@lianxian/contract';
import { useCallback, useEffect, useRef } from 'react';
import { call } from '../../../api/call.ts';
import { serverUrl } from '../../../api/settings.ts';
import { toast } from '../../../ui/toast.ts';

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
    async (lines: readonly TalkLine[]) => {
      stop();
      const mine = turn.current;
      try {
        for (const { text, sentence } of lines) {
          const { url } = await call(endpoints.nodeVoice.listen, { planId, ...(sentence ?? { text }) });
          if (mine !== turn.current) return;
          const sound = new Audio(serverUrl(url));
          audio.current = sound;
          const over = new Promise(resolve => {
            sound.onended = resolve;
            sound.onpause = resolve;
            sound.onerror = resolve;
          });
          await sound.play();
          await over;
          if (mine !== turn.current) return;
        }
      } catch (error) {
        if (mine === turn.current) toast.bad(error instanceof Error ? error.message : String(error));
      }
    },
    [planId, stop],
  );
  return { play, stop };
};
