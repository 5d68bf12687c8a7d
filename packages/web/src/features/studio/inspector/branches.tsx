import type { Meaning, Recognised, Router } from '@lianxian/core';
import { ArrowRight, GripVertical, Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { freshId } from '../graph/node-kinds.ts';
import { Select } from './fields.tsx';
import { moved, useRowOrder } from './row-order.ts';
import { TargetSelect } from './target-select.tsx';

interface BranchesProps {
  readonly node: string;
  /** Only a node that collects can be left by what it got. */
  readonly collects: boolean;
  readonly routers: readonly Router[];
  readonly onChange: (routers: readonly Router[]) => void;
}

const meanings = ['肯定', '否定', '拒绝', '默认', '无应答', '未识别'] as const;
/** Names of list entries: an intent by its id, the rest as they are. */
const ofIntent = 'intent:';
const keyOf = (on: Meaning): string => (typeof on === 'string' ? on : `${ofIntent}${on.intent}`);
const meaningOf = (key: string): Meaning =>
  key.startsWith(ofIntent) ? { intent: key.slice(ofIntent.length) } : (key as Exclude<Meaning, object>);
const fresh = 'new';

const examplesOf = ({ words, likes = [], exact = [], patterns = [] }: Recognised): readonly string[] => [
  ...words,
  ...likes,
  ...exact,
  ...patterns,
];
const shownExamples = 2;

/** What the words of a branch are: some of them, and how many there are. */
const BranchWords = ({ on }: { on: Meaning }) => {
  const { t } = useTranslation('inspector');
  const intents = useDraft(draft => draft.plan.intents);
  if (on === '默认') return <span>{t($ => $.branches.anything)}</span>;
  if (on === '无应答') return <span>{t($ => $.branches.silent)}</span>;
  if (on === '未识别') return <span>{t($ => $.branches.missed)}</span>;
  if (on === 'collected') return <span>{t($ => $.branches.collected)}</span>;
  const examples = intents
    .filter(({ id, means }) => (typeof on === 'string' ? means === on : id === on.intent))
    .flatMap(examplesOf);
  if (examples.length === 0) return <span>{t($ => $.branches.noWords)}</span>;
  const first = examples.slice(0, shownExamples).join('、');
  return (
    <span title={examples.slice(0, 20).join('、')}>
      {examples.length > shownExamples ? t($ => $.branches.words, { first, count: examples.length }) : first}
    </span>
  );
};

/** What the callee may mean and where it leads; the upper ones are looked at first. */
export const Branches = ({ node, collects, routers, onChange }: BranchesProps) => {
  const { t } = useTranslation(['inspector', 'studio']);
  const intents = useDraft(draft => draft.plan.intents);
  const store = useDraftStore();
  const { rowProps, handleProps } = useRowOrder((from, to) => onChange(moved(routers, from, to)));
  const nameOf = (on: Meaning) =>
    on === 'collected'
      ? t($ => $.exits.collected, { ns: 'studio' })
      : typeof on === 'string'
        ? t($ => $.exits.meaning[on], { ns: 'studio' })
        : (intents.find(({ id }) => id === on.intent)?.name ?? t($ => $.exits.unknownIntent, { ns: 'studio' }));
  const taken = new Set(routers.map(({ on }) => keyOf(on)));
  const all: readonly Meaning[] = [
    ...(collects ? (['collected'] as const) : []),
    ...meanings,
    ...intents.filter(({ means }) => means === undefined).map(({ id }) => ({ intent: id })),
  ];
  const options = (own: string) => [
    ...all.filter(on => keyOf(on) === own || !taken.has(keyOf(on))).map(on => ({ value: keyOf(on), text: nameOf(on) })),
    { value: fresh, text: t($ => $.branches.newIntent) },
  ];
  const choose = (at: number, key: string) => {
    if (key !== fresh) return onChange(routers.with(at, { ...routers[at]!, on: meaningOf(key) }));
    const id = freshId('i');
    const name = t($ => $.intents.fresh);
    store.getState().change(
      plan => ({ ...plan, intents: [...plan.intents, { id, name, priority: 0, words: [] }] }),
      t($ => $.steps.intents, { ns: 'studio' }),
    );
    onChange(routers.with(at, { ...routers[at]!, on: { intent: id } }));
  };
  const add = () => {
    const free = all.find(on => !taken.has(keyOf(on)));
    onChange([...routers, { on: free ?? '默认', to: '' }]);
  };
  return (
    <section className="branches">
      <header>
        <h3>{t($ => $.branches.title)}</h3>
        <button type="button" className="link" onClick={add}>
          <Plus size={13} aria-hidden="true" /> {t($ => $.branches.add)}
        </button>
      </header>
      <ol>
        {routers.map(({ on, to }, at) => (
          <li key={keyOf(on)} {...rowProps(at)}>
            <i {...handleProps(at)} title={`${t($ => $.branches.drag)} · ${t($ => $.branches.hint)}`}>
              <GripVertical size={14} aria-hidden="true" />
            </i>
            <Select
              name={t($ => $.branches.on)}
              value={keyOf(on)}
              options={options(keyOf(on))}
              onChange={key => choose(at, key)}
            />
            <BranchWords on={on} />
            <span className={to === '' ? 'target is-open' : 'target'}>
              <ArrowRight size={13} aria-hidden="true" />
              <TargetSelect
                name={`${nameOf(on)} ${t($ => $.branches.to)}`}
                value={to}
                but={node}
                onChange={next => onChange(routers.with(at, { on, to: next }))}
              />
            </span>
            <button
              type="button"
              className="icon-button"
              aria-label={t($ => $.removeRow, { what: nameOf(on) })}
              onClick={() => onChange(routers.filter((_, index) => index !== at))}
            >
              <X size={14} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
};
