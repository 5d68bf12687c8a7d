import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../ui/menu-button.tsx';
import { type MoreAct, moreActs, useChosenActs } from './chosen-acts.ts';
import type { CallQuery } from './filter.ts';

const ActDialog = lazy(() => import('./act-dialog.tsx').then(file => ({ default: file.ActDialog })));

interface MoreActsProps {
  readonly query: () => CallQuery;
  /** How many are chosen, in words. */
  readonly n: string;
  readonly onDone: () => void;
}

/** What is done to chosen calls more seldom. */
export const MoreActs = ({ query, n, onDone }: MoreActsProps) => {
  const { t } = useTranslation('callLog');
  const may = useChosenActs();
  const [acting, setActing] = useState<{ readonly act: MoreAct; readonly query: CallQuery } | null>(null);
  const offered = moreActs.filter(act => may[act]);
  return (
    <>
      {offered.length > 0 && (
        <MenuButton
          label={<Ellipsis size={15} aria-hidden="true" />}
          className="icon-button"
          name={t($ => $.acts.more)}
          parts={[
            {
              key: 'acts',
              entries: offered.map(act => ({
                key: act,
                label: t($ => $.acts[act]),
                danger: act === 'remove',
                onChoose: () => setActing({ act, query: query() }),
              })),
            },
          ]}
        />
      )}
      {acting && (
        <Suspense>
          <ActDialog
            {...acting}
            n={n}
            onDone={() => {
              setActing(null);
              onDone();
            }}
            onClose={() => setActing(null)}
          />
        </Suspense>
      )}
    </>
  );
};
