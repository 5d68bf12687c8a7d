import { AudioLines } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { TaskWords } from '../../../live/task-words.ts';
import { useTaskWord } from '../../../live/use-task-words.ts';

interface WordProps {
  readonly words: TaskWords;
  readonly call: string;
}

/** Who speaks now and what; the newest words stay in view, the left side is cut. A callee is tinted: someone to listen to. */
export const SayBar = ({ words, call }: WordProps) => {
  const { t } = useTranslation('tasks');
  const word = useTaskWord(words, call);
  if (!word?.speaker) return <div className="say-bar" />;
  return (
    <div className={`say-bar is-${word.speaker}`}>
      <AudioLines size={14} aria-hidden="true" />
      <b>{t($ => $.board[word.speaker!])}</b>
      <p dir="rtl">
        <bdi dir="ltr">{word.text}</bdi>
      </p>
    </div>
  );
};

/** Where in the plan the call has come to. */
export const AtNode = ({ words, call }: WordProps) => <>{useTaskWord(words, call)?.node ?? ''}</>;
