import { customerLimits } from '@lianxian/contract';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../ui/toast.ts';
import { tagsOf, withoutTag, withTag } from './customer-values.ts';
import { useCustomerChoices } from './use-customer.ts';

interface TagsFieldProps {
  readonly id: string;
  /** Joined by commas. */
  readonly value: string;
  readonly wrong: boolean;
  readonly onChange: (value: string) => void;
}

/** Tags as chips within one field: Enter or a comma ends one, Backspace takes the last away. */
export const TagsField = ({ id, value, wrong, onChange }: TagsFieldProps) => {
  const { t } = useTranslation('customer');
  const listId = useId();
  const [typed, setTyped] = useState('');
  const offered = useCustomerChoices()?.tags ?? [];
  const tags = tagsOf(value);
  const add = (text: string) => {
    let next: string | null = value;
    for (const tag of tagsOf(text)) next = next === null ? null : withTag(next, tag);
    if (next === null) return toast.info(t($ => $.tagsFull, { n: customerLimits.tags }));
    if (next !== value) onChange(next);
    setTyped('');
  };
  return (
    <span className="customer-tags input row wrap gap-4">
      {tags.map(tag => (
        <span key={tag} className="customer-tag row-in gap-2 small">
          {tag}
          <button
            type="button"
            aria-label={t($ => $.tagRemove, { tag })}
            onClick={() => onChange(withoutTag(value, tag))}
          >
            <X size={12} aria-hidden="true" />
          </button>
        </span>
      ))}
      <input
        id={id}
        className="fill lean"
        list={listId}
        maxLength={customerLimits.tags}
        aria-invalid={wrong || undefined}
        placeholder={tags.length === 0 ? t($ => $.tagHint) : ''}
        value={typed}
        onChange={event => {
          const text = event.target.value;
          if (/[,，]/.test(text)) add(text);
          else setTyped(text);
        }}
        onKeyDown={event => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter' && typed.trim() !== '') {
            event.preventDefault();
            add(typed);
          } else if (event.key === 'Backspace' && typed === '' && tags.length > 0)
            onChange(withoutTag(value, tags.at(-1) ?? ''));
        }}
        onBlur={() => typed.trim() !== '' && add(typed)}
      />
      <datalist id={listId}>
        {offered
          .filter(tag => !tags.includes(tag))
          .map(tag => (
            <option key={tag} value={tag} />
          ))}
      </datalist>
    </span>
  );
};
