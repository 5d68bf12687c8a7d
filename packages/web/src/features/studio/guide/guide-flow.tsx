import type { GuideQuestion } from '@lianxian/core';
import { useTranslation } from 'react-i18next';
import { byKeys } from '../../../ui/by-keys.ts';

interface BranchProps {
  readonly questions: readonly GuideQuestion[];
  readonly id: string;
  /** Questions shown further up or before: pointed to, not shown again. */
  readonly shown: Set<string>;
}

const Branch = ({ questions, id, shown }: BranchProps) => {
  const { t } = useTranslation('guide');
  const at = questions.findIndex(question => question.id === id);
  const question = questions[at];
  if (!question) return <span className="guide-ends">{t($ => $.end)}</span>;
  if (shown.has(id)) return <span className="guide-ends">{t($ => $.flowSeen, { n: at + 1 })}</span>;
  shown.add(id);
  return (
    <>
      <strong>
        {at + 1}. {question.title}
      </strong>
      <ul>
        {question.options.map(({ v, n }) => (
          <li key={v}>
            <em>{v}</em>
            {n === '' ? (
              <span className="guide-ends">{t($ => $.end)}</span>
            ) : (
              <Branch questions={questions} id={n} shown={shown} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
};

/** The way of a talk from the first question on: every question once, later ones pointed to. */
export const GuideFlow = ({ questions }: { questions: readonly GuideQuestion[] }) => {
  const { t } = useTranslation('guide');
  const root = questions.find(({ isRoot }) => isRoot);
  if (!root) return null;
  return (
    <aside className="guide-flow" aria-label={t($ => $.flow)} {...byKeys}>
      <h3>{t($ => $.flow)}</h3>
      <Branch questions={questions} id={root.id} shown={new Set()} />
    </aside>
  );
};
