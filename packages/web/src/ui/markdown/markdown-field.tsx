import { useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { byKeys } from '../by-keys.ts';
import { TextArea } from '../input.tsx';
import { Markdown } from './markdown.tsx';
import './markdown-field.css';

interface MarkdownFieldProps {
  readonly id: string;
  readonly value: string;
  readonly maxLength: number | undefined;
  readonly invalid?: boolean;
  readonly onChange: (value: string) => void;
}

/** A text in markdown being written, and beside it what readers will see, as one types. */
export const MarkdownField = ({ id, value, maxLength, invalid = false, onChange }: MarkdownFieldProps) => {
  const { t } = useTranslation('editorial');
  const shown = useDeferredValue(value);
  return (
    <div className="markdown-field grid gap-20 fill">
      <div>
        <label htmlFor={id}>
          {t($ => $.content)} <span className="key">{t($ => $.markdown)}</span>
        </label>
        <TextArea
          id={id}
          maxLength={maxLength}
          wrong={invalid}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      </div>
      <section aria-label={t($ => $.preview)} {...byKeys}>
        <h2>{t($ => $.preview)}</h2>
        <Markdown text={shown} />
      </section>
    </div>
  );
};
