import { AudioLines } from 'lucide-react';
import type { TaskWords } from '../../../live/task-words.ts';
import { useTaskNode, useTaskWord } from '../../../live/use-task-words.ts';

/** What a speaker is called; made once for all rows. */
export interface SpeakerNames {
  readonly robot: string;
  readonly callee: string;
}
interface SayBarProps {
  readonly words: TaskWords;
  readonly call: string;
  readonly names: SpeakerNames;
}

/** One element for all rows: React skips what is the same element as before. */
const waves = <AudioLines size={14} aria-hidden="true" />;

/** Who speaks now and what; the newest words stay in view, the left side is cut. A callee is tinted: someone to listen to. */
export const SayBar = ({ words, call, names }: SayBarProps) => {
  const word = useTaskWord(words, call);
  if (!word?.speaker) return <div className="say-bar" />;
  return (
    <div className={`say-bar is-${word.speaker}`}>
      {waves}
      <b>{names[word.speaker]}</b>
      <p dir="rtl">
        <bdi dir="ltr">{word.text}</bdi>
      </p>
    </div>
  );
};

/** Where in the plan the call has come to. */
export const AtNode = ({ words, call }: Omit<SayBarProps, 'names'>) => <>{useTaskNode(words, call)}</>;
