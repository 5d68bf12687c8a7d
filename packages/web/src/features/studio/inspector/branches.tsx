import { exitWord } from '@lianxian/contract';
import { exitOn, type Meaning, type Recognised, type Router, routerMeanings } from '@lianxian/core';
import { ArrowRight, GripVertical, Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { listed, saidLanguage } from '../../../text/said.ts';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { isExplained } from '../graph/faces.ts';
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

const heard = routerMeanings.filter(on => on !== 'collected');
const ofIntent = 'intent:';
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
  const { t } = useTranslation(['inspector', 'studio']);
  const intents = useDraft(draft => draft.plan.intents);
  if (isExplained(on)) return <span className="is-explained">{t($ => $.exits.explains[on], { ns: 'studio' })}</span>;
  if (on === 'silence') return <span>{t($ => $.branches.silent)}</span>;
  if (on === 'collected') return <span>{t($ => $.branches.collected)}</span>;
  const examples = intents
    .filter(({ id, means }) => (typeof on === 'string' ? means === on : id === on.intent))
    .flatMap(examplesOf);
  if (examples.length === 0) return <span>{t($ => $.branches.noWords)}</span>;
  const first = listed(examples.slice(0, shownExamples));
  return (
    <span title={listed(examples.slice(0, 20))}>
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
    typeof on === 'string'
      ? exitWord(saidLanguage(), on)
      : (intents.find(({ id }) => id === on.intent)?.name ?? t($ => $.exits.unknownIntent, { ns: 'studio' }));
  const taken = new Set(routers.map(({ on }) => exitOn(on)));
  const all: readonly Meaning[] = [
    ...(collects ? (['collected'] as const) : []),
    ...heard,
    ...intents.filter(({ means }) => means === undefined).map(({ id }) => ({ intent: id })),
  ];
  const options = (own: string) => [
    ...all
      .filter(on => exitOn(on) === own || !taken.has(exitOn(on)))
      .map(on => ({ value: exitOn(on), text: nameOf(on) })),
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
    const free = all.find(on => !taken.has(exitOn(on)));
    onChange([...routers, { on: free ?? 'other', to: '' }]);
  };
  return (
    <section className="inspector-branches">
      <header className="row between">
        <h3>{t($ => $.branches.title)}</h3>
        <button type="button" className="link" onClick={add}>
          <Plus size={13} aria-hidden="true" /> {t($ => $.branches.add)}
        </button>
      </header>
      <ol>
        {routers.map(({ on, to }, at) => (
          <li key={exitOn(on)} {...rowProps(at)}>
            <i className="grid" {...handleProps(at)} title={`${t($ => $.branches.drag)} · ${t($ => $.branches.hint)}`}>
              <GripVertical size={14} aria-hidden="true" />
            </i>
            <Select
              name={t($ => $.branches.on)}
              value={exitOn(on)}
              options={options(exitOn(on))}
              onChange={key => choose(at, key)}
            />
            <BranchWords on={on} />
            <span className={to === '' ? 'inspector-target is-open row gap-2 lean' : 'inspector-target row gap-2 lean'}>
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
