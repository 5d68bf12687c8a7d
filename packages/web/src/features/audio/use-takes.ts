import { recordOrderEndpoints } from '@lianxian/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { upload } from '../../api/upload.ts';
import { Outage, Refusal } from '../../api/wire.ts';
import { asWav } from '../../sound/wav-file.ts';
import { toast } from '../../ui/toast.ts';
import { dropTake, putTake, type StoredTake, takesOf } from './take-store.ts';

/** While there is no network it is tried so often, and at once when the browser says that there is one. */
const againMs = 5_000;

/** Sends what is due, one after the other; true: all went, or was refused and said so. */
const sendDue = async (order: string, signal: AbortSignal): Promise<boolean> => {
  for (const take of (await takesOf(order)).filter(({ isDue }) => isDue)) {
    const file = new File([take.file], `${take.number}.wav`, { type: 'audio/wav' });
    const fields = { id: order, number: String(take.number) };
    try {
      await upload(recordOrderEndpoints.handIn, file, { signal, onProgress: () => undefined, quiet: true, fields });
      for (const { id, number } of await takesOf(order)) if (number === take.number) await dropTake(id);
    } catch (error) {
      if (!(error instanceof Refusal)) return !(error instanceof Outage);
      toast.bad(error.message);
      await putTake({ ...take, isDue: false });
    }
  }
  return true;
};

/** Takes of an order on this machine, and what becomes of them: kept, dropped, handed in when the network lets them. */
export const useTakes = (order: string) => {
  const queries = useQueryClient();
  const key = ['takes', order];
  const { data: takes = [], isSuccess: isRead } = useQuery({
    queryKey: key,
    queryFn: () => takesOf(order),
    networkMode: 'always',
  });
  const refresh = () => queries.invalidateQueries({ queryKey: key });
  const wake = useRef<() => void>(() => undefined);
  useEffect(() => {
    const ending = new AbortController();
    let isRunning = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const run = async () => {
      if (isRunning || ending.signal.aborted) return;
      isRunning = true;
      clearTimeout(timer);
      const isDone = await sendDue(order, ending.signal).catch(() => false);
      isRunning = false;
      if (ending.signal.aborted) return;
      await queries.invalidateQueries({ queryKey: ['takes', order] });
      await queries.invalidateQueries({ queryKey: ['recordOrder/work', order] });
      if (!isDone) timer = setTimeout(() => void run(), againMs);
    };
    wake.current = () => void run();
    const online = () => void run();
    addEventListener('online', online);
    void run();
    return () => {
      ending.abort(new DOMException('left', 'AbortError'));
      clearTimeout(timer);
      removeEventListener('online', online);
    };
  }, [order, queries]);
  return {
    takes,
    isRead,
    /** A take of a sentence; `isDue`: it is handed in at once. Null: this browser cannot read it. */
    add: async (number: number, file: File, isDue = false): Promise<StoredTake | null> => {
      const { wav, isClipped, heard } = await asWav(file);
      if (heard === null) return null;
      const take = { ...heard, id: crypto.randomUUID(), order, number, file: wav, isClipped, isDue, at: Date.now() };
      await putTake(take);
      await refresh();
      if (isDue) wake.current();
      return take;
    },
    handIn: async (take: StoredTake) => {
      await putTake({ ...take, isDue: true });
      await refresh();
      wake.current();
    },
    drop: async ({ id }: StoredTake) => {
      await dropTake(id);
      await refresh();
    },
  };
};
export type Takes = ReturnType<typeof useTakes>;
