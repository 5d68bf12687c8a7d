import { type BrokenOnWire, endpoints, type TestRow } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, CircleX, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { Skeleton } from '../../../ui/panels.tsx';
import { useDraft } from '../draft/draft-store.ts';
import { expectedText } from '../graph/faces.ts';
import { TalkLines } from '../transcript/talk-lines.tsx';
import '../transcript/talk.css';

interface DetailProps {
  readonly planId: string;
  readonly row: TestRow;
  /** Null: it has not been run. */
  readonly broken: readonly BrokenOnWire[] | null;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

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

const BrokenList = ({ broken }: { readonly broken: readonly BrokenOnWire[] }) => {
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

/** Why a test broke, beside what was said in it. */
export const TestDetail = ({ planId, row, broken, onEdit, onRemove }: DetailProps) => {
  const { t } = useTranslation('talk');
  const { test } = row;
  const talk = useQuery({
    queryKey: ['talk/run', planId, row.id, row.savedAt, broken],
    queryFn: ({ signal }) =>
      call(
        endpoints.talk.run,
        { planId, moves: test.moves, variables: test.variables, minuteOfDay: test.minuteOfDay, world: test.world },
        { signal },
      ),
    retry: false,
  });
  return (
    <section className="tests-detail stack gap-10 lean" aria-label={row.name}>
      <header className="row gap-8">
        <h2>{row.name}</h2>
        {row.callId !== null && <span className="hint">{t($ => $.tests.fromCall, { id: row.callId })}</span>}
        <button type="button" className="icon-button" aria-label={t($ => $.tests.edit)} onClick={onEdit}>
          <Pencil size={15} aria-hidden="true" />
        </button>
        <button type="button" className="icon-button" aria-label={t($ => $.tests.remove)} onClick={onRemove}>
          <Trash2 size={15} aria-hidden="true" />
        </button>
      </header>
      {broken !== null && broken.length === 0 && (
        <p className="state is-ok">
          <CircleCheck size={14} aria-hidden="true" />
          {t($ => $.tests.pass)}
        </p>
      )}
      {broken !== null && broken.length > 0 && <BrokenList broken={broken} />}
      <h3>{t($ => $.tests.transcript)}</h3>
      {talk.data ? (
        <TalkLines lines={talk.data.lines} />
      ) : talk.error ? (
        <p className="talk-wrong">{talk.error.message}</p>
      ) : (
        <Skeleton rows={4} />
      )}
    </section>
  );
};
