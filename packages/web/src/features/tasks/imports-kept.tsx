import { endpoints } from '@lianxian/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useNews } from '../../live/use-news.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { byKeys } from '../../ui/by-keys.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { count } from '../../ui/format.ts';
import { Modal } from '../../ui/modal.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import { TakeOuts } from './take-outs.tsx';
import { type TaskImport, useImportWords, useTaskImports } from './use-task-imports.ts';
import './imports-kept.css';

/** Progress is a matter of seconds. */
const newsEveryMs = 1_000;

/** Opens the imports into a task: what came when, by whom, and the way to take it back. */
export const ImportsKept = ({ taskId }: { taskId: string }) => {
  const { t } = useTranslation('tasks');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<History size={14} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {t($ => $.kept.title)}
      </Button>
      {isOpen && <Imports taskId={taskId} onClose={() => setOpen(false)} />}
    </>
  );
};

const Imports = ({ taskId, onClose }: { taskId: string; onClose: () => void }) => {
  const { t } = useTranslation('tasks');
  const mayTakeBack = useCurrentUser()?.btns.includes('task:create') ?? false;
  const { nameOf } = useImportWords();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<TaskImport | null>(null);
  const imports = useTaskImports(taskId);
  useNews('batches', imports.refetch, newsEveryMs);
  useNews(`task:${taskId}`, imports.refetch, newsEveryMs);
  const takeBack = useMutation({
    mutationFn: ({ id: importId }: TaskImport) => call(endpoints.taskNumbers.takeBackImport, { id: taskId, importId }),
    onSuccess: () => toast.ok(t($ => $.kept.begun)),
    onSettled: () => {
      setAsking(null);
      return Promise.all(
        ['task/imports', 'task/detail', 'task/list', 'batch/list'].map(key =>
          queries.invalidateQueries({ queryKey: [key] }),
        ),
      );
    },
  });
  const list = imports.data?.list;
  const moved = list?.map(({ added, takenBack }) => `${added}/${takenBack?.gone}/${takenBack?.stay}`).join() ?? '';
  const readNumbers = useEffectEvent(() => void queries.invalidateQueries({ queryKey: ['task/callees'] }));
  // The numbers beside it are others now.
  useEffect(() => {
    if (moved !== '') readNumbers();
  }, [moved]);
  return (
    <Modal title={t($ => $.kept.title)} closeLabel={t($ => $.close)} className="imports-kept" onClose={onClose}>
      {imports.isError && !list && (
        <ErrorPanel title={t($ => $.kept.failed)} error={imports.error} onAgain={() => void imports.refetch()} />
      )}
      {imports.isPending && <Skeleton rows={3} />}
      {list?.length === 0 && <Empty title={t($ => $.kept.empty)} hint={t($ => $.kept.emptyHint)} />}
      {list && list.length > 0 && (
        <ul aria-label={t($ => $.kept.title)} {...byKeys}>
          {list.map(each => (
            <ImportRow key={each.id} row={each} onTakeBack={mayTakeBack ? () => setAsking(each) : null} />
          ))}
        </ul>
      )}
      {mayTakeBack && <TakeOuts taskId={taskId} />}
      {asking && (
        <Confirm
          title={t($ => $.kept.ask, { name: nameOf(asking) })}
          text={t($ => $.kept.askText)}
          okText={t($ => $.kept.takeBack)}
          cancelText={t($ => $.cancel)}
          busy={takeBack.isPending}
          onOk={() => takeBack.mutate(asking)}
          onCancel={() => setAsking(null)}
        />
      )}
    </Modal>
  );
};

const ImportRow = ({ row, onTakeBack }: { row: TaskImport; onTakeBack: (() => void) | null }) => {
  const { t } = useTranslation('tasks');
  const { takenBack } = row;
  const { nameOf, byOf, atOf } = useImportWords();
  const name = nameOf(row);
  return (
    <li className="imports-kept-row">
      <p className="row gap-10">
        <strong title={name}>{name}</strong>
        <span className="key">{byOf(row)}</span>
      </p>
      <p className="row gap-10">
        <span className="imports-kept-figures">
          {row.running && <>{t($ => $.kept.running)} · </>}
          {t($ => $.kept.figures, { added: count(row.added), refused: count(row.refused) })}
        </span>
        {(takenBack ? !takenBack.running && !takenBack.done : row.running || row.added > 0) && onTakeBack && (
          <Button kind="link" aria-label={`${t($ => $.kept.takeBack)} ${name}`} onClick={onTakeBack}>
            {t($ => $.kept.takeBack)}
          </Button>
        )}
      </p>
      {takenBack && (
        <p className="imports-kept-back" role="status">
          {takenBack.running
            ? t($ => $.kept.takingBack, { n: count(takenBack.gone + takenBack.stay) })
            : t($ => $.kept[takenBack.done ? 'takenBack' : 'brokenOff'], {
                who: takenBack.by,
                at: atOf(takenBack.at),
                gone: count(takenBack.gone),
                stay: count(takenBack.stay),
              })}
        </p>
      )}
    </li>
  );
};
