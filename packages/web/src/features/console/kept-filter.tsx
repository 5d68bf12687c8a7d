import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddChip, Chip } from '../../ui/chips.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { type Kind, type Place, states, useResellers } from './use-kept.ts';
import '../../ui/search-field.css';

type Condition = 'state' | 'reseller';
const searchAfterMs = 300;

/** What is typed is looked for a moment later. */
const SearchField = ({ kind, place }: { kind: Kind; place: Place }) => {
  const { t } = useTranslation('merchants');
  const { q, put } = place;
  const [typed, setTyped] = useState(q);
  const settled = useSettled(typed.trim(), searchAfterMs);
  const look = useEffectEvent((text: string) => {
    if (text !== q) put({ q: text || null });
  });
  useEffect(() => look(settled), [settled]);
  const label = kind === 'merchant' ? t($ => $.list.search) : t($ => $.list.searchReseller);
  return (
    <span className="search-field kept-search">
      <Search size={14} aria-hidden="true" />
      <input
        aria-label={label}
        placeholder={label}
        maxLength={50}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
    </span>
  );
};

interface FilterProps {
  readonly kind: Kind;
  readonly place: Place;
  readonly isPlatform: boolean;
  readonly tools: ReactNode;
}

/** Search, conditions as chips, and the tools of the page. */
export const KeptFilter = ({ kind, place, isPlatform, tools }: FilterProps) => {
  const { t } = useTranslation('merchants');
  const { state, resellerId, put } = place;
  const byReseller = kind === 'merchant' && isPlatform;
  const resellers = useResellers(byReseller);
  const [adding, setAdding] = useState<Condition | null>(null);
  const conditions = [
    {
      key: 'state',
      name: t($ => $.list.filterState),
      value: state && t($ => $.state[state]),
      options: states.map(each => ({ id: each as string, text: t($ => $.state[each]) })),
    },
    ...(byReseller
      ? [
          {
            key: 'reseller',
            name: t($ => $.list.filterReseller),
            value: resellerId && (resellers?.find(each => each.id === resellerId)?.name ?? '…'),
            options: (resellers ?? []).map(each => ({ id: each.id, text: each.name })),
          } as const,
        ]
      : []),
  ] satisfies readonly { key: Condition; name: string; value: string | null; options: object }[];
  const isShown = ({ key, value }: { key: Condition; value: string | null }) => value !== null || key === adding;
  const offered = conditions.filter(each => !isShown(each));
  return (
    <div className="kept-filter">
      <SearchField kind={kind} place={place} />
      {conditions.filter(isShown).map(({ key, name, value, options }) => (
        <Chip
          key={key}
          name={name}
          value={value ?? t($ => $.list.choosing)}
          removeText={t($ => $.list.remove, { name })}
          opened={key === adding}
          onClose={() => setAdding(null)}
          onRemove={() => {
            setAdding(null);
            put({ [key]: null });
          }}
        >
          {close => (
            <div className="options">
              {options.map(({ id, text }) => (
                <button
                  key={id}
                  type="button"
                  onClick={() => {
                    close();
                    put({ [key]: id });
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
        <AddChip label={t($ => $.list.add)}>
          {close => (
            <div className="options">
              {offered.map(({ key, name }) => (
                <button
                  key={key}
                  type="button"
                  onClick={() => {
                    close();
                    setAdding(key);
                  }}
                >
                  {name}
                </button>
              ))}
            </div>
          )}
        </AddChip>
      )}
      <span className="kept-tools">{tools}</span>
    </div>
  );
};
