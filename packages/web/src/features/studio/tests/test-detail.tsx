import { type BrokenOnWire, endpoints, type TestRow } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { saidLanguage } from '../../../text/said.ts';
import { Skeleton } from '../../../ui/panels.tsx';
import { useDraft } from '../draft/draft-store.ts';
import { TalkLines } from '../transcript/talk-lines.tsx';
import { AcceptDialog } from './accept-dialog.tsx';
import { BrokenList } from './broken-list.tsx';
import '../transcript/talk.css';

interface DetailProps {
  readonly planId: string;
  readonly row: TestRow;
  /** Null: it has not been run. */
  readonly broken: readonly BrokenOnWire[] | null;
  /** The draft it was run against. */
  readonly rev: number;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

const minuteMs = 60_000;
/** When it is talked; tests of before know no day. */
const momentOf = ({ minuteOfDay, date }: TestRow['test']) => ({ minuteOfDay, ...(date !== undefined && { date }) });

/** The day and the hour it is talked at, which say what 明天 is in it; nothing of tests of before. */
const TalkedOn = ({ test: { date, minuteOfDay } }: Pick<TestRow, 'test'>) => {
  const { t } = useTranslation('talk');
  if (date === undefined) return null;
  const at = new Date(Date.parse(date) + minuteOfDay * minuteMs);
  const [day, time] = at.toISOString().split(/[T.]/);
  const weekday = new Intl.DateTimeFormat(saidLanguage(), { weekday: 'short', timeZone: 'UTC' }).format(at);
  return <p className="hint">{t($ => $.tests.talkedOn, { day, weekday, time: time?.slice(0, 'hh:mm'.length) })}</p>;
};

/** Why a test broke, beside what was said in it. */
export const TestDetail = ({ planId, row, broken, rev, onEdit, onRemove }: DetailProps) => {
  const { t } = useTranslation('talk');
  const { test } = row;
  const mayEdit = useDraft(draft => draft.mayEdit);
  const [accepts, setAccepts] = useState(false);
  const talk = useQuery({
    queryKey: ['talk/run', planId, row.id, row.savedAt, broken],
    queryFn: ({ signal }) =>
      call(
        endpoints.talk.run,
        { planId, ...momentOf(test), moves: test.moves, variables: test.variables, world: test.world },
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
      <TalkedOn test={test} />
      {broken !== null && broken.length === 0 && (
        <p className="state is-ok">
          <CircleCheck size={14} aria-hidden="true" />
          {t($ => $.tests.pass)}
        </p>
      )}
      {broken !== null && broken.length > 0 && (
        <>
          <BrokenList broken={broken} />
          {mayEdit && (
            <button type="button" className="button tests-accept" onClick={() => setAccepts(true)}>
              {t($ => $.tests.accept)}
            </button>
          )}
        </>
      )}
      <h3>{t($ => $.tests.transcript)}</h3>
      {talk.data ? (
        <TalkLines lines={talk.data.lines} />
      ) : talk.error ? (
        <p className="talk-wrong">{talk.error.message}</p>
      ) : (
        <Skeleton rows={4} />
      )}
      {accepts && broken !== null && (
        <AcceptDialog planId={planId} row={row} broken={broken} rev={rev} onClose={() => setAccepts(false)} />
      )}
    </section>
  );
};
