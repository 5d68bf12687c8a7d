import type { Recognised } from '@lianxian/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { WordsRow } from './words-row.tsx';

type Part = { readonly [K in keyof Recognised]?: Recognised[K] | undefined };
interface RecognisedProps {
  readonly value: Recognised;
  /** How its words are heard when they are written wrongly, where they are. */
  readonly byEar?: ReactNode;
  /** The common meanings it takes, where it may. */
  readonly meanings?: ReactNode;
  /** Groups of the common word library, where there are any. */
  readonly groups?: ReactNode;
  readonly onChange: (part: Part) => void;
}

const kinds = [
  ['exact', 'word'],
  ['patterns', 'line'],
  ['sounds', 'word'],
  ['except', 'line'],
] as const;
const orNone = (list: readonly string[]) => (list.length > 0 ? list : undefined);

/** By what a sentence is recognised: words and similar sentences at once, the finer ways folded away while unused. */
export const RecognisedFields = ({ value, byEar, meanings, groups, onChange }: RecognisedProps) => {
  const { t } = useTranslation('inspector');
  const combined = value.combined ?? [];
  const isFine = combined.length > 0 || kinds.some(([kind]) => (value[kind]?.length ?? 0) > 0);
  return (
    <fieldset className="field-group grid gap-6">
      <legend>{t($ => $.recognised.title)}</legend>
      <WordsRow
        label={t($ => $.recognised.words)}
        way="intents.words"
        hint={t($ => $.recognised.hint)}
        rows={3}
        value={value.words}
        onChange={words => onChange({ words })}
      />
      {byEar}
      <WordsRow
        label={t($ => $.recognised.likes)}
        way="intents.likes"
        by="line"
        rows={3}
        value={value.likes ?? []}
        onChange={likes => onChange({ likes: orNone(likes) })}
      />
      {meanings}
      {groups}
      <details className="field-more" open={isFine}>
        <summary>{t($ => $.recognised.more)}</summary>
        <WordsRow
          label={t($ => $.recognised.combined)}
          way="intents.words"
          by="line"
          value={combined.map(row => row.join(' + '))}
          onChange={lines => {
            const rows = lines.map(line =>
              line
                .split(/[+＋]/)
                .map(word => word.trim())
                .filter(word => word !== ''),
            );
            onChange({ combined: rows.length > 0 ? rows : undefined });
          }}
        />
        {kinds.map(([kind, by]) => (
          <WordsRow
            key={kind}
            label={t($ => $.recognised[kind])}
            way={`intents.${kind}`}
            by={by}
            value={value[kind] ?? []}
            onChange={words => onChange({ [kind]: orNone(words) })}
          />
        ))}
      </details>
    </fieldset>
  );
};
