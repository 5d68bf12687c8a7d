import { planLimits } from '@lianxian/contract';
import { Braces } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { useDraft } from '../draft/draft-store.ts';
import { piecesOf } from '../graph/sentence.ts';

interface SentenceFieldProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  /** Beside the variables: taking the sentence away. */
  readonly tools?: ReactNode;
  readonly onChange: (value: string) => void;
}

/** A sentence as it is typed; its variables are tinted, a list puts one in where the cursor stands. */
export const SentenceField = ({ label, value, placeholder, tools, onChange }: SentenceFieldProps) => {
  const { t } = useTranslation('inspector');
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const variables = useDraft(draft => draft.plan.variables);
  const insert = (name: string) => {
    const { selectionStart: from = value.length, selectionEnd: to = value.length } = field.current ?? {};
    const text = `\${${name}}`;
    onChange(value.slice(0, from) + text + value.slice(to));
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(from + text.length, from + text.length);
    });
  };
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
          onChange={event => onChange(event.target.value)}
        />
      </div>
      <span className="field-sentence-tools flex">
        {variables.length > 0 && (
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
            ]}
          />
        )}
        {tools}
      </span>
    </div>
  );
};
