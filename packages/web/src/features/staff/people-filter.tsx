import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddChip, Chip } from '../../ui/chips.tsx';
import type { StaffPlace } from './place.ts';
import { useRoles } from './use-staff.ts';

const afterTypingMs = 300;

/** Follows the typing after a moment, and the address when that changes by itself. */
const NameSearch = ({ q, onChange }: { q: string; onChange: (q: string) => void }) => {
  const { t } = useTranslation('staff');
  const [typed, setTyped] = useState(q);
  const [known, setKnown] = useState(q);
  if (known !== q) {
    setKnown(q);
    if (typed.trim() !== q) setTyped(q);
  }
  const say = useEffectEvent(onChange);
  useEffect(() => {
    const next = typed.trim();
    if (next === q) return;
    const timer = setTimeout(() => say(next), afterTypingMs);
    return () => clearTimeout(timer);
  }, [typed, q]);
  return (
    <span className="search">
      <Search size={14} aria-hidden="true" />
      <input
        type="search"
        autoComplete="off"
        maxLength={50}
        aria-label={t($ => $.list.search)}
        placeholder={t($ => $.list.search)}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
    </span>
  );
};

type ConditionKey = 'role' | 'state';
const states = ['active', 'disabled'] as const;

/** The search for a name, role and state as chips, and the tools after them. */
export const PeopleFilter = ({ place, tools }: { place: StaffPlace; tools: ReactNode }) => {
  const { t } = useTranslation('staff');
  const { filter, put } = place;
  const roles = useRoles().data?.list ?? [];
  const [adding, setAdding] = useState<ConditionKey | null>(null);
  const choices: Readonly<Record<ConditionKey, { value: string; text: string }[]>> = {
    role: roles.map(({ id, name }) => ({ value: id, text: name })),
    state: states.map(value => ({ value, text: t($ => $.state[value]) })),
  };
  const chosen = { role: filter.roleId ?? null, state: filter.state ?? null };
  const keys: readonly ConditionKey[] = ['role', 'state'];
  const offered = keys.filter(key => chosen[key] === null && key !== adding);
  return (
    <div className="filter-bar">
      <NameSearch q={filter.q ?? ''} onChange={q => put({ q }, true)} />
      {keys
        .filter(key => chosen[key] !== null || key === adding)
        .map(key => (
          <Chip
            key={key}
            name={t($ => $.condition[key])}
            value={choices[key].find(({ value }) => value === chosen[key])?.text ?? t($ => $.list.choosing)}
            removeText={t($ => $.list.removeCondition, { name: t($ => $.condition[key]) })}
            opened={key === adding}
            onClose={() => setAdding(null)}
            onRemove={() => (chosen[key] === null ? setAdding(null) : put({ [key]: null }))}
          >
            {close => (
              <div className="options">
                {choices[key].map(({ value, text }) => (
                  <button
                    key={value}
                    type="button"
                    aria-pressed={value === chosen[key]}
                    onClick={() => {
                      put({ [key]: value });
                      close();
                    }}
                  >
                    {text}
                  </button>
                ))}
              </div>
            )}
          </Chip>
        ))}
      {offered.length > 0 && (
        <AddChip label={t($ => $.list.addCondition)}>
          {close => (
            <div className="options">
              {offered.map(key => (
                <button
                  key={key}
                  type="button"
                  onClick={() => {
                    close();
                    setAdding(key);
                  }}
                >
                  {t($ => $.condition[key])}
                </button>
              ))}
            </div>
          )}
        </AddChip>
      )}
      <span className="tools">{tools}</span>
    </div>
  );
};
