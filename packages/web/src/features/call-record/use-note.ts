import { endpoints } from '@lianxian/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { unlessRefused } from '../../api/wire.ts';
import { fitting, forgetTyped, keepTyped, keptTyped } from '../../ui/unsaved/kept.ts';
import { useUnsaved } from '../../ui/unsaved/unsaved.ts';

/** So long after the last letter a note is saved. */
const restMs = 600;

/** So many notes of which no answer came are remembered as one's own. */
const mostUnanswered = 20;

interface NoteWish {
  /** Of the call. */
  readonly id: string;
  /** As the server has it. */
  readonly kept: string;
  readonly element: () => Element | null;
}

type NoteState = 'still' | 'saving' | 'saved' | 'failed' | 'elsewhere';

/**
 * One's own note of a call, saved by itself: when one pauses, leaves the field or goes to another call. What could not be
 * saved stays in the field, is asked about before it goes, and is there again after a reload; `save` sends it once more.
 * What is typed is kept with what it was typed over: where that was written anew elsewhere, neither goes before one chose.
 */
export const useNote = ({ id, kept, element }: NoteWish) => {
  const client = useQueryClient();
  const form = `note ${id}`;
  const [draft] = useState(() => fitting({ text: kept, was: kept, sent: [] as string[] }, keptTyped(form)));
  const [text, setText] = useState(draft.text ?? kept);
  const [state, setState] = useState<NoteState>('still');
  /** What somebody's other window wrote in place of what this one began with. */
  const [elsewhere, setElsewhere] = useState<string | null>(null);
  const typed = useRef(text);
  const stored = useRef(draft.was ?? kept);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef<Promise<unknown>>(Promise.resolve());

  /** Sent, and no answer came: it may be written all the same, and is then one's own, over a reload too. */
  const unanswered = useRef(new Set(draft.sent));

  const isSaved = () => typed.current.trim() === stored.current;
  const put = (value: string): void => {
    // Half a character is stored by nobody.
    typed.current = value.toWellFormed();
    setText(typed.current);
  };
  const keep = () => keepTyped(form, { text: typed.current, was: stored.current, sent: [...unanswered.current] });
  const isWritten = (now: string): void => {
    stored.current = now;
    unanswered.current.clear();
    setElsewhere(null);
    if (isSaved()) forgetTyped(form);
    else keep();
  };
  const isSent = (text: string): void => {
    const [oldest = ''] = unanswered.current;
    if (unanswered.current.size >= mostUnanswered) unanswered.current.delete(oldest);
    unanswered.current.add(text);
    keep();
  };
  const send = async (): Promise<boolean> => {
    if (isSaved()) return true;
    const sent = typed.current.trim();
    setState('saving');
    isSent(sent);
    const answer = await unlessRefused(call(endpoints.followUp.note, { id, text: sent, was: stored.current }));
    if (!answer) {
      setState('failed');
      return false;
    }
    const now = answer.note?.text ?? '';
    if (now !== sent && unanswered.current.has(now)) {
      isWritten(now);
      return await send();
    }
    if (now !== sent && now !== typed.current.trim()) {
      setElsewhere(now);
      setState('elsewhere');
      return false;
    }
    isWritten(now);
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
    put(value);
    keep();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), restMs);
  };
  const drop = (): void => {
    clearTimeout(timer.current);
    put(stored.current);
    forgetTyped(form);
    setElsewhere(null);
    setState('still');
  };
  /** Over what was written elsewhere, which one has seen now. */
  const choose = (value: string): void => {
    stored.current = elsewhere ?? stored.current;
    if (value === stored.current) drop();
    else {
      write(value);
      void save();
    }
  };
  useUnsaved({ isChanged: state === 'failed' || state === 'elsewhere', isRestored: false, element, save, drop });
  const settle = useEffectEvent(() => void save());
  useEffect(() => {
    // What was not saved before a reload.
    settle();
    return () => settle();
  }, []);
  // Written elsewhere while nothing is typed here.
  const follow = useEffectEvent((now: string) => {
    if (!isSaved() || now === stored.current) return;
    stored.current = now;
    put(now);
  });
  useEffect(() => follow(kept), [kept]);
  return { text, write, save, state, elsewhere, choose };
};
