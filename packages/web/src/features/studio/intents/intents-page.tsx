import { exitWord, planRanges } from '@lianxian/contract';
import { builtInMeanings, type Intent } from '@lianxian/core';
import { Trash2 } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listed, saidLanguage } from '../../../text/said.ts';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { useStudio } from '../frame/studio-context.ts';
import { intentUses } from '../graph/intent-uses.ts';
import { freshId } from '../graph/node-kinds.ts';
import { ByEar } from '../inspector/by-ear.tsx';
import { Choice, NumberRow, TextRow } from '../inspector/fields.tsx';
import { ListPage } from '../inspector/list-page.tsx';
import { Meanings } from '../inspector/meanings.tsx';
import { RecognisedFields } from '../inspector/recognised-fields.tsx';
import { useEntry } from '../inspector/use-entry.ts';
import { WordGroups } from '../inspector/word-groups.tsx';

const Form = ({ intent, used }: { intent: Intent; used: number }) => {
  const { t } = useTranslation(['inspector', 'studio']);
  const { put, remove } = useEntry(
    'intents',
    intent.id,
    t($ => $.steps.intents, { ns: 'studio' }),
  );
  return (
    <form onSubmit={event => event.preventDefault()}>
      <TextRow label={t($ => $.intents.name)} way="intents.name" value={intent.name} onChange={name => put({ name })} />
      <Choice
        label={t($ => $.intents.means)}
        value={intent.means ?? 'own'}
        options={[
          { value: 'own', text: t($ => $.intents.own) },
          ...builtInMeanings.map(each => ({ value: each, text: exitWord(saidLanguage(), each) })),
        ]}
        onChange={means => put({ means: means === 'own' ? undefined : means })}
      />
      <RecognisedFields
        value={intent}
        byEar={<ByEar kind="intent" id={intent.id} />}
        meanings={
          <Meanings
            kind="intent"
            id={intent.id}
            value={intent.meanings ?? []}
            onChange={meanings => put({ meanings })}
          />
        }
        groups={<WordGroups value={intent.groups ?? []} onChange={groups => put({ groups })} />}
        onChange={put}
      />
      <NumberRow
        label={t($ => $.intents.priority)}
        range={planRanges.priority}
        value={intent.priority}
        onChange={priority => put({ priority: priority ?? 0 })}
      />
      <div className="field-checks flex wrap">
        <label>
          <input
            type="checkbox"
            checked={intent.noMoreCalls ?? false}
            onChange={event => put({ noMoreCalls: event.target.checked || undefined })}
          />
          {t($ => $.intents.noMoreCalls)}
        </label>
      </div>
      <footer>
        <span className="hint">{t($ => $.intents.used, { count: used })}</span>
        <button type="button" className="button" onClick={remove}>
          <Trash2 size={14} aria-hidden="true" /> {t($ => $.remove)}
        </button>
      </footer>
    </form>
  );
};

/** A list of a thousand is looked through by name and word; so many are shown at once. */
const mostShown = 200;

/** What a sentence may mean, beside the built-in yes and no. */
export const IntentsPage = (_: { planId: string }) => {
  const { t } = useTranslation(['inspector', 'studio']);
  const store = useDraftStore();
  const plan = useDraft(draft => draft.plan);
  const faults = useDraft(draft => draft.faults);
  const { place, onPlace } = useStudio();
  const select = (id: string) => onPlace({ view: 'intents', entry: id });
  const [wanted, setWanted] = useState('');
  const text = useDeferredValue(wanted.trim());
  const uses = useMemo(() => intentUses(plan), [plan]);
  const intent = plan.intents.find(({ id }) => id === place.entry) ?? plan.intents[0];
  const shown = plan.intents
    .filter(({ name, words }) => text === '' || name.includes(text) || words.some(word => word.includes(text)))
    .slice(0, mostShown);
  const add = () => {
    const fresh: Intent = { id: freshId('i'), name: t($ => $.intents.fresh), priority: 0, words: [] };
    store.getState().change(
      now => ({ ...now, intents: [...now.intents, fresh] }),
      t($ => $.steps.intents, { ns: 'studio' }),
    );
    setWanted('');
    select(fresh.id);
  };
  return (
    <ListPage
      title={t($ => $.intents.title)}
      hint={t($ => $.intents.hint)}
      add={t($ => $.intents.add)}
      empty={{ title: t($ => $.intents.empty), hint: t($ => $.intents.emptyHint) }}
      none={t($ => $.intents.none)}
      selected={intent?.id ?? null}
      onSelect={select}
      onAdd={add}
      parts={[
        {
          key: 'all',
          entries: shown.map(({ id, name, words, likes = [] }) => ({
            id,
            name,
            about: listed([...words, ...likes].slice(0, 20)),
            faulty: faults.some(({ where }) => where === `intent:${id}`),
          })),
        },
      ]}
      tools={
        plan.intents.length > 0 && (
          <input
            type="search"
            className="field"
            aria-label={t($ => $.intents.search)}
            placeholder={t($ => $.intents.search)}
            value={wanted}
            onChange={event => setWanted(event.target.value)}
          />
        )
      }
    >
      {intent && <Form key={intent.id} intent={intent} used={uses.get(intent.id) ?? 0} />}
    </ListPage>
  );
};
