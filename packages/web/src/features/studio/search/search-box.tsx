import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { jumpTo, useStudio } from '../frame/studio-context.ts';
import { type Found, findIn, fromFound } from './find.ts';

interface SearchBoxProps {
  /** A sentence of the plan as one reads it. */
  readonly read: (sentence: string) => string;
  readonly onClose: () => void;
}

/** Search over sentences, words and names of the whole plan; Enter goes through what was found. */
export const SearchBox = ({ read, onClose }: SearchBoxProps) => {
  const { t } = useTranslation('studio');
  const store = useDraftStore();
  const tools = useStudio();
  const plan = useDraft(draft => draft.plan);
  const [wanted, setWanted] = useState('');
  const [at, setAt] = useState(-1);
  const deferred = useDeferredValue(wanted);
  const found = useMemo(() => findIn(plan, deferred), [plan, deferred]);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const go = ({ kind, id }: Found) => {
    if (kind === 'node') jumpTo(store, tools, id);
    else tools.onPlace({ view: kind === 'knowledge' ? 'knowledge' : 'intents', entry: id });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') onClose();
    if (event.key !== 'Enter' || found.length === 0) return;
    const next = (at + (event.shiftKey ? -1 : 1) + found.length) % found.length;
    setAt(next);
    go(found[next]!);
    field.current?.focus();
  };
  return (
    <search className="studio-search" onKeyDown={onKeyDown}>
      <input
        ref={field}
        type="search"
        className="field"
        aria-label={t($ => $.outline.search)}
        placeholder={t($ => $.outline.search)}
        value={wanted}
        onChange={event => {
          setWanted(event.target.value);
          setAt(-1);
        }}
      />
      {deferred.trim() !== '' && (
        <p className="hint" role="status">
          {found.length === 0 ? t($ => $.outline.none) : t($ => $.outline.found, { count: found.length })}
        </p>
      )}
      <ul>
        {found.map((each, index) => (
          <li key={`${each.kind} ${each.id}`}>
            <button className="choice" type="button" aria-current={index === at} onClick={() => go(each)}>
              <strong>
                {each.kind === 'knowledge' && `${t($ => $.outline.inKnowledge)} · `}
                {each.kind === 'intent' && `${t($ => $.outline.inIntents)} · `}
                {each.name || t($ => $.canvas.unnamed)}
              </strong>
              <span className="cut small">{fromFound(read(each.text), deferred)}</span>
            </button>
          </li>
        ))}
      </ul>
    </search>
  );
};
