import { planLimits } from '@lianxian/contract';
import { Braces } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { useDraft } from '../draft/draft-store.ts';
import { piecesOf } from '../graph/sentence.ts';
import { type Begun, begunAt } from '../graph/variables.ts';
import { useNewVariable } from './use-new-variable.tsx';

interface SentenceFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  /** Beside the variables: taking the sentence away. */
  readonly tools?: ReactNode;
  readonly onChange: (value: string) => void;
}

interface Offer {
  readonly key: string;
  readonly text: string;
  readonly onChoose: () => void;
}

/** What may stand between the braces one has opened; ↑ ↓ go through it, Enter takes one, Escape leaves it. */
const useOffers = (name: string, offers: readonly Offer[], onLeave: () => void) => {
  const id = useId();
  const [at, setAt] = useState(0);
  const active = offers[Math.min(at, offers.length - 1)];
  const optionId = (offer: Offer) => `${id}-${offers.indexOf(offer)}`;
  const take = (offer: Offer) => {
    setAt(0);
    offer.onChoose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While Chinese is being composed the keys are the input method's.
    if (!active || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: offers.length - 1 }[event.key];
    if (step !== undefined) setAt((offers.indexOf(active) + step) % offers.length);
    else if (event.key === 'Enter') take(active);
    else if (event.key === 'Escape') onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const list = active && (
    <div id={id} role="listbox" aria-label={name} className="field-offers">
      {offers.map(offer => (
        <div
          key={offer.key}
          id={optionId(offer)}
          role="option"
          tabIndex={-1}
          aria-selected={offer === active}
          // The cursor stays in the sentence.
          onPointerDown={event => event.preventDefault()}
          onClick={() => take(offer)}
          onKeyDown={onKeyDown}
        >
          {offer.text}
        </div>
      ))}
    </div>
  );
  const field = {
    onKeyDown,
    'aria-autocomplete': 'list' as const,
    ...(active && { 'aria-controls': id, 'aria-activedescendant': optionId(active) }),
  };
  return { list, field };
};

/**
 * A sentence as it is typed; its variables are tinted. A list puts one in where the cursor stands, so does a brace that is
 * opened; one that is not there yet is made on the way.
 */
export const SentenceField = ({ label, value, placeholder, tools, onChange }: SentenceFieldProps) => {
  const { t } = useTranslation('inspector');
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const variables = useDraft(draft => draft.plan.variables);
  const mayEdit = useDraft(draft => draft.mayEdit);
  const [begun, setBegun] = useState<Begun | null>(null);
  const { mayMake, make, question } = useNewVariable();
  const put = (name: string, from: number, to: number) => {
    const text = `\${${name}}`;
    setBegun(null);
    onChange(value.slice(0, from) + text + value.slice(to));
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(from + text.length, from + text.length);
    });
  };
  const insert = (name: string) => {
    const { selectionStart: from = value.length, selectionEnd: to = value.length } = field.current ?? {};
    put(name, from, to);
  };
  const offers = (): readonly Offer[] => {
    if (begun === null || !mayEdit) return [];
    const { from, to, letters } = begun;
    const into = (name: string) => put(name, from, to);
    const alike = variables.filter(({ name, label: called }) => `${called} ${name}`.includes(letters));
    const fresh = letters === '' ? t($ => $.sentence.newVariable) : t($ => $.sentence.newCalled, { name: letters });
    return [
      ...alike.map(({ name, label: called }) => ({ key: name, text: called || name, onChoose: () => into(name) })),
      ...(mayMake ? [{ key: '', text: fresh, onChoose: () => make(letters, into) }] : []),
    ];
  };
  const { list, field: offering } = useOffers(
    t($ => $.sentence.variable),
    offers(),
    () => setBegun(null),
  );
  return (
    <div className="field-sentence-field">
      <label htmlFor={id} className="only-read">
        {label}
      </label>
      <div className="field-sentence-box grid">
        <div aria-hidden="true" className="field-sentence-tint">
          {piecesOf(value).map((piece, at) => {
            const key = `${at} ${piece.text}`;
            return piece.variable ? <mark key={key}>{`\${${piece.text}}`}</mark> : <span key={key}>{piece.text}</span>;
          })}
          {'\u200b'}
        </div>
        <textarea
          id={id}
          ref={field}
          value={value}
          placeholder={placeholder}
          maxLength={planLimits.sentenceChars}
          rows={1}
          onChange={({ target }) => {
            setBegun(begunAt(target.value, target.selectionStart));
            onChange(target.value);
          }}
          onBlur={() => setBegun(null)}
          {...offering}
        />
      </div>
      {list}
      <span className="field-sentence-tools flex">
        {(variables.length > 0 || mayMake) && (
          <MenuButton
            className="icon-button"
            name={t($ => $.sentence.variable)}
            title={t($ => $.sentence.variable)}
            label={<Braces size={14} aria-hidden="true" />}
            parts={[
              {
                key: 'variables',
                entries: variables.map(variable => ({
                  key: variable.name,
                  label: variable.label || variable.name,
                  onChoose: () => insert(variable.name),
                })),
              },
              {
                key: 'new',
                entries: mayMake
                  ? [{ key: 'new', label: t($ => $.sentence.newVariable), onChoose: () => make('', insert) }]
                  : [],
              },
            ]}
          />
        )}
        {tools}
      </span>
      {question}
    </div>
  );
};
