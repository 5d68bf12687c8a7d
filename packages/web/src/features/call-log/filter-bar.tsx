import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useVisitor } from '../../session/visitor.ts';
import { AddChip, Chip } from '../../ui/chips.tsx';
import { type Condition, type ConditionKey, removeCondition, useConditions } from './conditions.tsx';
import { narrows, viewFilters } from './filter.ts';
import type { FilterControl } from './use-call-log.ts';
import '../../ui/search-field.css';

const afterTypingMs = 300;

/** What is typed of a number, as the figures that are sought: without +86, spaces and dashes, full width made half. */
const figures = (typed: string): string =>
  typed
    .normalize('NFKC')
    .replace(/[\s()-]/g, '')
    .replace(/^(\+|00)86/, '')
    .replace(/\D/g, '');

/** Follows the typing after a moment, and the address when that changes by itself. */
const PhoneSearch = ({ phone, onChange }: { phone: string; onChange: (phone: string) => void }) => {
  const { t } = useTranslation('callLog');
  const whole = useVisitor()?.btns.includes('phone:unmask') === false;
  const [typed, setTyped] = useState(phone);
  const [known, setKnown] = useState(phone);
  if (known !== phone) {
    setKnown(phone);
    if (figures(typed) !== phone) setTyped(phone);
  }
  const say = useEffectEvent(onChange);
  useEffect(() => {
    const next = figures(typed);
    if (next === phone) return;
    const timer = setTimeout(() => say(next), afterTypingMs);
    return () => clearTimeout(timer);
  }, [typed, phone]);
  const label = whole ? t($ => $.searchWhole) : t($ => $.search);
  return (
    <span className="search-field phone-search">
      <Search size={14} aria-hidden="true" />
      <input
        type="search"
        inputMode="tel"
        autoComplete="off"
        maxLength={20}
        aria-label={label}
        placeholder={label}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
    </span>
  );
};

interface OfferProps {
  readonly conditions: readonly Condition[];
  readonly onAdd: (key: ConditionKey) => void;
}

/** What may be added; plan and talk time under their own head, for who may search by more. */
const Offer = ({ conditions, onAdd }: OfferProps) => {
  const { t } = useTranslation('callLog');
  const button = ({ key }: Condition) => (
    <button key={key} type="button" onClick={() => onAdd(key)}>
      {t($ => $.conditions[key])}
    </button>
  );
  const further = conditions.filter(condition => condition.further);
  return (
    <div className="options">
      {conditions.filter(condition => !condition.further).map(button)}
      {further.length > 0 && <p className="options-title">{t($ => $.moreTitle)}</p>}
      {further.map(button)}
    </div>
  );
};

/** The conditions as chips, the search for a number before them, the tools of the table after them. */
export const FilterBar = ({ control, tools }: { control: FilterControl; tools: ReactNode }) => {
  const { t } = useTranslation('callLog');
  const conditions = useConditions(control);
  const [adding, setAdding] = useState<ConditionKey | null>(null);
  const { filter, change, choose } = control;
  const shown = conditions.filter(({ key, value }) => value !== null || key === adding);
  const offered = conditions.filter(({ key, value, offered: may }) => may && value === null && key !== adding);
  return (
    <div className="filter-bar">
      <PhoneSearch phone={filter.phone} onChange={phone => change('phone', phone)} />
      {shown.map(({ key, value, editor }) => (
        <Chip
          key={key}
          name={t($ => $.conditions[key])}
          value={value ?? t($ => $.choosing)}
          removeText={t($ => $.remove, { name: t($ => $.conditions[key]) })}
          opened={key === adding}
          onClose={() => setAdding(null)}
          onRemove={() => (value === null ? setAdding(null) : removeCondition(control, key))}
        >
          {editor}
        </Chip>
      ))}
      {offered.length > 0 && (
        <AddChip label={t($ => $.add)}>
          {close => (
            <Offer
              conditions={offered}
              onAdd={key => {
                close();
                setAdding(key);
              }}
            />
          )}
        </AddChip>
      )}
      {narrows(filter) && (
        <button type="button" className="link" onClick={() => choose(viewFilters.all)}>
          {t($ => $.clear)}
        </button>
      )}
      <span className="tools">{tools}</span>
    </div>
  );
};
