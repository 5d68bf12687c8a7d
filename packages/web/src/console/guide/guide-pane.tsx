import { joined } from '@lianxian/contract';
import type { GuideCheck, GuideQuestion } from '@lianxian/core';
import { CircleCheck, Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../../text/said.ts';
import { Button } from '../../ui/button.tsx';
import { byKeys } from '../../ui/by-keys.ts';
import { Skeleton } from '../../ui/panels.tsx';
import { changePaper, type Paper } from '../paper.ts';
import { type Asked, type Flow, flowOf } from './flow.ts';
import { OpenQuestion } from './open-question.tsx';
import { stayAt, useStand } from './stand.ts';
import './guide.css';

interface GuidePaneProps {
  readonly workKey: string;
  readonly planName: string;
  readonly hasPlan: boolean;
  /** Undefined: not read yet. */
  readonly questions: readonly GuideQuestion[] | undefined;
  readonly failed: boolean;
  readonly onAgain: () => void;
  readonly paper: Paper;
  /** Of a call-back: what its guidance says now. */
  readonly link: 0 | 1 | 2 | null;
}

const Counter = ({ required }: Pick<Flow, 'required'>) => {
  const { t } = useTranslation('console');
  if (required.all === 0) return null;
  return <strong className="whole">{t($ => $.guide.requiredCount, required)}</strong>;
};

/** One dash a required question: answered, asked now, still to come. */
const Dashes = ({ flow, check }: { flow: Flow; check: GuideCheck }) => {
  const now = flow.current?.question;
  const { done, all } = flow.required;
  return (
    <div className="console-dashes flex gap-4" aria-hidden="true">
      {Array.from({ length: all }, (_, at) => {
        const isNow = at === done && now?.isRequired === true && check !== 0;
        // biome-ignore lint/suspicious/noArrayIndexKey: a dash is its place
        return <i key={at} className={at < done ? 'is-done' : isNow ? 'is-now' : undefined} />;
      })}
    </div>
  );
};

const saidIn = ({ answer }: Asked): string =>
  joined([...(answer?.values ?? []), ...(answer?.other ? [answer.other] : [])], 'clauses', saidLanguage());

const Answered = ({ workKey, asked }: { workKey: string; asked: Asked }) => {
  const { t } = useTranslation('console');
  const { id, title } = asked.question;
  return (
    <li className="console-answered row gap-8">
      <CircleCheck size={14} aria-hidden="true" />
      <span className="fill breaks">{title}</span>
      <b className="breaks right">{saidIn(asked)}</b>
      <button
        type="button"
        className="icon-button"
        aria-label={t($ => $.guide.change, { title })}
        onClick={() => stayAt(workKey, id)}
      >
        <Pencil size={13} aria-hidden="true" />
      </button>
    </li>
  );
};

interface AheadProps {
  readonly workKey: string;
  readonly ahead: Flow['ahead'][number];
  readonly n: number;
}

const Ahead = ({ workKey, ahead, n }: AheadProps) => {
  const { t } = useTranslation('console');
  const { question, isReached } = ahead;
  const marks = [
    question.isRequired ? t($ => $.guide.required) : t($ => $.guide.optional),
    ...(question.type === 2 ? [t($ => $.guide.several)] : []),
  ];
  const words = (
    <>
      <span className="ink3">{n}</span>
      <span className="fill breaks">{question.title}</span>
      <span className="hint whole">{marks.join(' · ')}</span>
    </>
  );
  return (
    <li className="console-ahead row">
      {isReached ? (
        <button type="button" className="choice row gap-8" onClick={() => stayAt(workKey, question.id)}>
          {words}
        </button>
      ) : (
        <span className="choice row gap-8">{words}</span>
      )}
    </li>
  );
};

const Questions = ({
  workKey,
  questions,
  paper,
}: Pick<GuidePaneProps, 'workKey' | 'paper'> & { questions: readonly GuideQuestion[] }) => {
  const { t } = useTranslation('console');
  const stand = useStand(workKey);
  const flow = flowOf(questions, paper.answers, stand);
  const { answered, current, ahead, numberOf } = flow;
  return (
    <>
      <header className="console-guide-head stack gap-8 fixed">
        <div className="row between gap-8">
          <h2 className="section-title">{t($ => $.guide.title)}</h2>
          <Counter required={flow.required} />
        </div>
        <Dashes flow={flow} check={flow.check} />
      </header>
      <div className="console-guide-list fill low" {...byKeys}>
        <ol>
          {answered.map(asked => (
            <Answered key={asked.question.id} workKey={workKey} asked={asked} />
          ))}
        </ol>
        {current ? (
          <OpenQuestion
            key={current.question.id}
            workKey={workKey}
            asked={current}
            n={numberOf(current.question.id)}
            stand={stand}
            onAnswers={answers => changePaper(workKey, { answers })}
            answers={paper.answers}
          />
        ) : (
          <p className="console-guide-done row gap-8" role="status">
            <CircleCheck size={16} aria-hidden="true" /> {t($ => $.guide.doneAll)}
          </p>
        )}
        <ol>
          {ahead.map(each => (
            <Ahead key={each.question.id} workKey={workKey} ahead={each} n={numberOf(each.question.id)} />
          ))}
        </ol>
      </div>
    </>
  );
};

/** What is asked in this call, one question after the other; the script that it belongs to above it. */
export const GuidePane = (props: GuidePaneProps) => {
  const { planName, hasPlan, questions, failed, onAgain, link } = props;
  const { t } = useTranslation('console');
  return (
    <section className="console-guide stack low" aria-label={t($ => $.guide.title)} data-link={link ?? undefined}>
      <p className="console-script small fixed">
        {t($ => $.script)} <b>{hasPlan ? planName : '—'}</b>
        {link !== null && <span className="console-guidance">{t($ => $.guide.link[`${link}`])}</span>}
      </p>
      {!hasPlan && <p className="console-none ink3">{t($ => $.guide.noPlan)}</p>}
      {hasPlan && failed && (
        <p className="console-none">
          {t($ => $.guide.failed)}{' '}
          <Button kind="link" size="small" onClick={onAgain}>
            {t($ => $.guide.again)}
          </Button>
        </p>
      )}
      {hasPlan && !failed && questions === undefined && <Skeleton rows={4} />}
      {questions?.length === 0 && <p className="console-none ink3">{t($ => $.guide.none)}</p>}
      {questions && questions.length > 0 && <Questions {...props} questions={questions} />}
    </section>
  );
};
