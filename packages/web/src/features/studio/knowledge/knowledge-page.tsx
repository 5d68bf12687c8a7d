import { endpoints, planRanges } from '@lianxian/contract';
import { commonDialogues, freshQuestion, type KnowledgeItem, tidy } from '@lianxian/core';
import { useMutation } from '@tanstack/react-query';
import { Download, Trash2, Upload } from 'lucide-react';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { download } from '../../../api/download.ts';
import { listed } from '../../../text/said.ts';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { useStudio } from '../frame/studio-context.ts';
import { freshId } from '../graph/node-kinds.ts';
import { readable } from '../graph/sentence.ts';
import { ByEar } from '../inspector/by-ear.tsx';
import { Choice, NumberRow, TextRow } from '../inspector/fields.tsx';
import { InterruptionField } from '../inspector/interruption-field.tsx';
import { ListPage } from '../inspector/list-page.tsx';
import { Meanings } from '../inspector/meanings.tsx';
import { RecognisedFields } from '../inspector/recognised-fields.tsx';
import { Sentences } from '../inspector/sentences.tsx';
import { useEntry } from '../inspector/use-entry.ts';
import { WordGroups } from '../inspector/word-groups.tsx';
import { PartButtons } from './part-buttons.tsx';

type Next = 'repeat' | 'continue' | 'goto' | 'hangUp';
const nextKinds = ['repeat', 'continue', 'goto', 'hangUp'] as const;
const nextOf = (next: KnowledgeItem['next']): Next =>
  'goto' in next ? 'goto' : 'hangUp' in next ? 'hangUp' : next.resume;

interface ToolsProps {
  readonly planId: string;
  readonly onAdded: () => void;
}

/** What happens after the answer. */
const NextFields = ({
  value,
  onChange,
}: {
  value: KnowledgeItem['next'];
  onChange: (next: KnowledgeItem['next']) => void;
}) => {
  const { t } = useTranslation('inspector');
  const flows = useDraft(draft => draft.plan.flows);
  const nodes = flows.flatMap(flow =>
    flow.nodes.map(({ id, name }) => ({ value: id, text: `${flow.name} · ${name}` })),
  );
  const choose = (kind: Next) => {
    if (kind === 'goto') onChange({ goto: nodes[0]?.value ?? '' });
    else if (kind === 'hangUp') onChange({ hangUp: true });
    else onChange({ resume: kind });
  };
  return (
    <>
      <Choice
        label={t($ => $.knowledge.next)}
        value={nextOf(value)}
        options={nextKinds.map(kind => ({ value: kind, text: t($ => $.knowledge.nexts[kind]) }))}
        onChange={choose}
      />
      {'goto' in value && (
        <Choice
          label={t($ => $.branches.to)}
          value={value.goto}
          options={nodes}
          onChange={goto => onChange({ goto })}
        />
      )}
    </>
  );
};

const Form = ({ item }: { item: KnowledgeItem }) => {
  const { t } = useTranslation(['inspector', 'studio']);
  const { put, remove } = useEntry(
    'knowledge',
    item.id,
    t($ => $.steps.knowledge, { ns: 'studio' }),
  );
  return (
    <form onSubmit={event => event.preventDefault()}>
      <TextRow
        label={t($ => $.knowledge.name)}
        way="knowledge.name"
        value={item.name}
        onChange={name => put({ name })}
      />
      <Choice
        label={t($ => $.knowledge.kind)}
        value={item.common ?? 'plain'}
        options={[
          { value: 'plain', text: t($ => $.knowledge.plain) },
          ...commonDialogues.map(kind => ({ value: kind, text: t($ => $.knowledge.kinds[kind]) })),
        ]}
        onChange={kind => put({ common: kind === 'plain' ? undefined : kind })}
      />
      <RecognisedFields
        value={item}
        byEar={<ByEar kind="knowledge" id={item.id} />}
        meanings={
          <Meanings
            kind="knowledge"
            id={item.id}
            value={item.meanings ?? []}
            onChange={meanings => put({ meanings })}
          />
        }
        groups={<WordGroups value={item.groups ?? []} onChange={groups => put({ groups })} />}
        onChange={put}
      />
      <fieldset className="field-group grid gap-6">
        <legend>{t($ => $.knowledge.answers)}</legend>
        <Sentences
          label={t($ => $.knowledge.answers)}
          hint={t($ => $.sentence.hint)}
          optional={item.common === 'repeat'}
          voiced
          value={item.answers}
          onChange={answers => put({ answers })}
        />
      </fieldset>
      <NextFields value={item.next} onChange={next => put({ next })} />
      <NumberRow
        label={t($ => $.knowledge.limit)}
        unit={t($ => $.times)}
        range={planRanges.answers}
        value={item.limit}
        onChange={limit => put({ limit: limit ?? 1 })}
      />
      <NumberRow
        label={t($ => $.knowledge.priority)}
        range={planRanges.priority}
        value={item.priority}
        onChange={priority => put({ priority: priority ?? 0 })}
      />
      <InterruptionField value={item.interruption} onChange={interruption => put({ interruption })} />
      <footer>
        <button type="button" className="button" onClick={remove}>
          <Trash2 size={14} aria-hidden="true" /> {t($ => $.remove)}
        </button>
      </footer>
    </form>
  );
};

