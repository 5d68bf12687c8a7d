import { endpoints } from '@lianxian/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { count } from '../../ui/format.ts';
import { Modal } from '../../ui/modal.tsx';
import { ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { type Mergeable, MergeDialog } from './merge-dialog.tsx';

/** Customers that are likely one person, group by group, each with the way to make them one. */
export const DuplicatesDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation(['number', 'parts']);
  const [merging, setMerging] = useState<readonly Mergeable[] | null>(null);
  const found = useQuery({
    queryKey: ['custom/duplicates'],
    queryFn: ({ signal }) => call(endpoints.customerMerge.duplicates, {}, { signal, quiet: true }),
    staleTime: 0,
  });
  if (merging)
    return (
      <MergeDialog
        customers={merging}
        onDone={() => {
          setMerging(null);
          void found.refetch();
        }}
        onClose={() => setMerging(null)}
      />
    );
  const list = found.data?.list;
  return (
    <Modal title={t($ => $.duplicates.title)} closeLabel={t($ => $.close, { ns: 'parts' })} onClose={onClose}>
      <div className="modal-body">
        {found.isError && !list && (
          <ErrorPanel title={t($ => $.duplicates.failed)} error={found.error} onAgain={() => void found.refetch()} />
        )}
        {!found.isError && !list && <Skeleton rows={4} />}
        {list?.length === 0 && <p>{t($ => $.duplicates.none)}</p>}
        <ul className="number-groups">
          {list?.map(({ why, customers }) => (
            <li key={customers.map(({ id }) => id).join()} className="stack gap-6">
              <p className="row gap-8 between">
                <strong>{t($ => $.duplicates[why])}</strong>
                <Button onClick={() => setMerging(customers)}>
                  {t($ => $.duplicates.merge, { n: count(customers.length) })}
                </Button>
              </p>
              {customers.map(({ id, phone, name, company, owner, calls }) => (
                <p key={id} className="row gap-8 wrap">
                  <span className="phone">{phone}</span>
                  <span>{name}</span>
                  <span className="ink2">{company}</span>
                  <span className="small ink3">
                    {t($ => $.duplicates.row, { owner: owner || t($ => $.pool), calls })}
                  </span>
                </p>
              ))}
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  );
};
