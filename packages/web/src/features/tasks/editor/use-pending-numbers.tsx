import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Confirm } from '../../../ui/confirm.tsx';

/** Numbers that are on the page and not in the task yet. */
export interface PendingNumbers {
  /** Some are; what is being typed has no preview yet. */
  is: 'nothing' | 'typed' | 'there';
  /** The way into the task; null: they cannot go in as they are, or nobody knows yet. True once they are on it. */
  import: (() => Promise<boolean>) | null;
}

interface Guard {
  readonly pending: RefObject<PendingNumbers>;
  /** Whoever goes on takes them along, or is asked whether to leave them. */
  readonly guard: (goOn: () => void) => void;
  readonly question: ReactNode;
}

/** What was pasted or sent up is imported by going on: a button that says so is easily passed by. */
export const usePendingNumbers = (): Guard => {
  const { t } = useTranslation('tasks');
  const pending = useRef<PendingNumbers>({ is: 'nothing', import: null });
  const isImporting = useRef(false);
  const [asking, setAsking] = useState<{ readonly goOn: () => void } | null>(null);
  const take = async (run: () => Promise<boolean>, goOn: () => void) => {
    if (isImporting.current) return;
    isImporting.current = true;
    const isIn = await run();
    isImporting.current = false;
    if (isIn) goOn();
  };
  const guard = (goOn: () => void) => {
    const { is, import: run } = pending.current;
    if (is === 'nothing') goOn();
    else if (is === 'there' && run !== null) void take(run, goOn);
    else setAsking({ goOn });
  };
  const question = asking && (
    <Confirm
      title={t($ => $.numbers.leave)}
      text={t($ => $.numbers.leaveText)}
      okText={t($ => $.numbers.leaveOk)}
      cancelText={t($ => $.numbers.leaveNot)}
      onOk={() => {
        setAsking(null);
        asking.goOn();
      }}
      onCancel={() => setAsking(null)}
    />
  );
  return { pending, guard, question };
};
