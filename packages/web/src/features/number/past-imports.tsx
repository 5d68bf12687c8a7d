import { endpoints } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { download } from '../../api/download.ts';
import { useCustomersAnew } from '../../customer/use-customer.ts';
import { useNews } from '../../live/use-news.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { count, when } from '../../ui/format.ts';
import { toast } from '../../ui/toast.ts';

export const importsKey = 'custom/imports';
const shown = 10;
const newsEveryMs = 1_000;

/** Sheets that were imported lately, each with the way to take back all that it brought. */
export const PastImports = () => {
  const { t } = useTranslation('number');
  const queries = useQueryClient();
  const readAnew = useCustomersAnew();
  const [asking, setAsking] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const { data, refetch } = useQuery({
    queryKey: [importsKey],
    queryFn: ({ signal }) => call(endpoints.customerSheets.imports, { limit: shown }, { signal, quiet: true }),
    staleTime: 0,
  });
  useNews('batches', refetch, newsEveryMs);
  const takeBack = useMutation({
    mutationFn: (id: string) => call(endpoints.customerSheets.takeBack, { id }),
    onSuccess: () => {
      toast.ok(t($ => $.imports.takingBack));
      setAsking(null);
      void queries.invalidateQueries({ queryKey: ['batch/list'] });
      return Promise.all([queries.invalidateQueries({ queryKey: [importsKey] }), readAnew()]);
    },
  });
  const at = (iso: string) =>
    when(
      iso,
      new Date(),
      t($ => $.today),
    );
  if (!data) return null;
  return (
    <section aria-label={t($ => $.imports.past)}>
      <h3 className="section-title">{t($ => $.imports.past)}</h3>
      {data.list.length === 0 && <p className="hint">{t($ => $.imports.pastNone)}</p>}
      <ul className="number-groups">
        {data.list.map(({ id, name, by, at: began, running, added, changed, refused, refusedFile, takenBackAt }) => (
          <li key={id} className="row gap-10">
            <div className="fill lean">
              <p className="breaks">{name}</p>
              <p className="hint">
                {t($ => $.imports.by, { by, at: at(began) })} ·{' '}
                {running
                  ? t($ => $.imports.running)
                  : t($ => $.imports.pastRow, {
                      added: count(added),
                      changed: count(changed),
                      refused: count(refused),
                    })}{' '}
                {refusedFile && (
                  <button type="button" className="link" onClick={() => void download(refusedFile)}>
                    {t($ => $.imports.refusedFile)}
                  </button>
                )}
              </p>
            </div>
            {takenBackAt !== null ? (
              <span className="small ink3">{t($ => $.imports.takenBack, { at: at(takenBackAt) })}</span>
            ) : (
              !running && <Button onClick={() => setAsking({ id, name })}>{t($ => $.imports.takeBack)}</Button>
            )}
          </li>
        ))}
      </ul>
      {asking && (
        <Confirm
          title={t($ => $.imports.takeBackTitle, { name: asking.name })}
          text={t($ => $.imports.takeBackText)}
          okText={t($ => $.imports.takeBack)}
          cancelText={t($ => $.acts.cancel)}
          busy={takeBack.isPending}
          onOk={() => takeBack.mutate(asking.id)}
          onCancel={() => setAsking(null)}
        />
      )}
    </section>
  );
};
