import { endpoints } from '@lianxian/contract';
import { call } from '../api/call.ts';
import { Outage } from '../api/wire.ts';
import { firstWords } from '../text/first-words.ts';
import { toast } from './toast.ts';

/**
 * Says what was removed, with the way back (docs/pages.md#what-is-taken-back). `undo` is what the removal answered; `onBack`
 * reads anew what shows it.
 */
export const sayRemoved = (text: string, undo: string, onBack: () => unknown): void => {
  const { t } = firstWords();
  const back = async () => {
    try {
      await call(endpoints.removal.undo, { id: undo });
      toast.ok(t($ => $.page.undone));
      await onBack();
    } catch (error) {
      // What the server refuses has said so; a lost line is tried again.
      if (error instanceof Outage) sayRemoved(text, undo, onBack);
    }
  };
  toast.ok(text, { act: { text: t($ => $.page.undo), run: () => void back() } });
};
