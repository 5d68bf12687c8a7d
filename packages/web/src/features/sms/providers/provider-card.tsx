import {
  ArrowDown,
  ArrowUp,
  Check,
  CircleMinus,
  Clock,
  Copy,
  GripVertical,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import type { DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { when } from '../../../ui/format.ts';
import { Switch } from '../../../ui/switch.tsx';
import { toast } from '../../../ui/toast.ts';
import type { Provider } from '../use-sms.ts';
import { useProviderActs } from './use-providers.ts';

export const dragType = 'application/x-sms-provider';

interface CardProps {
  readonly provider: Provider;
  /** It has others beside it on its level. */
  readonly shares: boolean;
  /** Null: there is no level there. */
  readonly onUp: (() => void) | null;
  readonly onDown: (() => void) | null;
  readonly onEdit: () => void;
  readonly onTest: () => void;
  readonly onRemove: () => void;
}

const looks = {
  up: ['ok', Check],
  resting: ['warn', TriangleAlert],
  off: ['idle', CircleMinus],
  new: ['idle', Clock],
} as const satisfies Readonly<Record<Provider['health'], readonly [string, LucideIcon]>>;

const useAt = () => {
  const { t } = useTranslation('smsProviders');
  return (at: string) =>
    when(
      at,
      new Date(),
      t($ => $.today),
    );
};

/** How it is: a word, and why and until when where it rests. */
const Health = ({ of: { health, becauseText, restsUntil } }: { of: Provider }) => {
  const { t } = useTranslation('smsProviders');
  const at = useAt();
  const [family, Icon] = looks[health];
  const rest = [becauseText, restsUntil !== null && t($ => $.restsUntil, { at: at(restsUntil) })];
  return (
    <>
      <span className={`state is-${family}`}>
        <Icon size={14} aria-hidden="true" /> {t($ => $.health[health])}
      </span>
      {health === 'resting' && <span className="hint">{rest.filter(Boolean).join(' · ')}</span>}
    </>
  );
};

const Address = ({ label, url }: { label: string; url: string }) => {
  const { t } = useTranslation('smsProviders');
  if (url === '') return null;
  const copy = async () => {
    await navigator.clipboard.writeText(url);
    toast.ok(t($ => $.copied));
  };
  return (
    <div className="row gap-8">
      <span className="hint fixed">{label}</span>
      <code className="cut">{url}</code>
      <button
        type="button"
        className="icon-button"
        aria-label={`${t($ => $.copy)} ${label}`}
        onClick={() => void copy()}
      >
        <Copy size={14} aria-hidden="true" />
      </button>
    </div>
  );
};

/** What is dragged by its grip; the buttons beside it do the same by keys. */
const dragged = (id: string) => ({
  draggable: true,
  onDragStart: ({ dataTransfer }: DragEvent) => {
    dataTransfer.setData(dragType, id);
    dataTransfer.effectAllowed = 'move';
  },
});

const Order = ({ provider: { id, name }, onUp, onDown }: Pick<CardProps, 'provider' | 'onUp' | 'onDown'>) => {
  const { t } = useTranslation('smsProviders');
  return (
    <span className="row fixed">
      <i className="sms-provider-grip middle" title={t($ => $.drag, { name })} {...dragged(id)}>
        <GripVertical size={14} aria-hidden="true" />
      </i>
      <button
        type="button"
        className="icon-button"
        aria-label={t($ => $.up, { name })}
        disabled={onUp === null}
        onClick={() => onUp?.()}
      >
        <ArrowUp size={15} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={t($ => $.down, { name })}
        disabled={onDown === null}
        onClick={() => onDown?.()}
      >
        <ArrowDown size={15} aria-hidden="true" />
      </button>
    </span>
  );
};

/** One who carries messages: what it is, how it does, its place among the others. */
export const ProviderCard = (props: CardProps) => {
  const { t } = useTranslation('smsProviders');
  const { provider, shares, onEdit, onTest, onRemove } = props;
  const { id, name, kind, settings, enabled, share, perSecond, sent, failed, lastSentAt } = provider;
  const { enable } = useProviderActs();
  const at = useAt();
  const facts = [
    t($ => $.kinds[kind]),
    settings.kind === 'http' && settings.url,
    settings.kind === 'smpp' && `${settings.host}:${settings.port}`,
    shares && t($ => $.share, { n: share }),
    t($ => $.pace, { n: perSecond }),
  ];
  const lately = [
    sent + failed > 0 && t($ => $.lately, { sent, failed }),
    lastSentAt !== null && t($ => $.last, { at: at(lastSentAt) }),
  ];
  return (
    <li className="sms-provider stack gap-6" aria-label={name}>
      <div className="row gap-10">
        <Order {...props} />
        <strong className="cut fill">{name}</strong>
        <Switch
          size="small"
          checked={enabled}
          disabled={enable.isPending}
          aria-label={t($ => $.on, { name })}
          onChange={next => enable.mutate({ id, enabled: next })}
        />
      </div>
      <p className="hint breaks">{facts.filter(Boolean).join(' · ')}</p>
      <p className="row gap-8 wrap">
        <Health of={provider} />
        <span className="hint">{lately.filter(Boolean).join(' · ')}</span>
      </p>
      <Address label={t($ => $.reportUrl)} url={provider.reportUrl} />
      <Address label={t($ => $.replyUrl)} url={provider.replyUrl} />
      {provider.reportUrl !== '' && <p className="hint">{t($ => $.urlHint)}</p>}
      <div className="flex gap-8 wrap">
        <Button size="small" onClick={onTest}>
          {t($ => $.test)}
        </Button>
        <Button size="small" kind="text" onClick={onEdit}>
          {t($ => $.edit)}
        </Button>
        <Button size="small" kind="text" onClick={onRemove}>
          {t($ => $.remove)}
        </Button>
      </div>
    </li>
  );
};
