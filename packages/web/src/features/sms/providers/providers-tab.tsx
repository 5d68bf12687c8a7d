import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { Empty, ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { type Provider, useProviders } from '../use-sms.ts';
import { levelsOf, rankBeside } from './order.ts';
import { dragType, ProviderCard } from './provider-card.tsx';
import { ProviderDrawer } from './provider-drawer.tsx';
import { SendingRules } from './sending-rules.tsx';
import { TestDialog } from './test-dialog.tsx';
import { mostRank, useProviderActs } from './use-providers.ts';

type Open =
  | { readonly what: 'form'; readonly provider: Provider | null }
  | { readonly what: 'test' | 'removal'; readonly provider: Provider };

interface LevelsProps {
  readonly list: readonly Provider[];
  readonly onOpen: (open: Open) => void;
}

/** Who goes first and who next; a card is dragged to another level, or moved there by its buttons. */
const Levels = ({ list, onOpen }: LevelsProps) => {
  const { t } = useTranslation('smsProviders');
  const { move } = useProviderActs();
  const levels = levelsOf(list);
  const put = (id: string, rank: number | null) => {
    const provider = list.find(each => each.id === id);
    if (provider && rank !== null && provider.rank !== rank) move.mutate({ provider, rank });
  };
  const beside = (id: string, step: -1 | 1) => {
    const rank = rankBeside(levels, id, step, mostRank);
    return rank === null ? null : () => put(id, rank);
  };
  return levels.map((level, at) => (
    <section
      key={level[0]!.rank}
      className="sms-level"
      aria-label={t($ => $.rank, { n: at + 1 })}
      onDragOver={event => {
        if (event.dataTransfer.types.includes(dragType)) event.preventDefault();
      }}
      onDrop={event => put(event.dataTransfer.getData(dragType), level[0]!.rank)}
    >
      <h2 className="hint">{t($ => $.rank, { n: at + 1 })}</h2>
      <ul>
        {level.map(provider => (
          <ProviderCard
            key={provider.id}
            provider={provider}
            shares={level.length > 1}
            onUp={beside(provider.id, -1)}
            onDown={beside(provider.id, 1)}
            onEdit={() => onOpen({ what: 'form', provider })}
            onTest={() => onOpen({ what: 'test', provider })}
            onRemove={() => onOpen({ what: 'removal', provider })}
          />
        ))}
      </ul>
    </section>
  ));
};

const Removal = ({ provider, onClose }: { provider: Provider; onClose: () => void }) => {
  const { t } = useTranslation('smsProviders');
  const { remove } = useProviderActs();
  return (
    <Confirm
      title={t($ => $.removal.title, { name: provider.name })}
      text={t($ => $.removal.text)}
      okText={t($ => $.remove)}
      cancelText={t($ => $.cancel)}
      busy={remove.isPending}
      onOk={() => remove.mutate(provider.id, { onSettled: onClose })}
      onCancel={onClose}
    />
  );
};

/** Who carries messages, in their order, how they are, and how often one number is written to. */
export const ProvidersTab = () => {
  const { t } = useTranslation('smsProviders');
  const { data, isError, error, refetch } = useProviders(true);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const add = (
    <Button
      kind="primary"
      icon={<Plus size={14} aria-hidden="true" />}
      onClick={() => setOpen({ what: 'form', provider: null })}
    >
      {t($ => $.add)}
    </Button>
  );
  return (
    <>
      <div className="sms-providers fill lean">
        <header className="row gap-16 between">
          <p className="hint">{t($ => $.note)}</p>
          {data && data.list.length > 0 && add}
        </header>
        {!data && !isError && <Skeleton rows={6} />}
        {isError && !data && <ErrorPanel title={t($ => $.failed)} error={error} onAgain={() => void refetch()} />}
        {data?.list.length === 0 && (
          <Empty title={t($ => $.empty)} hint={t($ => $.emptyHint)}>
            {add}
          </Empty>
        )}
        {data && <Levels list={data.list} onOpen={setOpen} />}
        <SendingRules />
      </div>
      {open?.what === 'form' && (
        <ProviderDrawer key={open.provider?.id ?? 'new'} provider={open.provider} onClose={close} />
      )}
      {open?.what === 'test' && <TestDialog provider={open.provider} onClose={close} />}
      {open?.what === 'removal' && <Removal provider={open.provider} onClose={close} />}
    </>
  );
};
