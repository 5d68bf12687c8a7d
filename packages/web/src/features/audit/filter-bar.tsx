import { auditKinds } from '@lianxian/contract';
import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saidLanguage } from '../../text/said.ts';
import { AddChip, Chip } from '../../ui/chips.tsx';
import { KindEditor, PersonEditor, TextEditor, TimeEditor } from './editors.tsx';
import { type ConditionKey, everything, narrows } from './filter.ts';
import { type AuditPlace, useAuditPeople } from './use-audit.ts';

const afterTypingMs = 300;

/** Follows the typing after a moment, and the address when that changes by itself. */
const NameSearch = ({ q, onChange }: { q: string; onChange: (q: string) => void }) => {
  const { t } = useTranslation('audit');
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
        aria-label={t($ => $.search)}
        placeholder={t($ => $.search)}
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
    </span>
  );
};

interface Condition {
  readonly key: ConditionKey;
  /** What is chosen, in words; null: nothing. */
  readonly value: string | null;
  readonly editor: (close: () => void) => ReactNode;
}

/** The name of the person of the address; their number where it is not to be had. */
const usePersonName = (id: string | null): string | null => {
  const { t } = useTranslation('audit');
  const { data } = useAuditPeople('');
  return id && (data?.list.find(person => person.id === id)?.name ?? t($ => $.unknown, { id }));
};

const useConditions = ({ filter, change }: AuditPlace): readonly Condition[] => {
  const { t } = useTranslation('audit');
  const person = usePersonName(filter.person);
  const { time, kind, target, ip } = filter;
  const editing = <K extends ConditionKey>(key: K, close: () => void) => ({
    value: filter[key],
    onChoose: (value: (typeof filter)[K]) => {
      change(key, value);
      close();
    },
  });
  return [
    {
      key: 'time',
      value: time && (typeof time === 'string' ? t($ => $.time[time]) : t($ => $.time.range, time)),
      editor: close => <TimeEditor {...editing('time', close)} />,
    },
    { key: 'person', value: person, editor: close => <PersonEditor {...editing('person', close)} /> },
    {
      key: 'kind',
      value: kind && auditKinds[kind][saidLanguage()],
      editor: close => <KindEditor {...editing('kind', close)} />,
    },
    {
      key: 'target',
      value: target || null,
      editor: close => <TextEditor label={t($ => $.conditions.target)} maxLength={30} {...editing('target', close)} />,
    },
    {
      key: 'ip',
      value: ip || null,
      editor: close => <TextEditor label={t($ => $.conditions.ip)} maxLength={45} {...editing('ip', close)} />,
    },
  ];
};

/** The search for a name, the conditions as chips, and the tools after them. */
export const FilterBar = ({ place, tools }: { place: AuditPlace; tools: ReactNode }) => {
  const { t } = useTranslation('audit');
  const conditions = useConditions(place);
  const [adding, setAdding] = useState<ConditionKey | null>(null);
  const { filter, change, choose } = place;
  const shown = conditions.filter(({ key, value }) => value !== null || key === adding);
  const offered = conditions.filter(({ key, value }) => value === null && key !== adding);
  return (
    <div className="filter-bar">
      <NameSearch q={filter.q} onChange={q => change('q', q)} />
      {shown.map(({ key, value, editor }) => (
        <Chip
          key={key}
          name={t($ => $.conditions[key])}
          value={value ?? t($ => $.choosing)}
          removeText={t($ => $.remove, { name: t($ => $.conditions[key]) })}
          opened={key === adding}
          onClose={() => setAdding(null)}
          onRemove={() => (value === null ? setAdding(null) : change(key, everything[key]))}
        >
          {editor}
        </Chip>
      ))}
      {offered.length > 0 && (
        <AddChip label={t($ => $.add)}>
          {close => (
            <div className="options">
              {offered.map(({ key }) => (
                <button
                  key={key}
                  type="button"
                  onClick={() => {
                    close();
                    setAdding(key);
                  }}
                >
                  {t($ => $.conditions[key])}
                </button>
              ))}
            </div>
          )}
        </AddChip>
      )}
      {narrows(filter) && (
        <button type="button" className="link" onClick={() => choose(everything)}>
          {t($ => $.clear)}
        </button>
      )}
      <span className="tools">{tools}</span>
    </div>
  );
};
