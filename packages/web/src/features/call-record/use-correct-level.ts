import { endpoints } from '@lianxian/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { Outage, Refusal } from '../../api/wire.ts';
import type { LevelWord } from '../../ui/level.tsx';
import type { Detail } from './marks.ts';

/** The merchant wants a reason. */
const whyMissing = 456;

/** One wish after the other; `settled` says of what is under way whether it came to be. */
const useTurns = () => {
  const last = useRef<Promise<boolean> | null>(null);
  return {
    settled: () => last.current ?? Promise.resolve(true),
    take: (work: () => Promise<boolean>): Promise<boolean> => {
      const mine = (last.current ?? Promise.resolve(true)).then(work).finally(() => {
        if (last.current === mine) last.current = null;
      });
      last.current = mine;
      return mine;
    },
  };
};

/**
 * Sets the level of a call: it shows at once. The level one saw goes along, so that who was overtaken by somebody else is
 * told, and sees theirs. `wants` is a level that waits for its reason; `undo` sets what it was before.
 */
export const useCorrectLevel = ({ id, level }: Pick<Detail, 'id' | 'level'>) => {
  const client = useQueryClient();
  const [wants, setWants] = useState<LevelWord | null>(null);
  const [before, setBefore] = useState<LevelWord | null>(null);
  const { settled, take } = useTurns();
  const queryKey = ['call/detail', id];
  const show = (part: Partial<Detail>) =>
    client.setQueryData<Detail>(queryKey, known => known && { ...known, ...part });

  const send = async (wanted: LevelWord, why: string): Promise<boolean> => {
    const seen = client.getQueryData<Detail>(queryKey);
    if (!seen || (seen.correction?.level === wanted && why === '')) return true;
    await client.cancelQueries({ queryKey });
    show({ level: wanted });
    try {
      const asked = { id, level: wanted, was: seen.level ?? ('none' as const), why };
      const { correction } = await call(endpoints.level.correct, asked, { quiet: ({ code }) => code === whyMissing });
      show({ correction, corrected: true });
      setBefore(seen.level);
      setWants(null);
      void client.invalidateQueries({ queryKey: ['callLog/list'] });
      return true;
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Outage)) throw error;
      show({ level: seen.level });
      setWants(error instanceof Refusal && error.code === whyMissing ? wanted : null);
      void client.invalidateQueries({ queryKey });
      return false;
    }
  };
  const correct = (wanted: LevelWord, why = '') => take(() => send(wanted, why));
  return {
    level,
    correct,
    settled,
    wants,
    dropWish: () => setWants(null),
    undo: before !== null && before !== level ? () => void correct(before) : null,
  };
};
export type Correcting = ReturnType<typeof useCorrectLevel>;
