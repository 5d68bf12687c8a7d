import { type CallOf, endpoints, fieldChars } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { useCurrentUser } from '../../../session/current-user.ts';
import { Button } from '../../../ui/button.tsx';
import { count } from '../../../ui/format.ts';
import { TextArea } from '../../../ui/input.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { toast } from '../../../ui/toast.ts';
import { UploadBox, type Uploaded } from '../editor/upload-box.tsx';
import { usePutBack } from '../take-outs.tsx';
import '../editor/editor.css';
import './take-out-many.css';

type Filter = Omit<CallOf<typeof endpoints.taskNumbers.countTakeOut>, 'id'>;
type By = 'filter' | 'sheet';

interface TakeOutManyProps {
  readonly id: string;
  readonly filter: Filter;
  readonly onClose: () => void;
}

/** How many the filter of the list takes off it; said before it is done. */
const FilterCount = ({ id, filter }: Pick<TakeOutManyProps, 'id' | 'filter'>) => {
  const { t } = useTranslation('tasks');
  const { data } = useQuery({
    queryKey: ['task/countTakeOut', id, filter],
    queryFn: ({ signal }) => call(endpoints.taskNumbers.countTakeOut, { id, ...filter }, { signal, quiet: true }),
    staleTime: 0,
  });
  const isAll = Object.keys(filter).length === 0;
  if (data === undefined) return <p className="hint">{t($ => $.check.counting)}</p>;
  const n = data.more ? t($ => $.many.over, { n: count(data.n) }) : count(data.n);
  return (
    <p role="status">
      <strong>{isAll ? t($ => $.many.all, { n }) : t($ => $.many.filtered, { n })}</strong>{' '}
      {data.called > 0 && t($ => $.many.called, { n: count(data.called) })}
    </p>
  );
};

/** Many numbers off the list at once: what its filter shows, or the numbers of a sheet. */
export const TakeOutMany = ({ id, filter, onClose }: TakeOutManyProps) => {
  const { t } = useTranslation('tasks');
  const queries = useQueryClient();
  const seesPhones = useCurrentUser()?.btns.includes('phone:unmask') ?? false;
  const [by, setBy] = useState<By>('filter');
  const [file, setFile] = useState<Uploaded | null>(null);
  const [text, setText] = useState('');
  const putBack = usePutBack(id);
  const take = useMutation({
    mutationFn: () =>
      call(endpoints.taskNumbers.takeOutMany, {
        id,
        by,
        ...(by === 'filter' ? filter : file ? { fileId: file.fileId } : { text }),
      }),
    onSuccess: ({ batchId }) => {
      toast.ok(
        t($ => $.many.begun),
        { act: { text: t($ => $.many.undo), run: () => putBack.mutate(batchId) } },
      );
      void queries.invalidateQueries({ queryKey: ['batch/list'] });
      onClose();
    },
  });
  const isReady = by === 'filter' || file !== null || text.trim() !== '';
  return (
    <Modal title={t($ => $.many.title)} closeLabel={t($ => $.close)} className="take-out-many" onClose={onClose}>
      <section className="take-out-many-body stack gap-10" aria-label={t($ => $.many.title)}>
        {seesPhones && (
          <Segments
            label={t($ => $.many.which)}
            options={(['filter', 'sheet'] as const).map(value => ({ value, text: t($ => $.many[value]) }))}
            value={by}
            onChange={setBy}
          />
        )}
        {by === 'filter' ? (
          <FilterCount id={id} filter={filter} />
        ) : (
          <>
            <p className="hint">{t($ => $.many.sheetHint)}</p>
            <UploadBox file={file} onFile={setFile} titles={[t($ => $.numbers.phone)]} />
            {file === null && (
              <TextArea
                rows={5}
                aria-label={t($ => $.numbers.pasteLabel)}
                maxLength={fieldChars(endpoints.taskNumbers.takeOutMany.input, 'text')}
                placeholder={'13812345678\n13912345678'}
                value={text}
                onChange={event => setText(event.target.value)}
              />
            )}
          </>
        )}
        <p className="hint">{t($ => $.many.hint)}</p>
      </section>
      <footer className="row gap-8">
        <span className="fill" />
        <Button onClick={onClose}>{t($ => $.cancel)}</Button>
        <Button danger disabled={!isReady} loading={take.isPending} onClick={() => take.mutate()}>
          {t($ => $.takeOut.ok)}
        </Button>
      </footer>
    </Modal>
  );
};
