import { fieldChars, type TestExpects, talkLimits, testConversation } from '@lianxian/contract';
import { levels } from '@lianxian/core';
import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { placed } from '../../../ui/placed.ts';
import { useDraft } from '../draft/draft-store.ts';
import '../../../ui/plain-choice.css';

interface ExpectsProps {
  readonly expects: TestExpects;
  readonly onChange: (expects: TestExpects) => void;
}

type Part = (part: Partial<TestExpects>) => void;
const answerChars = fieldChars(testConversation, 'expects.answers.each');
const enders = ['callee', 'robot'] as const;

interface NodesProps {
  readonly what: 'path' | 'avoids';
  readonly ids: readonly string[];
  readonly onIds: (ids: readonly string[]) => void;
}

/** Nodes and knowledge items, in order; a click takes one away. */
const Nodes = ({ what, ids, onIds }: NodesProps) => {
  const { t } = useTranslation('talk');
  const plan = useDraft(draft => draft.plan);
  const all = [...plan.flows.flatMap(flow => flow.nodes), ...plan.knowledge];
  const nameOf = (id: string) => all.find(node => node.id === id)?.name ?? id;
  return (
    <div className="tests-nodes row gap-6 wrap">
      <span className="small">{t($ => $.what[what])}</span>
      {placed(ids).map(({ item: id, at: index, key }) => (
        <button
          className="row-in gap-4 small"
          key={key}
          type="button"
          title={t($ => $.tests.remove)}
          onClick={() => onIds(ids.toSpliced(index, 1))}
        >
          {nameOf(id)} <X size={12} aria-label={t($ => $.tests.remove)} />
        </button>
      ))}
      <select
        className="plain-choice"
        aria-label={`${t($ => $.what[what])} ${t($ => $.tests.addNode)}`}
        value=""
        onChange={event => onIds([...ids, event.target.value])}
      >
        <option value="">{t($ => $.tests.addNode)}</option>
        {all.map(({ id, name }) => (
          <option key={id} value={id}>
            {name || id}
          </option>
        ))}
      </select>
    </div>
  );
};

const Says = ({ expects, put }: { readonly expects: TestExpects; readonly put: Part }) => {
  const { t } = useTranslation('talk');
  const says = expects.says ?? [];
  return (
    <div className="tests-nodes row gap-6 wrap">
      <span className="small">{t($ => $.what.says)}</span>
      {placed(says).map(({ item: each, at: index, key }) => (
        <input
          key={key}
          className="field"
          aria-label={t($ => $.what.says)}
          value={each.text}
          maxLength={talkLimits.textChars}
          onChange={event => put({ says: says.with(index, { ...each, text: event.target.value }) })}
          onBlur={() => put({ says: says.filter(({ text }) => text.trim() !== '') })}
        />
      ))}
      <button className="row-in gap-4 small" type="button" onClick={() => put({ says: [...says, { text: '' }] })}>
        <Plus size={12} aria-hidden="true" /> {t($ => $.tests.addSays)}
      </button>
    </div>
  );
};

const Answers = ({ expects, put }: { readonly expects: TestExpects; readonly put: Part }) => {
  const { t } = useTranslation('talk');
  const plan = useDraft(draft => draft.plan);
  const answers = expects.answers ?? {};
  const collected = new Set(
    plan.flows.flatMap(flow => flow.nodes.flatMap(node => (node.kind === 'collect' ? [node.variable] : []))),
  );
  return plan.variables
    .filter(({ name }) => collected.has(name) || answers[name] !== undefined)
    .map(({ name, label }) => (
      <label key={name}>
        {t($ => $.what.answers)} {label || name}
        <input
          className="field"
          value={answers[name] ?? ''}
          placeholder={t($ => $.tests.notSet)}
          maxLength={answerChars}
          onChange={event => {
            const { [name]: _, ...others } = answers;
            put({ answers: event.target.value === '' ? others : { ...others, [name]: event.target.value } });
          }}
        />
      </label>
    ));
};

/** What must come of a test conversation; what is empty is not looked at. */
export const ExpectsField = ({ expects, onChange }: ExpectsProps) => {
  const { t } = useTranslation('talk');
  const put: Part = part => onChange({ ...expects, ...part });
  const count = (text: string) => (Number(text) > 0 ? Math.round(Number(text)) : undefined);
  return (
    <fieldset className="grid gap-8">
      <legend>{t($ => $.tests.expects)}</legend>
      <Nodes what="path" ids={expects.path ?? []} onIds={ids => put({ path: ids.length > 0 ? [...ids] : undefined })} />
      <Nodes
        what="avoids"
        ids={expects.avoids ?? []}
        onIds={ids => put({ avoids: ids.length > 0 ? [...ids] : undefined })}
      />
      <Says expects={expects} put={put} />
      <div className="tests-grid grid">
        <Answers expects={expects} put={put} />
        <label>
          {t($ => $.what.level)}
          <select
            className="plain-choice"
            value={expects.level ?? ''}
            onChange={event => put({ level: levels.find(level => level === event.target.value) })}
          >
            <option value="">{t($ => $.tests.notSet)}</option>
            {levels.map(level => (
              <option key={level}>{level}</option>
            ))}
          </select>
        </label>
        <label>
          {t($ => $.what.endedBy)}
          <select
            className="plain-choice"
            value={expects.endedBy ?? ''}
            onChange={event => put({ endedBy: enders.find(by => by === event.target.value) })}
          >
            <option value="">{t($ => $.tests.notSet)}</option>
            {enders.map(by => (
              <option key={by} value={by}>
                {t($ => $.end[by])}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t($ => $.what.tags)}
          <input
            className="field"
            value={(expects.tags ?? []).join(' ')}
            placeholder={t($ => $.tests.notSet)}
            onChange={event => {
              const tags = event.target.value.split(' ');
              put({ tags: event.target.value === '' ? undefined : tags });
            }}
          />
        </label>
        <label>
          {t($ => $.what.withinMs)}
          <input
            className="field"
            type="number"
            value={expects.withinMs ?? ''}
            placeholder={t($ => $.tests.notSet)}
            onChange={event => put({ withinMs: count(event.target.value) })}
          />
        </label>
        <label>
          {t($ => $.what.mostTurns)}
          <input
            className="field"
            type="number"
            value={expects.mostTurns ?? ''}
            placeholder={t($ => $.tests.notSet)}
            onChange={event => put({ mostTurns: count(event.target.value) })}
          />
        </label>
      </div>
    </fieldset>
  );
};
