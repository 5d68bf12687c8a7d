import { type CallOf, endpoints } from '@lianxian/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { Refusal } from '../../../api/wire.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { guessed, hasPhone, type Picks, pickedTwice, usesOf, variablePick, withoutTitles } from './columns.ts';
import { type Sheet, SheetCheck, useCheck } from './sheet-check.tsx';
import { SheetPreview } from './sheet-preview.tsx';
import type { PendingNumbers } from './use-pending-numbers.tsx';
import '../../../ui/plain-select.css';

type Source = Pick<CallOf<typeof endpoints.task.preview>, 'fileId' | 'text'>;
type Encoding = NonNullable<CallOf<typeof endpoints.task.preview>['encoding']>;

interface SheetImportProps {
  readonly taskId: string;
  readonly source: Source;
  readonly onImport: (batchId: string) => void;
  /** Told the way into the task while the sheet may go in as it is. */
  readonly pending: RefObject<PendingNumbers>;
}

const encodings: readonly Encoding[] = ['utf-8', 'gb18030', 'big5', 'utf-16le'];

const isIn = () => true;
/** The toast has said why. */
const isNotIn = () => false;

/** What a file or a pasted list holds: how it is read, which column is what, and the way into the task. */
export const SheetImport = ({ taskId, source, onImport, pending }: SheetImportProps) => {
  const { t } = useTranslation('tasks');
  const [encoding, setEncoding] = useState<Encoding | undefined>();
  const [sheet, setSheet] = useState<number | undefined>();
  const [header, setHeader] = useState<boolean | null>(null);
  const [picked, setPicked] = useState<Picks>({});
  const read = { ...source, ...(encoding && { encoding }), ...(sheet !== undefined && { sheet }) };
  const preview = useQuery({
    queryKey: ['task/preview', taskId, read],
    queryFn: ({ signal }) => call(endpoints.task.preview, { id: taskId, ...read }, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { data } = preview;
  const hasHeader = header ?? data?.header ?? false;
  const picks = { ...(data && guessed(data.columns)), ...picked };
  const asPicked: Sheet = {
    id: taskId,
    ...read,
    skipped: data?.skipped ?? 0,
    header: hasHeader ? '1' : '0',
    columns: [...usesOf(hasHeader ? picks : withoutTitles(picks))],
  };
  const isWhole = data !== undefined && hasPhone(picks) && pickedTwice(picks) === null;
  const check = useCheck(isWhole ? asPicked : null);
  const importing = useMutation({
    mutationFn: () => call(endpoints.task.import, asPicked),
    onSuccess: ({ batchId }) => onImport(batchId),
  });
  const mayGo = isWhole && check?.good !== 0 && !importing.isSuccess;
  const underWay = useRef<Promise<boolean> | null>(null);
  /** Asked for twice it is one import. */
  const take = (): Promise<boolean> => {
    underWay.current ??= importing
      .mutateAsync()
      .then(isIn, isNotIn)
      .finally(() => {
        underWay.current = null;
      });
    return underWay.current;
  };
  useEffect(() => {
    const now = pending.current;
    now.import = mayGo ? take : null;
    return () => {
      now.import = null;
    };
  });

  // A refusal says what is wrong with the file; trying again would change nothing.
  if (preview.error instanceof Refusal)
    return (
      <p className="wrong" role="alert">
        {preview.error.message}
      </p>
    );
  if (preview.isError)
    return <ErrorPanel title={t($ => $.numbers.previewFailed)} onAgain={() => void preview.refetch()} />;
  if (!data) return <Skeleton rows={6} height={30} />;
  if (data.rows.length === 0) return <p className="hint">{t($ => $.numbers.nothing)}</p>;

  const twice = pickedTwice(picks);
  const whatTwice =
    twice === 'phone'
      ? t($ => $.numbers.phone)
      : twice === 'name'
        ? t($ => $.numbers.personName)
        : (data.variables.find(each => variablePick(each.name) === twice)?.label ?? '');
  const fault = twice
    ? t($ => $.numbers.twice, { what: whatTwice })
    : hasPhone(picks)
      ? null
      : t($ => $.numbers.needPhone);
  return (
    <section>
      <div className="editor-sheet-tools row wrap">
        <h2>{t($ => $.numbers.preview)}</h2>
        <span className="hint">{t($ => $.numbers.previewHint, { n: data.rows.length })}</span>
        {data.skipped > 0 && <span className="hint">{t($ => $.numbers.skipped, { n: data.skipped })}</span>}
        <label>
          <input type="checkbox" checked={hasHeader} onChange={event => setHeader(event.target.checked)} />
          {t($ => $.numbers.header)}
        </label>
        {data.kind === 'text' && source.fileId && (
          <label title={t($ => $.numbers.encodingHint)}>
            {t($ => $.numbers.encoding)}
            <select
              className="plain-select"
              value={encoding ?? ''}
              onChange={event => setEncoding((event.target.value || undefined) as Encoding | undefined)}
            >
              <option value="">
                {t($ => $.numbers.encodingAuto)}
                {data.encoding && !encoding ? ` · ${data.encoding.toUpperCase()}` : ''}
              </option>
              {encodings.map(each => (
                <option key={each} value={each}>
                  {each.toUpperCase()}
                </option>
              ))}
            </select>
          </label>
        )}
        {data.sheets.length > 1 && (
          <label>
            {t($ => $.numbers.sheet)}
            <select
              className="plain-select"
              value={sheet ?? 0}
              onChange={event => setSheet(Number(event.target.value))}
            >
              {data.sheets.map((name, at) => (
                <option key={name} value={at}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <span className="fill" />
        {fault && <span className="wrong">{fault}</span>}
        {data.columnsLeftOut && <span className="hint">{t($ => $.numbers.leftOut)}</span>}
        <Button kind="primary" disabled={!mayGo} loading={importing.isPending} onClick={() => void take()}>
          {t($ => $.numbers.import)}
        </Button>
      </div>
      {fault === null && <SheetCheck check={check} />}
      <SheetPreview
        preview={data}
        picks={picks}
        header={hasHeader}
        onPick={(index, pick) => setPicked(before => ({ ...before, [index]: pick }))}
      />
    </section>
  );
};
