import type { BrokenOnWire } from '@lianxian/contract';
import { CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '../draft/draft-store.ts';
import { expectedText } from '../graph/expected-text.ts';

const parts = {
  path: 1,
  avoids: 1,
  understood: 1,
  says: 1,
  answers: 1,
  level: 1,
  tags: 1,
  endedBy: 1,
  withinMs: 1,
  mostTurns: 1,
} as const;
const isPart = (what: string): what is keyof typeof parts => Object.hasOwn(parts, what);

/** What did not come as it should: what was expected, and what was. */
export const BrokenList = ({ broken }: { readonly broken: readonly BrokenOnWire[] }) => {
  const { t } = useTranslation('talk');
  const plan = useDraft(draft => draft.plan);
  const shown = (what: string, text: string) => expectedText(plan, what, text) || t($ => $.tests.nothing);
  return (
    <ul className="tests-broken grid gap-8">
      {broken.map(({ what, expected, was, move }) => (
        <li key={`${what} ${expected} ${move}`}>
          <strong className="row gap-6">
            <CircleX size={14} aria-hidden="true" />
            {isPart(what) ? t($ => $.what[what]) : what}
            {move !== null && ` · ${move < 0 ? t($ => $.tests.opening) : t($ => $.tests.turn, { n: move + 1 })}`}
          </strong>
          <dl className="grid">
            <dt className="ink3">{t($ => $.tests.expected)}</dt>
            <dd>{shown(what, expected)}</dd>
            <dt className="ink3">{t($ => $.tests.was)}</dt>
            <dd>{shown(what, was)}</dd>
          </dl>
        </li>
      ))}
    </ul>
  );
};
