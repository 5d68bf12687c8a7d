import type { GuideQuestion } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import type { LiveCall } from '../../softphone/keeper-parts.ts';
import { choose, flowOf } from '../guide/flow.ts';
import { heardOption } from '../guide/heard.ts';
import { stayAt, unmark, useStand } from '../guide/stand.ts';
import { changePaper, type Paper } from '../paper.ts';
import type { ShownCall } from '../shown-call.ts';
import { Before } from './before.tsx';
import { Kept } from './kept.tsx';
import { type Said, useSaid } from './use-said.ts';
import { Words } from './words.tsx';
import './talk.css';

interface TalkSideProps {
  readonly call: ShownCall;
  readonly questions: readonly GuideQuestion[];
  readonly paper: Paper;
}

/** What the callee said last, offered as an answer to the question that is asked now. */
const Offer = ({ call, questions, paper, said }: TalkSideProps & { said: readonly Said[] }) => {
  const { t } = useTranslation('console');
  const { current, numberOf } = flowOf(questions, paper.answers, useStand(call.key));
  const last = said.findLast(({ by, isWhole }) => by === 'callee' && isWhole);
  const offered = current && last ? heardOption(last.text, current.question.options) : null;
  if (!offered || !current || current.answer?.values.includes(offered.option)) return null;
  const { question } = current;
  const fill = () => {
    changePaper(call.key, { answers: choose(paper.answers, question, offered.option) });
    unmark(call.key);
    stayAt(call.key, question.type === 1 ? null : question.id);
  };
  return (
    <div className="console-offer stack gap-6">
      <span className="hint breaks">{t($ => $.talk.heard, { words: offered.words })}</span>
      <button type="button" className="button" onClick={fill}>
        <span className="cut">{t($ => $.talk.fill, { n: numberOf(question.id), option: offered.option })}</span>
      </button>
    </div>
  );
};

const LiveTalk = (props: TalkSideProps & { callId: string; before: LiveCall['before'] }) => {
  const said = useSaid(props.callId, props.before);
  return (
    <Words said={said} isOver={props.call.status === 'ended'}>
      <Offer {...props} said={said} />
    </Words>
  );
};

/** Calls that the seat itself began: nobody spoke before it, whoever joined since. */
const began: readonly ShownCall['kind'][] = ['manual', 'callback'];

/** What was said before this seat had the call, what is said now, and what was answered. */
export const TalkSide = (props: TalkSideProps) => {
  const { call } = props;
  const { t } = useTranslation('console');
  const before = began.includes(call.kind) ? null : call.before;
  return (
    <section className="console-talk stack low" aria-label={t($ => $.part.talk)}>
      {before && <Before before={before} />}
      {call.callId === null || call.draft === null ? (
        <Words said={[]} isOver={call.status === 'ended'} />
      ) : (
        <LiveTalk key={call.callId} {...props} callId={call.callId} before={before} />
      )}
      <Kept {...props} />
    </section>
  );
};
