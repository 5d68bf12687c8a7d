import { endpoints } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useTableLook } from '../../ui/data-table/table-look.ts';
import { TableTools } from '../../ui/data-table/table-tools.tsx';
import { count } from '../../ui/format.ts';
import { AnswersTable, answersAsked, useAnswerColumns } from './answers-table.tsx';
import { askedOf, type StatPart } from './filter.ts';
import { Cross, type Question, Values, Words } from './question.tsx';
import { StatPage } from './stat-page.tsx';
import { useStat, useStatPages } from './use-stat.ts';
import { useStatFilter } from './use-stat-filter.ts';

const parts: readonly StatPart[] = ['time', 'task', 'plan', 'version', 'by', 'line', 'owner', 'byHand'];

interface QuestionsProps {
  readonly list: readonly Question[];
  readonly chosen: string;
  readonly onChoose: (question: string) => void;
}

/** What was asked, the most answered first. */
const Questions = ({ list, chosen, onChoose }: QuestionsProps) => {
  const { t } = useTranslation('stats');
  return (
    <nav className="stats-questions" aria-label={t($ => $.collection.questions)}>
      <h2 className="section-title">{t($ => $.collection.questions)}</h2>
      <ul>
        {list.map(({ question, robot, seat }) => (
          <li key={question}>
            <button
              type="button"
              className="choice lit stack"
              aria-current={question === chosen ? 'true' : undefined}
              onClick={() => onChoose(question)}
            >
              <span className="row gap-8">
                <span className="cut" title={question}>
                  {question}
                </span>
                <b className="push">{count(robot + seat)}</b>
              </span>
              <small className="hint">{t($ => $.collection.askedBy, { robot: count(robot), seat: count(seat) })}</small>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
};

/** 信息采集: what callees answered robots and seats, question by question. */
export const CollectionPage = () => {
  const { t } = useTranslation('stats');
  const control = useStatFilter(parts);
  const { filter, days, query, put } = control;
  const asked = control.asked && { ...control.asked, ...(filter.by && { by: filter.by }) };
  const questions = useStat(endpoints.stat.questions, asked);
  const list = questions.data?.list;
  const named = query.get('question');
  const question = list?.find(each => each.question === named)?.question ?? named ?? list?.[0]?.question ?? null;
  const value = query.get('value');
  const wanted = asked && question !== null ? answersAsked({ asked, question, value }) : null;
  const answers = useStatPages(endpoints.stat.answers, wanted);
  const look = useTableLook('collection', useAnswerColumns());
  const { total = 0, more = false } = answers.page ?? {};
  /** This page, with its filter and other parts. */
  const hrefWith = (other: Readonly<Record<string, string>>) =>
    `/collection?${new URLSearchParams({ ...Object.fromEntries(query), ...other })}`;
  const sheetAsked = () => {
    const { by } = filter;
    return {
      ...askedOf(filter, new Date()),
      ...(by && { by }),
      ...(question && { question }),
      ...(value && { value }),
    };
  };
  return (
    <StatPage
      title={t($ => $.collection.title)}
      empty={t($ => $.collection.emptyHint)}
      none={t($ => $.collection.empty)}
      control={control}
      parts={parts}
      reading={{
        error: questions.error,
        refetch: questions.refetch,
        isHere: list !== undefined,
        isEmpty: list?.length === 0,
      }}
      ask={total > 0 ? t($ => $.collection.ask, { n: count(total, more) }) : null}
      onExport={() => call(endpoints.stat.collectionSheet, sheetAsked())}
      tools={<TableTools look={look} />}
    >
      {asked && list && question !== null && (
        <div className="stats-collection">
          <Questions
            list={list}
            chosen={question}
            onChoose={next => put({ question: next, value: null, other: null })}
          />
          <div className="stack lean">
            <Values
              key={question}
              asked={{ ...asked, question }}
              days={days}
              hrefOf={next => hrefWith({ question, value: next })}
            />
            <Cross
              asked={asked}
              question={question}
              other={query.get('other')}
              questions={list}
              onOther={other => put({ question, other })}
            />
            <Words asked={{ ...asked, question }} />
            <AnswersTable look={look} pages={answers} value={value} onAll={() => put({ value: null })} />
          </div>
        </div>
      )}
    </StatPage>
  );
};
