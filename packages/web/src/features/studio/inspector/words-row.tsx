import type { FieldLimits } from '@lianxian/contract';
import { useId } from 'react';
import { draftLimits } from '../draft/limits.ts';

interface WordsRowProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: readonly string[];
  /** Their way in the draft: there can be as many and as long ones as the contract takes there. */
  readonly way: string;
  readonly rows?: number;
  /** Of spaces and lines, or of lines alone: a sentence may hold spaces. */
  readonly by?: 'word' | 'line';
  readonly onChange: (words: readonly string[]) => void;
}

const partsOf = (text: string, by: 'word' | 'line', { items, chars }: FieldLimits): readonly string[] =>
  [...new Set(text.split(by === 'word' ? /[\s,，、;；]+/ : /\n+/).map(part => part.trim().slice(0, chars)))]
    .filter(part => part !== '')
    .slice(0, items);

/** Words as one types or pastes them; what stands here is read as a list. Changed from outside (undo), it shows that. */
export const WordsRow = ({ label, hint, value, way, rows = 2, by = 'word', onChange }: WordsRowProps) => {
  const id = useId();
  const limits = draftLimits(way);
  const joined = value.join(by === 'word' ? ' ' : '\n');
  return (
    <div className="field-block grid gap-4">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="field"
        rows={rows}
        defaultValue={joined}
        ref={field => {
          // While one types, the spaces of the moment stay.
          if (field && document.activeElement !== field && field.value !== joined) field.value = joined;
        }}
        onChange={event => onChange(partsOf(event.target.value, by, limits))}
        onBlur={event => {
          event.target.value = partsOf(event.target.value, by, limits).join(by === 'word' ? ' ' : '\n');
        }}
      />
      {hint && <p className="hint">{hint}</p>}
    </div>
  );
};
