import { useRef, useState } from 'react';
import { textOfFile } from '../../sound/match-files.ts';
import type { SentSound } from '../../sound/send-sound.ts';
import { useSendFile } from '../../sound/use-send-file.ts';

/** A file on its way: sending ─→ ready | failed; gone when it is cancelled or saved. */
export interface Upload {
  readonly key: string;
  readonly file: File;
  readonly text: string;
  readonly part: number;
  readonly state: 'sending' | 'ready' | 'failed';
  readonly sound: SentSound | null;
}

/** Files of one drop; more are taken after these. */
const mostFiles = 200;
/** Sent at once. */
const mostAtOnce = 2;

/** Files that are converted, sent and wait to be saved. */
export const useUploads = () => {
  const sendFile = useSendFile();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const aborts = useRef(new Map<string, AbortController>());
  const queue = useRef<Upload[]>([]);
  const sending = useRef(0);
  const nextKey = useRef(0);

  const change = (key: string, part: Partial<Upload>) =>
    setUploads(all => all.map(each => (each.key === key ? { ...each, ...part } : each)));

  const send = async ({ key, file }: Upload): Promise<void> => {
    const abort = aborts.current.get(key);
    if (!abort) return;
    const sound = await sendFile(file, { signal: abort.signal, onProgress: part => change(key, { part }) });
    change(key, sound === null ? { state: 'failed' } : { state: 'ready', sound, part: 1 });
    aborts.current.delete(key);
  };
  const pump = (): void => {
    while (sending.current < mostAtOnce) {
      const next = queue.current.shift();
      if (!next) return;
      sending.current += 1;
      void send(next).finally(() => {
        sending.current -= 1;
        pump();
      });
    }
  };
  const enqueue = (next: readonly Upload[]): void => {
    for (const { key } of next) aborts.current.set(key, new AbortController());
    queue.current.push(...next);
    pump();
  };
  const drop = (keys: readonly string[]): void => {
    for (const key of keys) {
      aborts.current.get(key)?.abort(new DOMException('cancelled', 'AbortError'));
      aborts.current.delete(key);
    }
    setUploads(all => all.filter(({ key }) => !keys.includes(key)));
  };

  return {
    uploads,
    add: (files: readonly File[]) => {
      const taken = files.slice(0, mostFiles).map((file): Upload => {
        nextKey.current += 1;
        const key = `file ${nextKey.current}`;
        return { key, file, text: textOfFile(file.name), part: 0, state: 'sending', sound: null };
      });
      setUploads(all => [...all, ...taken]);
      enqueue(taken);
    },
    again: (upload: Upload) => {
      change(upload.key, { state: 'sending', part: 0 });
      enqueue([upload]);
    },
    rename: (key: string, text: string) => change(key, { text }),
    drop,
  };
};
export type Uploads = ReturnType<typeof useUploads>;
