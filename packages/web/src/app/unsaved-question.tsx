import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { answersQuestions, answerUnsaved, type Unsaved, useUnsavedStore } from '../ui/unsaved/unsaved.ts';
import { useModal } from '../ui/use-modal.ts';
import { tabOf } from './panes/tabs.ts';
import { useTabs } from './panes/use-tabs.ts';
import { useTitleOf } from './place.ts';
import '../ui/confirm.css';

const Dialog = ({ left }: { left: readonly Unsaved[] }) => {
  const { t } = useTranslation('frame');
  const id = useId();
  const dialog = useModal();
  const tabs = useTabs();
  const titleOf = useTitleOf();
  const names = [...new Set(left.map(({ pane }) => pane))].flatMap(pane => {
    const tab = tabOf(tabs, pane);
    return tab ? [titleOf(tab)] : [];
  });
  const answer = (how: Parameters<typeof answerUnsaved>[0]) => () => void answerUnsaved(how);
  return (
    <dialog
      ref={dialog}
      className="confirm"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onCancel={event => {
        event.preventDefault();
        void answerUnsaved('stay');
      }}
    >
      <h2 id={id}>{t($ => $.unsaved.title)}</h2>
      <p id={`${id}-text`}>
        {names.length > 0
          ? t($ => $.unsaved.where, { names: names.join(t($ => $.unsaved.and)) })
          : t($ => $.unsaved.text)}
      </p>
      <footer>
        <Button onClick={answer('stay')}>{t($ => $.unsaved.stay)}</Button>
        <Button danger onClick={answer('drop')}>
          {t($ => $.unsaved.leave)}
        </Button>
        {left.every(({ save }) => save !== null) && (
          <Button kind="primary" onClick={answer('save')}>
            {t($ => $.unsaved.save)}
          </Button>
        )}
      </footer>
    </dialog>
  );
};

/** Asks once what becomes of what was typed, wherever it is left from: save it, give it up, or stay. */
export const UnsavedQuestion = () => {
  const { list, question } = useUnsavedStore();
  const isAny = list.length > 0;
  useEffect(answersQuestions, []);
  // The browser's own question; what may be kept is there again after a reload all the same.
  useEffect(() => {
    if (!isAny) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isAny]);
  return question && <Dialog left={question.left} />;
};
