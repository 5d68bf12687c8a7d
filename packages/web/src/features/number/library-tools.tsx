import { Ellipsis, Upload } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../session/current-user.ts';
import { Button } from '../../ui/button.tsx';
import { count } from '../../ui/format.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { useAsks } from './use-asks.ts';

const ImportDialog = lazy(() => import('./import-dialog.tsx').then(file => ({ default: file.ImportDialog })));
const DuplicatesDialog = lazy(() =>
  import('./duplicates-dialog.tsx').then(file => ({ default: file.DuplicatesDialog })),
);
const RulesDialog = lazy(() => import('./rules-dialog.tsx').then(file => ({ default: file.RulesDialog })));
const AsksDialog = lazy(() => import('./asks-dialog.tsx').then(file => ({ default: file.AsksDialog })));

const dialogs = { import: ImportDialog, duplicates: DuplicatesDialog, rules: RulesDialog, asks: AsksDialog } as const;
type Dialog = keyof typeof dialogs;

/** What is done to the library as a whole: a sheet into it, doubles out of it, its rules, and who asks for one's own. */
export const LibraryTools = () => {
  const { t } = useTranslation('number');
  const user = useCurrentUser();
  const { query, put } = useAddress();
  // The first page leads to who asks.
  const [open, setOpen] = useState<Dialog | null>(query.has('asks') ? 'asks' : null);
  const close = () => {
    setOpen(null);
    if (query.has('asks')) put({ asks: null }, true);
  };
  const asks = useAsks().data?.list.length;
  const btns = user?.btns ?? [];
  const sets = user?.roleCode === 'company' || user?.roleCode === 'agent';
  const seldom = [
    ...(btns.includes('number:assign') ? (['duplicates'] as const) : []),
    ...(sets ? (['rules'] as const) : []),
  ];
  const Open = open && dialogs[open];
  return (
    <>
      {asks !== undefined && asks > 0 && (
        <Button onClick={() => setOpen('asks')}>{t($ => $.asks.button, { n: count(asks) })}</Button>
      )}
      {btns.includes('number:import') && (
        <Button icon={<Upload size={14} aria-hidden="true" />} onClick={() => setOpen('import')}>
          {t($ => $.import)}
        </Button>
      )}
      {seldom.length > 0 && (
        <MenuButton
          label={<Ellipsis size={15} aria-hidden="true" />}
          className="icon-button"
          name={t($ => $.acts.more)}
          parts={[
            {
              key: 'library',
              entries: seldom.map(key => ({ key, label: t($ => $[key].button), onChoose: () => setOpen(key) })),
            },
          ]}
        />
      )}
      {Open && (
        <Suspense>
          <Open onClose={close} />
        </Suspense>
      )}
    </>
  );
};
