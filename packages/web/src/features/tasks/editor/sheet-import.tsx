import { type CallOf, endpoints } from '@lianxian/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { Refusal } from '../../../api/wire.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { guessed, hasPhone, type Picks, pickedTwice, usesOf, variablePick } from './columns.ts';
import { Remembered } from './remembered.tsx';
import { type Sheet, SheetCheck, useCheck } from './sheet-check.tsx';
import { SheetOrder, type SheetOrdered } from './sheet-order.tsx';
import { SheetPreview } from './sheet-preview.tsx';
import { type HowRead, SheetTools } from './sheet-tools.tsx';
import type { PendingNumbers } from './use-pending-numbers.tsx';

type Source = Pick<CallOf<typeof endpoints.task.preview>, 'fileId' | 'text'>;

interface SheetImportProps {
  readonly taskId: string;
  readonly source: Source;
  readonly onImport: (batchId: string) => void;
  /** Told the way into the task while the sheet may go in as it is. */
  readonly pending: RefObject<PendingNumbers>;
  /** True once the settings that an import goes by are on the server. */
  readonly save: () => Promise<boolean>;
}

const isIn = () => true;
/** The toast has said why. */
const isNotIn = () => false;

/** What a file or a pasted list holds: how it is read, which column is what, and the way into the task. */
export const SheetImport = ({ taskId, source, onImport, pending, save }: SheetImportProps) => {
  const { t } = useTranslation('tasks');
  const [how, setHow] = useState<HowRead>({});
  const [picked, setPicked] = useState<Picks>({});
  const [ordered, setOrdered] = useState<SheetOrdered>({ order: 'given' });
  const read = { ...source, ...how };
  const preview = useQuery({
    queryKey: ['task/preview', taskId, read],
    queryFn: ({ signal }) => call(endpoints.task.preview, { id: taskId, ...read }, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { data } = preview;
  const picks = { ...(data && guessed(data.columns)), ...picked };
  const { titles: _, anew: __, ...sheet } = read;
  const asPicked: Sheet = {
    id: taskId,
    ...sheet,
    skipped: data?.skipped ?? 0,
    header: data?.header ? '1' : '0',
    columns: [...usesOf(picks)],
  };
  const isWhole = data !== undefined && hasPhone(picks) && pickedTwice(picks) === null;
  const check = useCheck(isWhole ? asPicked : null);
  const importing = useMutation({
    mutationFn: async () => {
      if (!(await save())) throw new Error('not saved');
      return call(endpoints.task.import, { ...asPicked, ...ordered });
    },
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
    return (
      <ErrorPanel
        title={t($ => $.numbers.previewFailed)}
        error={preview.error}
        onAgain={() => void preview.refetch()}
      />
    );
  if (!data) return <Skeleton rows={6} height={30} />;
  if (data.rows.length === 0) return <p className="hint">{t($ => $.numbers.nothing)}</p>;

  const twice = pickedTwice(picks);
  const whatTwice =
    twice === 'phone' || twice === 'further'
      ? t($ => $.numbers[twice])
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
        <SheetTools
          preview={data}
          isFile={source.fileId !== undefined}
          how={how}
          onChange={part => {
            // Other columns: what was picked was of those before.
            setPicked({});
            setHow(before => ({ ...before, ...part }));
          }}
        />
        <SheetOrder columns={data.columns} ordered={ordered} onChange={setOrdered} />
        <span className="fill" />
        {fault && <span className="wrong">{fault}</span>}
        {data.columnsLeftOut && <span className="hint">{t($ => $.numbers.leftOut)}</span>}
        <Button kind="primary" disabled={!mayGo} loading={importing.isPending} onClick={() => void take()}>
          {t($ => $.numbers.import)}
        </Button>
      </div>
      {data.remembered && (
        <Remembered
          {...data.remembered}
          onAnew={() => {
            setPicked({});
            setHow(before => ({ ...before, anew: '1' }));
          }}
        />
      )}
      {fault === null && <SheetCheck check={check} />}
      <SheetPreview
        preview={data}
        picks={picks}
        onPick={(index, pick) => setPicked(before => ({ ...before, [index]: pick }))}
      />
    </section>
  );
};
