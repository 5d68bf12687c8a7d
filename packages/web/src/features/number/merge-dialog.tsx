import { customerFieldWord, endpoints } from '@lianxian/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { useCustomersAnew } from '../../customer/use-customer.ts';
import { saidLanguage } from '../../text/said.ts';
import { Button } from '../../ui/button.tsx';
import { count } from '../../ui/format.ts';
import { Modal } from '../../ui/modal.tsx';
import { ErrorPanel } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';

export interface Mergeable {
  readonly id: string;
  readonly phone: string;
  readonly name: string;
  readonly company: string;
}

interface MergeDialogProps {
  readonly customers: readonly Mergeable[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const least = 2;
/** One that stays, and as many others as the endpoint takes. */
const most = 11;

/** Several become one: which stays is chosen, what is lost is shown before, and it can be taken back for a day. */
export const MergeDialog = ({ customers, onDone, onClose }: MergeDialogProps) => {
  const { t } = useTranslation(['number', 'parts']);
  const readAnew = useCustomersAnew();
  const [id, setId] = useState(customers[0]?.id ?? '');
  const others = customers.map(each => each.id).filter(each => each !== id);
  const isGood = customers.length >= least && customers.length <= most;
  const lost = useQuery({
    queryKey: ['custom/compare', id, others],
    queryFn: ({ signal }) => call(endpoints.customerMerge.compare, { id, others }, { signal, quiet: true }),
    enabled: isGood,
    staleTime: 0,
  });
  const takeBack = async (batchId: string) => {
    const { customers: n } = await call(endpoints.customerMerge.unmerge, { id: batchId });
    toast.ok(t($ => $.merge.undone, { n: count(n) }));
    await readAnew();
  };
  const merge = useMutation({
    mutationFn: () => call(endpoints.customerMerge.merge, { id, others }),
    onSuccess: async ({ batchId }) => {
      toast.ok(
        t($ => $.merge.done, { n: count(customers.length) }),
        { act: { text: t($ => $.acts.undo), run: () => void takeBack(batchId) } },
      );
      onDone();
      await readAnew();
    },
  });
  const nameOf = ({ name, phone }: Pick<Mergeable, 'name' | 'phone'>) => `${phone} ${name || t($ => $.merge.noName)}`;
  const words = lost.data?.lost ?? [];
  return (
    <Modal
      title={t($ => $.merge.title, { n: count(customers.length) })}
      closeLabel={t($ => $.close, { ns: 'parts' })}
      onClose={onClose}
    >
      <div className="modal-body stack gap-10">
        {!isGood && <p>{t($ => $.merge.least, { n: most })}</p>}
        {isGood && (
          <fieldset className="options">
            <legend>{t($ => $.merge.stays)}</legend>
            {customers.map(each => (
              <label key={each.id}>
                <input type="radio" name="stays" checked={each.id === id} onChange={() => setId(each.id)} />
                {nameOf(each)} {each.company && <span className="ink3">{each.company}</span>}
              </label>
            ))}
          </fieldset>
        )}
        {isGood && <p className="hint">{t($ => $.merge.hint)}</p>}
        {lost.isError && <ErrorPanel error={lost.error} onAgain={() => void lost.refetch()} />}
        {lost.data && words.length === 0 && <p>{t($ => $.merge.nothingLost)}</p>}
        {words.length > 0 && (
          <section>
            <strong>{t($ => $.merge.lost)}</strong>
            <ul className="number-lost">
              {words.map(({ id: whose, field, value }) => {
                const of = customers.find(each => each.id === whose);
                return (
                  <li key={`${whose} ${field}`} className="breaks">
                    {t($ => $.merge.lostRow, {
                      name: of ? nameOf(of) : whose,
                      field: customerFieldWord(field, saidLanguage()),
                      value,
                    })}
                  </li>
                );
              })}
            </ul>
          </section>
        )}
        <footer className="row gap-8 to-end">
          <Button onClick={onClose}>{t($ => $.acts.cancel)}</Button>
          <Button
            kind="primary"
            disabled={!isGood || !lost.data}
            loading={merge.isPending}
            onClick={() => merge.mutate()}
          >
            {t($ => $.merge.ok)}
          </Button>
        </footer>
      </div>
    </Modal>
  );
};
