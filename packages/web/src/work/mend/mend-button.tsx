import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../session/current-user.ts';
import { wordsOf } from '../../text/words.ts';
import type { SaidLine } from './said.ts';

const MendDialog = lazy(async () => {
  const [file] = await Promise.all([import('./mend-dialog.tsx'), wordsOf('mend')]);
  return { default: file.MendDialog };
});

interface MendButtonProps {
  /** Asked for when it is opened: that is the line, whatever is said meanwhile. */
  readonly said: () => SaidLine;
  readonly onOpen?: (isOpen: boolean) => void;
  /** The draft is at that revision now. */
  readonly onChanged?: (rev: number) => void;
}

/** 听错了: the way from a callee's line into the draft of its plan; not there for who may not change plans. */
export const MendButton = ({ said, onOpen, onChanged }: MendButtonProps) => {
  const { t } = useTranslation('shell');
  const [opened, setOpened] = useState<SaidLine | null>(null);
  const open = (line: SaidLine | null) => {
    setOpened(line);
    onOpen?.(line !== null);
  };
  const mayEdit = useCurrentUser()?.btns.includes('plan:edit') ?? false;
  if (!mayEdit) return null;
  return (
    <>
      <button type="button" className="link small" onClick={() => open(said())}>
        {t($ => $.heardWrong)}
      </button>
      {opened && (
        <Suspense>
          <MendDialog said={opened} onChanged={onChanged} onClose={() => open(null)} />
        </Suspense>
      )}
    </>
  );
};
