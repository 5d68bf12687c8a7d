import { endpoints, fieldChars } from '@lianxian/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNews } from '../../live/use-news.ts';
import { Button } from '../../ui/button.tsx';
import { byKeys } from '../../ui/by-keys.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { count, when } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../ui/panels.tsx';
import { toast } from '../../ui/toast.ts';
import type { Imports, SheetWays } from './list-ways.ts';
import { type Sheet, SheetBox } from './sheet-box.tsx';

/** Progress is a matter of seconds. */
const newsEveryMs = 1_000;

/** A sheet onto the list, and those that came before with the way to take each back. */
export const SheetsDrawer = ({ ways, onClose }: { ways: SheetWays; onClose: () => void }) => {
  const { t } = useTranslation('lists');
  const id = useId();
  const queries = useQueryClient();
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const start = useMutation({
    mutationFn: (chosen: Sheet) => ways.start({ fileId: chosen.fileId, reason: reason.trim(), until }),
    onSuccess: () => {
      setSheet(null);
      toast.ok(t($ => $.started));
      return queries.invalidateQueries({ queryKey: ['batch/list'] });
    },
  });
  return (
    <Drawer title={t($ => $.sheets)} closeLabel={t($ => $.close)} onClose={onClose}>
      <section className="lists-form grid gap-14">
        <p className="hint">{t($ => $.sheetHint[ways.words])}</p>
        <SheetBox endpoint={ways.upload} sheet={sheet} onSheet={setSheet} />
        <FormField
          id={`${id}reason`}
          label={ways.words === 'consent' ? t($ => $.proof) : t($ => $.reason)}
          hint={ways.words === 'consent' ? t($ => $.proofHint) : t($ => $.reasonHint)}
        >
          <Input
            id={`${id}reason`}
            value={reason}
            maxLength={fieldChars(endpoints.numberList.import.input, 'reason')}
            onChange={event => setReason(event.target.value)}
          />
        </FormField>
        <FormField id={`${id}until`} label={t($ => $.until)} hint={t($ => $.untilHint)}>
          <Input id={`${id}until`} type="date" value={until} onChange={event => setUntil(event.target.value)} />
        </FormField>
        <div className="row">
          <Button
            kind="primary"
            disabled={sheet === null}
            loading={start.isPending}
            onClick={() => sheet && start.mutate(sheet)}
          >
            {t($ => $.start)}
          </Button>
        </div>
      </section>
      <History ways={ways} />
    </Drawer>
  );
};

const History = ({ ways }: { ways: SheetWays }) => {
  const { t } = useTranslation('lists');
  const queries = useQueryClient();
  const [asking, setAsking] = useState<Imports['list'][number] | null>(null);
  const key = [...ways.queryKey, 'imports'];
  const imports = useQuery({ queryKey: key, queryFn: ({ signal }) => ways.imports(signal), staleTime: 0 });
  // With the list beside it: what is imported stands there as it comes.
  const changed = () => queries.invalidateQueries({ queryKey: ways.queryKey });
  useNews('batches', changed, newsEveryMs);
  const takeBack = useMutation({
    mutationFn: ({ id }: Imports['list'][number]) => ways.takeBack(id),
    onSuccess: () => toast.ok(t($ => $.begun)),
    onSettled: () => {
      setAsking(null);
      return Promise.all([changed(), queries.invalidateQueries({ queryKey: ['batch/list'] })]);
    },
  });
  const list = imports.data?.list;
  return (
    <section className="lists-history" aria-label={t($ => $.history)}>
      <h3>{t($ => $.history)}</h3>
      {imports.isError && !list && (
        <ErrorPanel title={t($ => $.historyFailed)} error={imports.error} onAgain={() => void imports.refetch()} />
      )}
      {imports.isPending && <Skeleton rows={3} />}
      {list?.length === 0 && <Empty title={t($ => $.noHistory)} />}
      <ul {...byKeys}>
        {list?.map(each => (
          <li key={each.id} className="lists-history-row grid gap-4">
            <p className="row gap-10">
              <strong className="cut fill">{each.name}</strong>
              <span className="key">
                {each.by}{' '}
                {when(
                  each.at,
                  new Date(),
                  t($ => $.today),
                )}
              </span>
            </p>
            <p className="row gap-10">
              <span className="fill small">
                {each.takenBack === null
                  ? t($ => $.figures, {
                      added: count(each.added),
                      known: count(each.known),
                      refused: count(each.refused),
                    })
                  : t($ => $.takingBack, { n: count(each.takenBack) })}
              </span>
              {each.takenBack === null && (
                <Button kind="link" aria-label={`${t($ => $.takeBack)} ${each.name}`} onClick={() => setAsking(each)}>
                  {t($ => $.takeBack)}
                </Button>
              )}
            </p>
          </li>
        ))}
      </ul>
      {asking && (
        <Confirm
          title={t($ => $.takeBackAsk, { name: asking.name })}
          text={t($ => $.takeBackText)}
          okText={t($ => $.takeBack)}
          cancelText={t($ => $.cancel)}
          busy={takeBack.isPending}
          onOk={() => takeBack.mutate(asking)}
          onCancel={() => setAsking(null)}
        />
      )}
    </section>
  );
};
