import { decisionKindWords, type NumberFile } from '@lianxian/contract';
import { decisionKinds } from '@lianxian/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CallOutButton } from '../../softphone/call-out-button.tsx';
import { saidLanguage } from '../../text/said.ts';
import { clock, when } from '../../ui/format.ts';
import { Level } from '../../ui/level.tsx';
import { State } from '../../ui/state.tsx';

interface PartProps {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** One part of a file, as on the paper. */
const Part = ({ title, head, rows }: PartProps) => {
  const { t } = useTranslation('decisions');
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="section-title">
        {title} <span className="key">{rows.length}</span>
      </h2>
      {rows.length === 0 ? (
        <p className="key">{t($ => $.file.none)}</p>
      ) : (
        <table className="number-file-table" aria-labelledby={id}>
          <thead>
            <tr>
              {head.map(name => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells }) => (
              <tr key={key}>
                {cells.map((cell, at) => (
                  <td key={head[at]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};

type FilePart = (props: { file: NumberFile }) => ReactNode;

const useWhen = () => {
  const { t } = useTranslation('decisions');
  const today = t($ => $.today);
  return (at: string | null) => (at === null ? '—' : when(at, new Date(), today));
};

const RecordLink = ({ call, children }: { call: string; children: ReactNode }) => (
  <Link className="link" to={`/platform/call/${call}`}>
    {children}
  </Link>
);

const kindWord = (kind: string): string => {
  const known = decisionKinds.find(each => each === kind);
  return known === undefined ? '—' : decisionKindWords[known][saidLanguage()];
};

export const Decisions: FilePart = ({ file }) => {
  const { t } = useTranslation('decisions');
  const shown = useWhen();
  const names = t($ => $.column, { returnObjects: true });
  const rows = file.decisions.map(row => ({
    key: row.id,
    cells: [
      shown(row.at),
      row.task,
      kindWord(row.kind),
      row.callId !== null && row.recorded ? (
        <RecordLink key="call" call={row.callId}>
          {row.text}
        </RecordLink>
      ) : (
        row.text
      ),
      shown(row.until),
      row.rule || '—',
    ],
  }));
  const head = [names.at, names.task, names.kind, names.text, names.until, names.rule];
  return <Part title={t($ => $.title)} head={head} rows={rows} />;
};

export const Calls: FilePart = ({ file }) => {
  const { t } = useTranslation('decisions');
  const shown = useWhen();
  const rows = file.calls.map(row => ({
    key: row.id,
    cells: [
      <span key="at" className="row gap-4">
        <RecordLink call={row.id}>{shown(row.at)}</RecordLink>
        {row.state !== null && <CallOutButton logId={row.id} phone={file.phone} bare="icon-button" />}
      </span>,
      row.incoming ? t($ => $.file.incoming) : t($ => $.file.outgoing),
      row.task || '—',
      row.line,
      <State key="state" state={row.state ?? 'live'} />,
      row.level === null ? '—' : <Level key="level" level={row.level} />,
      clock(row.talkMs),
      row.recorded ? t($ => $.file.recorded) : '—',
    ],
  }));
  return <Part title={t($ => $.file.calls)} head={t($ => $.file.callHead, { returnObjects: true })} rows={rows} />;
};

export const Tasks: FilePart = ({ file }) => {
  const { t } = useTranslation('decisions');
  const shown = useWhen();
  const rows = file.tasks.map(row => ({
    key: row.id,
    cells: [
      <Link key="task" className="link" to={`/platform/task/${row.id}`}>
        {row.name}
      </Link>,
      shown(row.import?.at ?? null),
      row.import?.name || '—',
      row.text,
      row.attempts,
    ],
  }));
  return <Part title={t($ => $.file.tasks)} head={t($ => $.file.taskHead, { returnObjects: true })} rows={rows} />;
};

export const Entries: FilePart = ({ file }) => {
  const { t } = useTranslation('decisions');
  const shown = useWhen();
  const rows = file.entries.map(row => ({
    key: `${row.list} ${row.at}`,
    cells: [
      shown(row.at),
      row.list,
      row.callId === null ? (
        row.reason || '—'
      ) : (
        <RecordLink key="call" call={row.callId}>
          {row.reason}
        </RecordLink>
      ),
      row.until ?? '—',
      row.by || '—',
    ],
  }));
  return <Part title={t($ => $.file.entries)} head={t($ => $.file.entryHead, { returnObjects: true })} rows={rows} />;
};

export const Consents: FilePart = ({ file }) => {
  const { t } = useTranslation('decisions');
  const shown = useWhen();
  const rows = file.consents.map(row => ({
    key: row.at,
    cells: [shown(row.at), row.source, row.proof || '—', row.until ?? '—', shown(row.withdrawnAt)],
  }));
  return (
    <Part title={t($ => $.file.consents)} head={t($ => $.file.consentHead, { returnObjects: true })} rows={rows} />
  );
};
