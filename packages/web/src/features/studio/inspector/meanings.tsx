import type { keywordEndpoints, OutputOf } from '@lianxian/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorPanel } from '../../../ui/panels.tsx';
import { useHearing } from '../draft/use-hearing.ts';

type Meaning = OutputOf<typeof keywordEndpoints.meanings>['list'][number];

interface MeaningsProps {
  readonly kind: 'intent' | 'knowledge';
  readonly id: string;
  readonly value: readonly string[];
  readonly onChange: (meanings: readonly string[] | undefined) => void;
}

/** What one of the list would hear, and a button that takes it or lets it go. */
const Heard = ({ meaning, act, onAct }: { meaning: Meaning; act: string; onAct: () => void }) => {
  const { t } = useTranslation('inspector');
  const { name, trade, sentences, some } = meaning;
  return (
    <div className="field-meaning flex gap-6">
      <details>
        <summary>
          {t($ => $.recognised.meanings.of, { name: trade === '' ? name : `${trade} · ${name}`, count: sentences })}
        </summary>
        <ul className="flex wrap gap-6">
          {some.map(sentence => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </details>
      <button type="button" className="button" aria-label={`${act} ${name}`} onClick={onAct}>
        {act}
      </button>
    </div>
  );
};

/** The common meanings that an intent or item takes by name, those it may want, and all others to choose from. */
export const Meanings = ({ kind, id, value, onChange }: MeaningsProps) => {
  const { t } = useTranslation('inspector');
  const chooser = useId();
  const { data, isError, error, refetch } = useHearing();
  if (!data && isError)
    return <ErrorPanel title={t($ => $.recognised.meanings.failed)} error={error} onAgain={() => void refetch()} />;
  if (!data) return null;
  const take = (meaning: string) => onChange([...value, meaning]);
  const leave = (meaning: string) => {
    const rest = value.filter(each => each !== meaning);
    onChange(rest.length > 0 ? rest : undefined);
  };
  const named = (meaning: string): Meaning =>
    data.list.find(each => each.id === meaning) ?? { id: meaning, name: meaning, trade: '', sentences: 0, some: [] };
  const proposed = data.proposed
    .filter(({ owner }) => owner.kind === kind && owner.id === id)
    .flatMap(({ meanings }) => meanings)
    .filter(meaning => !value.includes(meaning));
  const trades = Map.groupBy(
    data.list.filter(meaning => !value.includes(meaning.id)),
    ({ trade }) => trade,
  );
  return (
    <fieldset className="field-meanings grid gap-6">
      <legend>{t($ => $.recognised.meanings.title)}</legend>
      {value.map(named).map(meaning => (
        <Heard
          key={meaning.id}
          meaning={meaning}
          act={t($ => $.recognised.meanings.leave)}
          onAct={() => leave(meaning.id)}
        />
      ))}
      {proposed.length > 0 && <p className="hint">{t($ => $.recognised.meanings.proposed)}</p>}
      {proposed.map(named).map(meaning => (
        <Heard
          key={meaning.id}
          meaning={meaning}
          act={t($ => $.recognised.meanings.take)}
          onAct={() => take(meaning.id)}
        />
      ))}
      <label className="hint" htmlFor={chooser}>
        {t($ => $.recognised.meanings.hint)}
      </label>
      <select id={chooser} className="plain-choice" value="" onChange={event => take(event.target.value)}>
        <option value="">{t($ => $.recognised.meanings.add)}</option>
        {[...trades].map(([trade, meanings]) => (
          <optgroup key={trade} label={trade === '' ? t($ => $.recognised.meanings.general) : trade}>
            {meanings.map(meaning => (
              <option key={meaning.id} value={meaning.id}>
                {meaning.name}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </fieldset>
  );
};
