import { guideFaultsOf } from '@lianxian/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../../session/current-user.ts';
import { Button } from '../../../ui/button.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { GuideFlow } from './guide-flow.tsx';
import { QuestionCard } from './question-card.tsx';
import { newId, newQuestion, QuestionForm } from './question-form.tsx';
import { useGuide } from './use-guide.ts';
import './guide.css';

/** Guide questions of a plan: cards in their order, each written in its place, and the way they make at the side. */
export const GuidePage = ({ planId }: { planId: string }) => {
  const { t } = useTranslation('guide');
  const guide = useGuide(planId);
  const [open, setOpen] = useState<string | null>(null);
  const mayEdit = useCurrentUser()?.btns.includes('plan:edit') ?? false;
  const close = () => setOpen(null);
  const questions = guide.data ?? [];
  const faults = guideFaultsOf(questions);
  const add = mayEdit && open !== newId && (
    <Button icon={<Plus size={14} aria-hidden="true" />} onClick={() => setOpen(newId)}>
      {t($ => $.add)}
    </Button>
  );
  return (
    <section className="guide-page flex gap-28" aria-label={t($ => $.title)}>
      <div className="guide-list">
        <h2 className="only-read">{t($ => $.title)}</h2>
        <p className="guide-lead">{t($ => $.lead)}</p>
        {guide.isError && (
          <ErrorPanel title={t($ => $.failed)} error={guide.error} onAgain={() => void guide.refetch()} />
        )}
        {guide.isPending && <Skeleton rows={4} height={96} />}
        {guide.data && questions.length === 0 && open !== newId && (
          <Empty title={t($ => $.empty)} hint={t($ => $.emptyHint)}>
            {add}
          </Empty>
        )}
        <ol className="grid gap-10">
          {questions.map(question => (
            <li key={question.id} className="guide-card">
              {open === question.id ? (
                <QuestionForm planId={planId} questions={questions} question={question} onDone={close} />
              ) : (
                <QuestionCard
                  planId={planId}
                  questions={questions}
                  question={question}
                  faults={faults.filter(fault => fault.question === question.id)}
                  mayEdit={mayEdit}
                  onEdit={() => setOpen(question.id)}
                />
              )}
            </li>
          ))}
          {open === newId && (
            <li className="guide-card">
              <QuestionForm
                planId={planId}
                questions={questions}
                question={newQuestion(questions.length === 0)}
                onDone={close}
              />
            </li>
          )}
        </ol>
        {questions.length > 0 && add}
      </div>
      {questions.length > 0 && <GuideFlow questions={questions} />}
    </section>
  );
};
