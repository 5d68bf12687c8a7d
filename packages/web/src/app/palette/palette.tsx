import {
  AppWindow,
  BookOpen,
  Building2,
  Contact,
  CornerDownLeft,
  File,
  History,
  ListChecks,
  type LucideIcon,
  PhoneCall,
  Search,
  Settings,
  SquareMousePointer,
  Users,
  Workflow,
} from 'lucide-react';
import { Fragment, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CurrentUser, useCurrentUser } from '../../session/current-user.ts';
import { keyCap } from '../../ui/keys.ts';
import { isPaletteKey } from '../shortcuts.ts';
import type { Offer, OfferKind } from './offer.ts';
import { mostTyped } from './use-found.ts';
import { useOffers } from './use-offers.ts';
import './palette.css';

const icons: Readonly<Record<OfferKind, LucideIcon>> = {
  recent: History,
  tabs: AppWindow,
  pages: File,
  settings: Settings,
  tasks: ListChecks,
  customers: Contact,
  plans: Workflow,
  people: Users,
  accounts: Building2,
  calls: PhoneCall,
  articles: BookOpen,
  actions: SquareMousePointer,
};

/** Keys that go there without the palette. */
const Keys = ({ of }: { of: readonly string[] | undefined }) => {
  const { t } = useTranslation('palette');
  if (!of) return null;
  return (
    <span className="palette-keys row gap-4">
      {of.map(key => (
        <kbd key={key}>
          {keyCap(
            key,
            t($ => $.space),
          )}
        </kbd>
      ))}
    </span>
  );
};

interface OffersProps {
  readonly id: string;
  readonly offers: readonly Offer[];
  readonly at: number;
  readonly onPoint: (at: number) => void;
  readonly onGo: (offer: Offer) => void;
}

const Offers = ({ id, offers, at, onPoint, onGo }: OffersProps) => {
  const { t } = useTranslation('frame');
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[data-at="${at}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <div ref={list} className="palette-offers" role="listbox" id={id} aria-label={t($ => $.palette.name)}>
      {offers.map((offer, place) => {
        const Icon = icons[offer.kind];
        return (
          <Fragment key={offer.key}>
            {offers[place - 1]?.kind !== offer.kind && <p role="presentation">{t($ => $.palette[offer.kind])}</p>}
            <div
              role="option"
              id={`${id}-${place}`}
              data-at={place}
              tabIndex={-1}
              aria-selected={place === at}
              onPointerMove={() => onPoint(place)}
              onClick={() => onGo(offer)}
              onKeyDown={() => undefined}
            >
              <Icon size={15} aria-hidden="true" />
              <span>{offer.label}</span>
              <em className="cut hint fill">{offer.hint}</em>
              <Keys of={offer.keys} />
              {place === at && <CornerDownLeft size={14} aria-hidden="true" />}
            </div>
          </Fragment>
        );
      })}
    </div>
  );
};

interface PaletteProps {
  readonly onClose: () => void;
}
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Type, choose with ↑ ↓, go with Enter. The focus stays in the field; its own key, Escape or a click outside closes it. */
const PaletteOf = ({ user, onClose }: PaletteProps & { readonly user: CurrentUser }) => {
  const { t } = useTranslation('frame');
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [pointed, setPointed] = useState(0);
  const { offers, failed, note } = useOffers(typed, user);
  const at = Math.min(pointed, offers.length - 1);
  useEffect(() => dialog.current?.showModal(), []);
  const go = (offer: Offer | undefined) => {
    if (!offer) return;
    dialog.current?.close();
    onClose();
    note(offer);
    offer.go();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = steps[event.key];
    if (step !== undefined && offers.length > 0) setPointed((at + step + offers.length) % offers.length);
    else if (event.key === 'Enter') go(offers[at]);
    else if (isPaletteKey(event)) dialog.current?.close();
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t($ => $.palette.name)}
      onClose={onClose}
      onPointerDown={event => {
        if (event.target === dialog.current) dialog.current.close();
      }}
    >
      <div className="palette-box stack">
        <label className="row gap-10 fixed">
          <Search size={16} aria-hidden="true" />
          <input
            type="text"
            role="combobox"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
            aria-autocomplete="list"
            aria-label={t($ => $.palette.name)}
            placeholder={t($ => $.palette.hint)}
            autoComplete="off"
            spellCheck={false}
            maxLength={mostTyped}
            value={typed}
            onChange={event => {
              setTyped(event.target.value);
              setPointed(0);
            }}
            onKeyDown={onKey}
          />
        </label>
        <Offers id={id} offers={offers} at={at} onPoint={setPointed} onGo={go} />
        <p className="palette-none" role="status">
          {failed ? t($ => $.palette.failed) : offers.length === 0 && t($ => $.palette.none)}
        </p>
        <footer className="hint fixed">
          <kbd>↑</kbd> <kbd>↓</kbd> {t($ => $.palette.choose)} <kbd>Enter</kbd> {t($ => $.palette.open)} <kbd>Esc</kbd>{' '}
          {t($ => $.palette.leave)}
        </footer>
      </div>
    </dialog>
  );
};

export const Palette = (props: PaletteProps) => {
  const user = useCurrentUser();
  return user && <PaletteOf user={user} {...props} />;
};
