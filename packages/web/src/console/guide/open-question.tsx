import { endpoints, fieldChars } from '@lianxian/contract';
import type { GuideAnswer } from '@lianxian/core';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { type Asked, choose, isAnswered, sayOther } from './flow.ts';
import { type Standing, skip, stayAt, unmark } from './stand.ts';
import '../../ui/input.css';

interface OpenQuestionProps {
  readonly workKey: string;
  readonly asked: Asked;
  /** Its number in the guide. */
  readonly n: number;
  readonly stand: Standing;
  readonly answers: readonly GuideAnswer[];
  readonly onAnswers: (answers: readonly GuideAnswer[]) => void;
}

const otherChars = fieldChars(endpoints.seatWork.keepDraft.input, 'answers.other');
/** Options beyond have no key. */
const optionKeys = 9;

interface OptionProps {
  /** Its key, where it has one. */
  readonly n: number;
  readonly text: string;
  readonly chosen: boolean;
  readonly onChoose: () => void;
}

const Option = ({ n, text, chosen, onChoose }: OptionProps) => (
  <button type="button" className="console-option row gap-10" aria-pressed={chosen} data-option={n} onClick={onChoose}>
    {n <= optionKeys && (
      <span className="console-option-key" aria-hidden="true">
        {n}
      </span>
    )}
    <span className="breaks">{text}</span>
  </button>
);

interface OtherProps {
  readonly text: string;
  readonly wrong: boolean;
  readonly onText: (text: string) => void;
  readonly onEnter: () => void;
}

/** What the callee answers in words of their own. */
const Other = ({ text, wrong, onText, onEnter }: OtherProps) => {
  const { t } = useTranslation('console');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter();
  };
  return (
    <div className="console-other stack gap-4">
      <input
        ref={field}
        className="input"
        aria-label={t($ => $.guide.otherText)}
        aria-describedby={wrong ? id : undefined}
        aria-invalid={wrong || undefined}
        maxLength={otherChars}
        value={text}
        onChange={event => onText(event.target.value)}
        onKeyDown={onKey}
      />
      {wrong && (
        <p id={id} className="wrong">
          {t($ => $.guide.otherEmpty)}
        </p>
      )}
    </div>
  );
};

/** Its key, and then what it does with the answers of the guide. */
const useAnswering = ({ workKey, asked, answers, onAnswers }: OpenQuestionProps) => {
  const { question, answer } = asked;
  const { id, type } = question;
  const other = answer?.other ?? null;
  return {
    choose: (value: string) => {
      onAnswers(choose(answers, question, value));
      unmark(workKey);
      // One choice is the answer; of several one goes on by a word.
      stayAt(workKey, type === 1 ? null : id);
    },
    toggleOther: () => {
      onAnswers(sayOther(answers, question, other === null ? '' : null));
      stayAt(workKey, id);
    },
    sayOther: (text: string) => {
      onAnswers(sayOther(answers, question, text));
      stayAt(workKey, id);
    },
    goOn: () => {
      unmark(workKey);
      if (isAnswered(answer)) stayAt(workKey, null);
      else if (!question.isRequired && other === null) skip(workKey, id);
    },
  };
};

/** The question that is asked now: 1 to 9 choose. One that kept the seat from hanging up is drawn in red, in view. */
export const OpenQuestion = (props: OpenQuestionProps) => {
  const { asked, n, stand } = props;
  const { question, answer } = asked;
  const { t } = useTranslation('console');
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const acts = useAnswering(props);
  const isMarked = stand.marked === question.id;
  useEffect(() => {
    if (isMarked && stand.sent > 0) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isMarked, stand.sent]);
  const several = question.type === 2;
  const other = answer?.other ?? null;
  const goesOn = isAnswered(answer) ? 'next' : !question.isRequired && other === null ? 'skip' : null;
  return (
    <section
      ref={card}
      className={isMarked ? 'console-question is-marked' : 'console-question'}
      aria-labelledby={id}
      data-question={question.id}
    >
      <header className="flex between gap-8">
        <h3 id={id} className="breaks">
          {n}. {question.title}
        </h3>
        {question.isRequired && <span className="console-required small whole">{t($ => $.guide.required)}</span>}
      </header>
      {several && <p className="hint">{t($ => $.guide.several)}</p>}
      {isMarked && <p className="wrong">{t($ => $.guide.missing)}</p>}
      <fieldset className="grid gap-6" aria-labelledby={id}>
        {question.options.map(({ v }, at) => (
          <Option
            key={v}
            n={at + 1}
            text={v}
            chosen={answer?.values.includes(v) ?? false}
            onChoose={() => acts.choose(v)}
          />
        ))}
        {question.hasOther && (
          <Option
            n={question.options.length + 1}
            text={t($ => $.guide.other)}
            chosen={other !== null}
            onChoose={acts.toggleOther}
          />
        )}
      </fieldset>
      {other !== null && (
        <Other text={other} wrong={isMarked && other.trim() === ''} onText={acts.sayOther} onEnter={acts.goOn} />
      )}
      {goesOn && (
        <footer className="flex to-end">
          <Button kind="text" size="small" onClick={acts.goOn}>
            {t($ => $.guide[goesOn])}
          </Button>
        </footer>
      )}
    </section>
  );
};
