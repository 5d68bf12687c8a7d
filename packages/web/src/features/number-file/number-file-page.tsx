import { endpoints, fieldChars } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { call } from '../../api/call.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { byKeys } from '../../ui/by-keys.ts';
import { Input } from '../../ui/input.tsx';
import { usePaneTitle } from '../../ui/pane-title.ts';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { ExportTool } from '../../work/export-tool.tsx';
import { Calls, Consents, Decisions, Entries, Tasks } from './parts.tsx';
import './number-file.css';

/** Whose file it is: of a call, of a number of a list, or as it is written; null: nobody's yet. */
const whoseOf = (query: URLSearchParams) => {
  const [callId, taskId, calleeId, phone] = ['call', 'task', 'callee', 'phone'].map(name => query.get(name));
  if (callId) return { callId };
  if (taskId && calleeId) return { taskId, calleeId };
  return phone ? { phone } : null;
};
type Whose = NonNullable<ReturnType<typeof whoseOf>>;

/** Everything about one number over all tasks, for who answers a complaint: as a page and as a file to print. */
export const NumberFilePage = () => {
  const { t } = useTranslation('decisions');
  const [query, setQuery] = useSearchParams();
  const whose = whoseOf(query);
  return (
    <section className="number-file stack fill low" aria-label={t($ => $.file.title)}>
      <Find key={query.toString()} phone={query.get('phone') ?? ''} onFind={phone => setQuery({ phone })} />
      {whose === null ? (
        <Empty title={t($ => $.file.begin)} hint={t($ => $.file.beginHint)} />
      ) : (
        <FileOf key={JSON.stringify(whose)} whose={whose} />
      )}
    </section>
  );
};

const phoneChars = fieldChars(endpoints.numberFile.read.input, 'phone');

const Find = ({ phone, onFind }: { phone: string; onFind: (phone: string) => void }) => {
  const { t } = useTranslation('decisions');
  const [typed, setTyped] = useState(phone);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== '') onFind(typed.trim());
  };
  return (
    <form className="number-file-find row gap-8 fixed" onSubmit={submit}>
      <Input
        type="search"
        inputMode="tel"
        autoComplete="off"
        maxLength={phoneChars}
        aria-label={t($ => $.search)}
        placeholder={t($ => $.search)}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
      <button type="submit" className="button">
        {t($ => $.file.open)}
      </button>
    </form>
  );
};

const FileOf = ({ whose }: { whose: Whose }) => {
  const { t } = useTranslation('decisions');
  const mayExport = useCurrentUser()?.btns.includes('callLog:export') ?? false;
  const file = useQuery({
    queryKey: ['numberFile/read', whose],
    queryFn: ({ signal }) => call(endpoints.numberFile.read, whose, { signal, quiet: true }),
    // Each reading is in the audit: it is read when it is opened.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = file;
  usePaneTitle(data?.phone);
  if (file.isError && !data)
    return <ErrorPanel title={t($ => $.file.failed)} error={file.error} onAgain={() => void file.refetch()} />;
  if (!data) return <Skeleton rows={10} />;
  return (
    <div className="number-file-parts fill" {...byKeys}>
      <header className="row gap-10 wrap">
        <h1>{data.phone}</h1>
        <span className="key">{data.area}</span>
        <span className="key">{t($ => $.file.scope[data.scope])}</span>
        {data.more && <span className="key">{t($ => $.file.more)}</span>}
        {mayExport && (
          <ExportTool ask={t($ => $.file.exportAsk)} onStart={() => call(endpoints.numberFile.export, whose)} />
        )}
      </header>
      <Decisions file={data} />
      <Calls file={data} />
      <Tasks file={data} />
      <Entries file={data} />
      <Consents file={data} />
    </div>
  );
};