const SheetDialog = lazy(() => import('./sheet-dialog.tsx').then(file => ({ default: file.SheetDialog })));

/** Whether a question is called, asked or answered so. */
const speaksOf = ({ name, words, likes = [], exact = [], answers }: KnowledgeItem, wanted: string): boolean =>
  [name, ...words, ...likes, ...exact, ...answers].some(text => tidy(text).includes(wanted));

/** In from a sheet and out as one, as the draft is now; and the parts of the dialogue that are missing. */
const Tools = ({ planId, onAdded }: ToolsProps) => {
  const { t } = useTranslation('inspector');
  const store = useDraftStore();
  const mayEdit = useDraft(draft => draft.mayEdit);
  const [isOpen, setIsOpen] = useState(false);
  const exporting = useMutation({
    mutationFn: async () => {
      // What cannot be saved now is not in the sheet, and the head says so.
      await store
        .getState()
        .settled()
        .catch(() => undefined);
      return call(endpoints.plan.exportQuestions, { id: planId });
    },
    onSuccess: ({ fileId }) => download(fileId),
  });
  if (!mayEdit) return null;
  return (
    <>
      <p className="flex gap-6 wrap">
        <button type="button" className="button" onClick={() => setIsOpen(true)}>
          <Upload size={14} aria-hidden="true" /> {t($ => $.sheet.open)}
        </button>
        <button
          type="button"
          className="button"
          disabled={exporting.isPending}
          title={t($ => $.sheet.exportHint)}
          onClick={() => exporting.mutate()}
        >
          <Download size={14} aria-hidden="true" /> {t($ => $.sheet.export)}
        </button>
      </p>
      <PartButtons onAdded={onAdded} />
      <Suspense>{isOpen && <SheetDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
};

/** Questions that may come at any node, and the dialogue every call may need: 拒绝, 忙, 你是谁 … */
export const KnowledgePage = ({ planId }: { planId: string }) => {
  const { t } = useTranslation(['inspector', 'studio']);
  const store = useDraftStore();
  const items = useDraft(draft => draft.plan.knowledge);
  const faults = useDraft(draft => draft.faults);
  const { place, onPlace } = useStudio();
  const [typed, setTyped] = useState('');
  const wanted = useDeferredValue(tidy(typed));
  const select = (id: string) => onPlace({ view: 'knowledge', entry: id });
  const variables = useDraft(draft => draft.plan.variables);
  const item = items.find(({ id }) => id === place.entry) ?? items[0];
  const shown = wanted === '' ? items : items.filter(each => speaksOf(each, wanted));
  const entry = ({ id, name, answers, words }: KnowledgeItem) => ({
    id,
    name,
    about: readable(variables, answers[0] ?? listed(words)),
    faulty: faults.some(({ where }) => where === `knowledge:${id}`),
  });
  const add = () => {
    const id = freshId('k');
    const fresh = freshQuestion(
      id,
      t($ => $.knowledge.fresh),
      [''],
    );
    store.getState().change(
      plan => ({ ...plan, knowledge: [...plan.knowledge, fresh] }),
      t($ => $.steps.knowledge, { ns: 'studio' }),
    );
    setTyped('');
    select(id);
  };
  return (
    <ListPage
      title={t($ => $.knowledge.title)}
      hint={t($ => $.knowledge.hint)}
      add={t($ => $.knowledge.add)}
      empty={
        wanted === ''
          ? { title: t($ => $.knowledge.empty), hint: t($ => $.knowledge.emptyHint) }
          : { title: t($ => $.knowledge.notFound), hint: t($ => $.knowledge.notFoundHint) }
      }
      none={t($ => $.knowledge.none)}
      selected={item?.id ?? null}
      onSelect={select}
      onAdd={add}
      parts={[
        {
          key: 'common',
          title: t($ => $.knowledge.common),
          entries: shown.filter(({ common }) => common !== undefined).map(entry),
        },
        {
          key: 'plain',
          title: t($ => $.knowledge.questions),
          entries: shown.filter(({ common }) => common === undefined).map(entry),
        },
      ]}
      tools={
        <div className="grid gap-8">
          <Tools planId={planId} onAdded={() => setTyped('')} />
          {items.length > 0 && (
            <input
              type="search"
              className="field"
              aria-label={t($ => $.knowledge.search)}
              placeholder={t($ => $.knowledge.search)}
              value={typed}
              onChange={event => setTyped(event.target.value)}
            />
          )}
        </div>
      }
    >
      {item && <Form key={item.id} item={item} />}
    </ListPage>
  );
};
