import { ChevronDown, ListFilter } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddChip, Chip } from '../chips.tsx';
import { Popover } from '../popover.tsx';
import type { Condition } from './condition.ts';
import { useSteadyBar } from './use-steady-bar.ts';
import './filter-bar.css';

interface FilterBarProps {
  /** The field to type in, before the chips. */
  readonly search?: ReactNode;
  readonly conditions?: readonly Condition[];
  /** Null: nothing is narrowed. */
  readonly onClear?: (() => void) | null;
  /** After the chips, at the right edge. */
  readonly tools?: ReactNode;
}

/** What may be added; those of a group under its head, after the others. */
const Offer = ({ conditions, onAdd }: { conditions: readonly Condition[]; onAdd: (key: string) => void }) => {
  const groups = [...new Set(conditions.map(({ group }) => group ?? ''))].sort();
  return (
    <div className="options">
      {groups.map(head => [
        head && (
          <p key={head} className="options-title">
            {head}
          </p>
        ),
        ...conditions
          .filter(({ group }) => (group ?? '') === head)
          .map(({ key, name }) => (
            <button key={key} type="button" onClick={() => onAdd(key)}>
              {name}
            </button>
          )),
      ])}
    </div>
  );
};

/** The conditions as chips, one more, and none. */
const Conditions = ({ conditions, onClear }: Required<Pick<FilterBarProps, 'conditions' | 'onClear'>>) => {
  const { t } = useTranslation('parts');
  const [adding, setAdding] = useState<string | null>(null);
  const isShown = ({ key, value }: Condition) => value !== null || key === adding;
  const offered = conditions.filter(each => each.offered !== false && !isShown(each));
  return (
    <>
      {conditions.filter(isShown).map(({ key, name, value, editor, onRemove }) => (
        <Chip
          key={key}
          name={name}
          value={value ?? t($ => $.filter.choosing)}
          removeText={t($ => $.filter.remove, { name })}
          opened={key === adding}
          onClose={() => setAdding(null)}
          onRemove={() => (value === null ? setAdding(null) : onRemove())}
        >
          {editor}
        </Chip>
      ))}
      {offered.length > 0 && (
        <AddChip label={t($ => $.filter.add)}>
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
      {onClear && (
        <button type="button" className="link" onClick={onClear}>
          {t($ => $.filter.clear)}
        </button>
      )}
    </>
  );
};

/** A list's search, its conditions as chips, and the tools of its table. Beside an open row it keeps its height. */
export const FilterBar = ({ search, conditions = [], onClear = null, tools }: FilterBarProps) => {
  const { t } = useTranslation('parts');
  const bar = useRef<HTMLDivElement>(null);
  const isFolded = useSteadyBar(bar) && conditions.length > 0;
  const chips = <Conditions conditions={conditions} onClear={onClear} />;
  const n = conditions.filter(({ value }) => value !== null).length;
  return (
    <div className={isFolded ? 'filter-bar is-folded row fixed' : 'filter-bar row wrap fixed'} ref={bar}>
      {search}
      {isFolded ? (
        <Popover
          className="chip-add row-in gap-4 small whole"
          label={
            <>
              <ListFilter size={13} aria-hidden="true" />
              <span className="filter-word">{t($ => $.filter.folded)}</span> {n}{' '}
              <ChevronDown size={13} aria-hidden="true" />
            </>
          }
        >
          {() => <div className="filter-folded stack gap-8">{chips}</div>}
        </Popover>
      ) : (
        chips
      )}
      {tools && <span className="filter-tools row to-end wrap push">{tools}</span>}
    </div>
  );
};
