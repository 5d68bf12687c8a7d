import { endpoints } from '@lianxian/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { unlessRefused } from '../../api/wire.ts';
import { fitting, forgetTyped, keepTyped, keptTyped } from '../../ui/unsaved/kept.ts';
import { useUnsaved } from '../../ui/unsaved/unsaved.ts';

/** So long after the last letter a note is saved. */
const restMs = 600;

interface NoteWish {
  /** Of the call. */
  readonly id: string;
  /** As the server has it. */
  readonly kept: string;
  readonly element: () => Element | null;
}

/**
 * One's own note of a call, saved by itself: when one pauses, leaves the field or goes to another call. What could not be
 * saved stays in the field, is asked about before it goes, and is there again after a reload; `save` sends it once more.
 */
export const useNote = ({ id, kept, element }: NoteWish) => {
  const client = useQueryClient();
  const form = `note ${id}`;
  const [text, setText] = useState(() => fitting({ text: kept }, keptTyped(form)).text ?? kept);
  const [state, setState] = useState<'still' | 'saving' | 'saved' | 'failed'>('still');
  const typed = useRef(text);
  const stored = useRef(kept);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef<Promise<unknown>>(Promise.resolve());

  const send = async (): Promise<boolean> => {
    const sent = typed.current;
    if (sent.trim() === stored.current) return true;
    setState('saving');
    if (!(await unlessRefused(call(endpoints.followUp.note, { id, text: sent.trim() })))) {
      setState('failed');
      return false;
    }
    stored.current = sent.trim();
    if (typed.current === sent) forgetTyped(form);
    setState('saved');
    void client.invalidateQueries({ queryKey: ['call/detail', id] });
    return true;
  };
  /** One after the other: what was typed last is what is written last. */
  const save = (): Promise<boolean> => {
    clearTimeout(timer.current);
    const saved = last.current.then(send);
    last.current = saved.catch(() => undefined);
    return saved;
  };
  const write = (value: string): void => {
    setText(value);
    typed.current = value;
    keepTyped(form, { text: value });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), restMs);
  };
  const drop = (): void => {
    clearTimeout(timer.current);
    setText(stored.current);
    typed.current = stored.current;
    forgetTyped(form);
    setState('still');
  };
  useUnsaved({ isChanged: state === 'failed', isRestored: false, element, save, drop });
  const settle = useEffectEvent(() => void save());
  useEffect(() => {
    // What was not saved before a reload.
    settle();
    return () => settle();
  }, []);
  return { text, write, save, state };
};
