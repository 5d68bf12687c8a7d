import type { TopicMessage } from '@lianxian/contract';
import { useEffect, useEffectEvent } from 'react';
import { pause } from '../ui/pause.ts';
import { hearReturn, listenTo } from './socket.ts';

/** The first news is read at once, what comes while one reads is read together, this long after. */
const gapMs = 400;

/**
 * Reads anew when something is told on one of `topics`, and each time the socket comes back. However fast news come, one reading is
 * under way at a time and none is lost: what came meanwhile is read once more. A tab nobody looks at reads when it is
 * looked at. `isNews` leaves out what the page takes from the message itself. Without
 * a topic nothing is heard, nor a return.
 */
export const useNews = (
  topics: string | readonly string[],
  readAnew: () => Promise<unknown>,
  everyMs = gapMs,
  isNews: (message: TopicMessage) => boolean = () => true,
): void => {
  const read = useEffectEvent(readAnew);
  const wanted = useEffectEvent(isNews);
  const names = typeof topics === 'string' ? topics : topics.join(' ');
  useEffect(() => {
    const heard = names.split(' ').filter(topic => topic !== '');
    if (heard.length === 0) return;
    let reading = false;
    let more = false;
    let gone = false;
    const run = async () => {
      if (reading || document.hidden) {
        more = true;
        return;
      }
      reading = true;
      more = false;
      await Promise.allSettled([read(), pause(everyMs)]);
      reading = false;
      if (more && !gone) void run();
    };
    const seen = () => {
      if (more && !document.hidden) void run();
    };
    const stops = heard.map(topic =>
      listenTo(topic, message => {
        if (wanted(message)) void run();
      }),
    );
    const stopWatching = hearReturn(() => void run());
    document.addEventListener('visibilitychange', seen);
    return () => {
      gone = true;
      for (const stop of stops) stop();
      stopWatching();
      document.removeEventListener('visibilitychange', seen);
    };
  }, [names, everyMs]);
};
