import { guideCheckOf, linkSOf } from '@lianxian/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segments } from '../ui/segments.tsx';
import { CallActs } from './acts/call-acts.tsx';
import { Parties } from './acts/parties.tsx';
import { close, type Ending } from './ending.ts';
import { GuidePane } from './guide/guide-pane.tsx';
import type { useQuestions } from './guide/use-questions.ts';
import { Head } from './head.tsx';
import type { Paper } from './paper.ts';
import { CustomerSide } from './side/customer-side.tsx';
import { TalkSide } from './talk/talk-side.tsx';
import { Foot } from './window-foot.tsx';
import { WrapUp } from './wrap-up.tsx';
import '../ui/input.css';
import './window.css';

interface CallWindowProps {
  readonly ending: Ending;
  readonly paper: Paper;
  readonly asked: ReturnType<typeof useQuestions>;
  readonly onMinimise: () => void;
}

const parts = ['customer', 'guide', 'talk'] as const;

/** The call before the seat: who it is, what is asked, what is said. Where it is narrow one of the three shows. */
export const CallWindow = ({ ending, paper, asked, onMinimise }: CallWindowProps) => {
  const { t } = useTranslation('console');
  const [part, setPart] = useState<(typeof parts)[number]>('guide');
  const { call, questions } = ending;
  const leave = () => void close(ending);
  const isOver = call.status === 'ended';
  const check = guideCheckOf(questions, paper.answers);
  const link = call.todoId === null ? null : linkSOf(isOver, check);
  return (
    <>
      <Head call={call} onMinimise={onMinimise} onClose={leave} />
      <CallActs call={call} />
      <Parties call={call} />
      <div className="console-parts fixed">
        <Segments
          label={t($ => $.part.label)}
          value={part}
          options={parts.map(value => ({ value, text: t($ => $.part[value]) }))}
          onChange={setPart}
        />
      </div>
      <div className="console-body grid fill low" data-part={part}>
        <CustomerSide call={call} paper={paper} />
        <div className="console-middle stack low">
          <GuidePane
            workKey={call.key}
            planName={call.planName}
            hasPlan={call.planId !== null}
            questions={call.planId === null ? undefined : asked.data}
            failed={asked.isError}
            onAgain={() => void asked.refetch()}
            paper={paper}
            link={link}
          />
          {/* Of what was refused before it was a call there is nothing to say. */}
          {isOver && call.callId !== null && <WrapUp call={call} paper={paper} onOver={() => check === 0 && leave()} />}
          <Foot ending={ending} paper={paper} />
        </div>
        <TalkSide call={call} questions={questions} paper={paper} />
      </div>
    </>
  );
};
