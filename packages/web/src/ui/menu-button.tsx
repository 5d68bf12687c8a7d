import { Check } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import './menu-button.css';

export interface MenuEntry {
  readonly key: string;
  readonly label: ReactNode;
  readonly disabled?: boolean;
  /** Cannot be taken back. */
  readonly danger?: boolean;
  /** One of several that exclude each other; left out: an action. */
  readonly chosen?: boolean;
  /** Leads out of the product instead of acting in it. */
  readonly href?: string;
  readonly onChoose?: () => void;
}

/** Entries that belong together, parted from the others by a line. */
export interface MenuPart {
  readonly key: string;
  readonly title?: string;
  readonly entries: readonly MenuEntry[];
}

interface MenuButtonProps {
  readonly label: ReactNode;
  readonly className: string;
  /** Read out instead of the label. */
  readonly name?: string;
  readonly title?: string;
  readonly parts: readonly MenuPart[];
}

const items = '[role^="menuitem"]:not([aria-disabled="true"])';
const ends: Readonly<Record<string, number>> = { Home: 0, End: -1 };
const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

const Entry = ({ entry, onDone }: { entry: MenuEntry; onDone: () => void }) => {
  const { label, disabled = false, danger = false, chosen, href, onChoose } = entry;
  if (href !== undefined)
    return (
      <a role="menuitem" href={href} tabIndex={-1}>
        {label}
      </a>
    );
  return (
    <button
      type="button"
      role={chosen === undefined ? 'menuitem' : 'menuitemradio'}
      {...(chosen !== undefined && { 'aria-checked': chosen })}
      aria-disabled={disabled}
      className={danger ? 'is-danger' : undefined}
      tabIndex={-1}
      onClick={() => {
        if (disabled) return;
        onDone();
        onChoose?.();
      }}
    >
      <span>{label}</span>
      {chosen && <Check size={14} aria-hidden="true" />}
    </button>
  );
};

const gapPx = 4;

/** In the top layer, under the right end of its button; above it where there is no room below. */
const lay = (menu: HTMLElement, button: HTMLElement) => {
  const { top, bottom, right } = button.getBoundingClientRect();
  menu.showPopover();
  const below = bottom + gapPx + menu.offsetHeight <= innerHeight;
  menu.style.right = `${document.documentElement.clientWidth - right}px`;
  menu.style.top = `${below ? bottom + gapPx : Math.max(gapPx, top - gapPx - menu.offsetHeight)}px`;
};

/** A button and a menu under its right end (ARIA menu button): ↑ ↓ Home End go through it, Escape and Tab leave it. */
export const MenuButton = ({ label, className, name, title, parts }: MenuButtonProps) => {
  const id = useId();
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const all = () => [...(menu.current?.querySelectorAll<HTMLElement>(items) ?? [])];
  const begin = useEffectEvent(() => all()[0]?.focus());
  useLayoutEffect(() => {
    if (!open || !menu.current || !button.current) return;
    lay(menu.current, button.current);
    begin();
    const away = (event: Event) => {
      if (!(event.target instanceof Node && place.current?.contains(event.target))) setOpen(false);
    };
    // What scrolls takes the button away from under its menu.
    const kinds = ['pointerdown', 'scroll', 'resize'] as const;
    for (const kind of kinds) window.addEventListener(kind, away, true);
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, away, true);
    };
  }, [open]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return setOpen(false);
    const there = all();
    const [step, end] = [steps[event.key], ends[event.key]];
    const at = there.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Escape') close();
    else if (step !== undefined) there.at((at + step) % there.length)?.focus();
    else if (end !== undefined) there.at(end)?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <span ref={place} className="menu-place">
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={name}
        title={title}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        onKeyDown={event => {
          if (event.key !== 'ArrowDown' || open) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {label}
      </button>
      {open && (
        <div
          ref={menu}
          id={id}
          role="menu"
          popover="manual"
          tabIndex={-1}
          className="menu"
          aria-label={name ?? title}
          onKeyDown={onKey}
        >
          {parts
            .filter(part => part.entries.length > 0)
            .map(part => (
              <fieldset key={part.key} aria-label={part.title}>
                {part.title && <p aria-hidden="true">{part.title}</p>}
                {part.entries.map(entry => (
                  <Entry key={entry.key} entry={entry} onDone={close} />
                ))}
              </fieldset>
            ))}
        </div>
      )}
    </span>
  );
};
