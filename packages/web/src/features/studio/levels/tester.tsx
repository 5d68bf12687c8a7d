import { endpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useReadsCalls } from '../../../session/current-user.ts';
import { clock, when } from '../../../ui/format.ts';
import { Empty, ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { PlainChoice } from '../../../ui/plain-choice.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { useTalk } from '../talk/talk-store.ts';
import { useTestList } from '../tests/use-tests.ts';
import { Tried } from './tried.tsx';

interface PickProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** One of the conversations there are. */
const Pick = ({ label, ...choice }: PickProps) => {
  const id = useId();
  return (
    <>
      <span className="only-read" id={id}>
        {label}
      </span>
      <PlainChoice labelledBy={id} placeholder={label} {...choice} />
    </>
  );
};

const CallTried = ({ callId }: { callId: string }) => {
  const { t } = useTranslation('learning');
  const facts = useQuery({
    queryKey: ['level/facts', callId],
    queryFn: ({ signal }) => call(endpoints.level.facts, { callId }, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (facts.isError) return <ErrorPanel error={facts.error} onAgain={() => void facts.refetch()} />;
  if (!facts.data) return <Skeleton rows={4} />;
  const { ruledLevel, levelRule, corrected, derived } = facts.data;
  const then = [
    t($ => $.levels.before, { level: ruledLevel ?? '—', rule: levelRule ?? '' }),
    corrected !== null && t($ => $.levels.person, { level: corrected }),
    derived && t($ => $.levels.derived),
  ];
  return <Tried facts={facts.data.facts} then={then.filter(Boolean).join(' · ')} />;
};

/** One of the newest calls. */
const FromCall = ({ planId }: { planId: string }) => {
  const { t } = useTranslation('learning');
  const [chosen, setChosen] = useState<string | null>(null);
  const recent = useQuery({
    queryKey: ['level/recent', planId],
    queryFn: ({ signal }) => call(endpoints.level.recent, { planId }, { signal, quiet: true }),
  });
  if (recent.isError && !recent.data) return <ErrorPanel error={recent.error} onAgain={() => void recent.refetch()} />;
  if (!recent.data) return <Skeleton rows={4} />;
  const { list } = recent.data;
  const callId = chosen ?? list[0]?.id;
  if (callId === undefined)
    return <Empty scoped title={t($ => $.levels.noCalls)} hint={t($ => $.levels.noCallsHint)} />;
  const nameOf = (row: (typeof list)[number]) =>
    [row.phone, clock(row.talkMs), row.corrected ?? row.ruledLevel ?? '—', when(row.at, new Date(), '').trim()].join(
      ' · ',
    );
  return (
    <>
      <Pick
        label={t($ => $.levels.pickCall)}
        value={callId}
        options={list.map(row => ({ value: row.id, label: nameOf(row) }))}
        onChange={setChosen}
      />
      <CallTried callId={callId} />
    </>
  );
};

type Test = NonNullable<ReturnType<typeof useTestList>['data']>[number];

/** A kept test conversation, run against the draft as it is on the screen. */
const TestTried = ({ planId, test }: { planId: string; test: Test }) => {
  const { t } = useTranslation('learning');
  const store = useDraftStore();
  const rev = useDraft(draft => draft.rev);
  const run = useQuery({
    queryKey: ['talk/run', planId, test.id, test.savedAt, rev],
    queryFn: async ({ signal }) => {
      await store.getState().settled();
      const { moves, variables, minuteOfDay, date, world } = test.test;
      const on = date === undefined ? {} : { date };
      return call(endpoints.talk.run, { planId, moves, variables, minuteOfDay, ...on, world }, { signal, quiet: true });
    },
    retry: false,
  });
  if (run.isError) return <ErrorPanel error={run.error} onAgain={() => void run.refetch()} />;
  if (!run.data?.facts) return <Skeleton rows={4} />;
  return <Tried facts={run.data.facts} then={run.data.ended ? '' : t($ => $.levels.asIfOver)} />;
};

const FromTest = ({ planId }: { planId: string }) => {
  const { t } = useTranslation('learning');
  const [chosen, setChosen] = useState<string | null>(null);
  const tests = useTestList(planId);
  if (tests.isError && !tests.data) return <ErrorPanel error={tests.error} onAgain={() => void tests.refetch()} />;
  if (!tests.data) return <Skeleton rows={4} />;
  const test = tests.data.find(({ id }) => id === chosen) ?? tests.data[0];
  if (test === undefined) return <Empty title={t($ => $.levels.noTests)} hint={t($ => $.levels.noTestsHint)} />;
  return (
    <>
      <Pick
        label={t($ => $.levels.pickTest)}
        value={test.id}
        options={tests.data.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={setChosen}
      />
      <TestTried key={test.id} planId={planId} test={test} />
    </>
  );
};

/** The test talk that is open beside the graph, as far as it has come. */
const FromTalk = () => {
  const { t } = useTranslation('learning');
  const result = useTalk(useDraftStore(), talk => talk.result);
  if (!result?.facts) return <Empty title={t($ => $.levels.noTalk)} hint={t($ => $.levels.noTalkHint)} />;
  return <Tried facts={result.facts} then={result.ended ? '' : t($ => $.levels.asIfOver)} />;
};

/** The rules as they stand, tried on one conversation: a call, a kept test, the open test talk. At once with every change. */
export const Tester = ({ planId }: { planId: string }) => {
  const { t } = useTranslation('learning');
  const hasTalk = useTalk(useDraftStore(), talk => talk.result !== null);
  const sources = useReadsCalls() ? (['call', 'test', 'talk'] as const) : (['test', 'talk'] as const);
  const [from, setFrom] = useState<'call' | 'test' | 'talk'>(hasTalk ? 'talk' : sources[0]);
  return (
    <section className="stack gap-12" aria-label={t($ => $.levels.test)}>
      <Segments
        label={t($ => $.levels.source)}
        value={from}
        options={sources.map(value => ({ value, text: t($ => $.levels.sources[value]) }))}
        onChange={setFrom}
      />
      {from === 'call' && <FromCall planId={planId} />}
      {from === 'test' && <FromTest planId={planId} />}
      {from === 'talk' && <FromTalk />}
    </section>
  );
};
