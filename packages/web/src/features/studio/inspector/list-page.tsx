import { CircleAlert, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { byKeys } from '../../../ui/by-keys.ts';
import { Empty } from '../../../ui/panels.tsx';
import { useDraft } from '../draft/draft-store.ts';
import { Editable } from '../frame/editable.tsx';
import './list-page.css';

interface ListEntry {
  readonly id: string;
  readonly name: string;
  /** Second line: words, answer. */
  readonly about: string;
  readonly faulty: boolean;
}

interface ListPageProps {
  readonly title: string;
  readonly hint: string;
  readonly add: string;
  readonly empty: { readonly title: string; readonly hint: string };
  readonly none: string;
  readonly parts: readonly { readonly key: string; readonly title?: string; readonly entries: readonly ListEntry[] }[];
  readonly selected: string | null;
  /** Above the list: a search. */
  readonly tools?: ReactNode;
  readonly onSelect: (id: string) => void;
  readonly onAdd: () => void;
  /** The form of what is selected. */
  readonly children: ReactNode;
}

/** A list left and the form of the chosen one right: knowledge base and intents. */
export const ListPage = ({
  title,
  hint,
  add,
  empty,
  none,
  parts,
  selected,
  tools,
  onSelect,
  onAdd,
  children,
}: ListPageProps) => {
  const mayEdit = useDraft(draft => draft.mayEdit);
  const side = useRef<HTMLElement>(null);
  // Whoever comes from a fault or a search finds it in the list as well.
  useEffect(() => {
    if (selected !== null) side.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  const any = parts.some(({ entries }) => entries.length > 0);
  return (
    <div className="list-page-page grid">
      <section ref={side} className="list-page-side">
        <header className="row between">
          <h2>{title}</h2>
          {mayEdit && (
            <button type="button" className="button" onClick={onAdd}>
              <Plus size={15} aria-hidden="true" /> {add}
            </button>
          )}
        </header>
        <p className="hint">{hint}</p>
        {tools}
        {!any && <Empty title={empty.title} hint={empty.hint} />}
        {parts
          .filter(({ entries }) => entries.length > 0)
          .map(part => (
            <div key={part.key} className="list-page-part">
              {part.title && <h3 className="hint">{part.title}</h3>}
              <ul>
                {part.entries.map(entry => (
                  <li key={entry.id}>
                    <button
                      className="choice lit"
                      type="button"
                      aria-current={entry.id === selected}
                      onClick={() => onSelect(entry.id)}
                    >
                      <strong className="row gap-6">
                        {entry.name}
                        {entry.faulty && <CircleAlert size={14} aria-hidden="true" />}
                      </strong>
                      <span className="cut small">{entry.about}</span>
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          ))}
      </section>
      <section className="list-page-form" aria-label={title} {...(!mayEdit && byKeys)}>
        <Editable>{children ?? <p className="hint">{none}</p>}</Editable>
      </section>
    </div>
  );
};
