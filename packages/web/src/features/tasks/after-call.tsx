import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../text/words.ts';
import { plainPage } from '../../ui/chunk.ts';
import { Skeleton } from '../../ui/panels.tsx';

const Editor = plainPage(async () => {
  const [file] = await Promise.all([import('../../work/after-call/after-call-editor.tsx'), wordsOf('afterCall')]);
  return file.AfterCallEditor;
});

/** What happens after a call of the task: closed until somebody wants it, and fetched then. */
export const AfterCall = ({ taskId }: { taskId: string | null }) => {
  const { t } = useTranslation('tasks');
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="editor-step-field tasks-after-call"
      open={isOpen}
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary>
        <h2>{t($ => $.pacing.afterCall)}</h2> <span className="hint">{t($ => $.pacing.afterCallHint)}</span>
      </summary>
      {isOpen && taskId === null && <p className="hint">{t($ => $.pacing.afterCallWait)}</p>}
      {isOpen && taskId !== null && (
        <Suspense fallback={<Skeleton rows={4} />}>
          <Editor taskId={taskId} />
        </Suspense>
      )}
    </details>
  );
};
