import { endpoints } from '@lianxian/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { Outage, Refusal } from '../../api/wire.ts';

/** So long after the last letter a note is saved. */
const restMs = 600;

/**
 * One's own note of a call, saved by itself: when one pauses, leaves the field or goes to another call. What could not be
 * saved stays in the field and is sent again with `save`.
 */
export const useNote = (id: string, kept: string) => {
  const client = useQueryClient();
  const [text, setText] = useState(kept);
  const [state, setState] = useState<'still' | 'saving' | 'saved' | 'failed'>('still');
  const sent = useRef(kept);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const send = async (typed: string): Promise<void> => {
    const wanted = typed.trim();
    if (wanted === sent.current) return;
    const before = sent.current;
    sent.current = wanted;
    setState('saving');
    try {
      await call(endpoints.followUp.note, { id, text: wanted });
      setState('saved');
      void client.invalidateQueries({ queryKey: ['call/detail', id] });
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof Outage)) throw error;
      sent.current = before;
      setState('failed');
    }
  };
  const save = (): Promise<void> => {
    clearTimeout(timer.current);
    return send(text);
  };
  const write = (typed: string): void => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void send(typed), restMs);
  };
  const leave = useEffectEvent(() => void save());
  useEffect(() => () => leave(), []);
  return { text, write, save, state };
};
