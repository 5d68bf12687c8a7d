import { CircleAlert, Search } from 'lucide-react';
import { type KeyboardEvent, memo, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dropOf, percent, useNodeFault } from '../canvas/use-node-state.ts';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { slot } from '../frame/slot.ts';
import { jumpTo, useStudio } from '../frame/studio-context.ts';
import { useFlow } from '../frame/use-flow.ts';
import { kindIcons, type NodeKind } from '../graph/node-kinds.ts';
import { outlineOf } from './tree.ts';
import './outline.css';

const SearchBox = slot(() => import('../search/search-box.tsx').then(file => file.SearchBox));

/** How far a row stands in from the one above it; a deep tree shares what it may take, so that names are not cut. */
const stepPx = 14;
const mostInPx = 48;
const stepOf = (deepest: number) => Math.min(stepPx, Math.floor(mostInPx / Math.max(1, deepest)));

/** The share lost in heat mode, else a mark where something is wrong. */
const RowMark = ({ id }: { id: string }) => {
  const { t } = useTranslation('studio');
  const { heat } = useStudio().place;
  const fault = useNodeFault(id);
  const figures = useDraft(draft => draft.heat?.nodes[id]);
  if (heat)
    return figures ? (
      <span className={dropOf(figures) >= 2 ? 'outline-row-mark is-bad hint' : 'outline-row-mark hint'}>
        {percent(figures.lost, figures.calls)}
      </span>
    ) : null;
  return fault ? (
    <span className="outline-row-mark is-bad hint">
      <CircleAlert size={14} aria-label={t($ => $.fault[fault])} role="img" />
    </span>
  ) : null;
};

interface RowProps {
  readonly id: string;
  readonly name: string;
  readonly kind: NodeKind;
  readonly depth: number;
  readonly step: number;
  readonly loose: boolean;
  readonly selected: boolean;
  readonly tabStop: boolean;
}

/** Takes what it shows and no more: a key in a sentence renders none of them. */
const Row = memo(({ id, name, kind, depth, step, loose, selected, tabStop }: RowProps) => {
  const { t } = useTranslation('studio');
  const store = useDraftStore();
  const tools = useStudio();
  const walked = useDraft(draft => draft.trail?.steps.some(({ node }) => node === id) ?? false);
  const Icon = kindIcons[kind];
  const show = () => jumpTo(store, tools, id);
  return (
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={selected}
      tabIndex={tabStop ? 0 : -1}
      data-id={id}
      className={['outline-row', walked && 'is-walked', loose && 'is-loose'].filter(Boolean).join(' ')}
      style={{ paddingInlineStart: 8 + depth * step }}
      onClick={show}
      onKeyDown={event => {
        if (event.key === 'Enter' || event.key === ' ') show();
      }}
    >
      {Array.from({ length: depth }, (_, at) => at).map(at => (
        <i key={at} style={{ insetInlineStart: 14 + at * step }} />
      ))}
      <Icon size={15} aria-hidden="true" />
      <span>{name || t($ => $.canvas.unnamed)}</span>
      <RowMark id={id} />
    </div>
  );
});

const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(count - 1, at + 1),
  ArrowUp: at => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** All nodes of the flow as a tree, and the search over the whole plan. */
export const Outline = () => {
  const { t } = useTranslation('studio');
  const flow = useFlow();
  const store = useDraftStore();
  const tools = useStudio();
  const selected = useDraft(draft => draft.selected);
  const [searching, setSearching] = useState(false);
  const tree = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => (flow ? outlineOf(flow) : []), [flow]);
  const step = stepOf(Math.max(0, ...rows.map(({ depth }) => depth)));
  const tabStop = rows.some(({ node }) => node.id === selected) ? selected : rows[0]?.node.id;
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    const at = rows.findIndex(({ node }) => node.id === tabStop);
    const next = rows[move(at, rows.length)]?.node.id;
    if (next === undefined) return;
    jumpTo(store, tools, next);
    tree.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(next)}"]`)?.focus();
  };
  return (
    <section className="outline stack fill low">
      <header className="row gap-8">
        <h2 className="fill">{t($ => $.outline.title)}</h2>
        <span className="hint whole">{t($ => $.outline.count, { count: rows.length })}</span>
        <button
          type="button"
          className="icon-button"
          aria-label={t($ => $.outline.search)}
          title={`${t($ => $.outline.search)} Ctrl F`}
          aria-expanded={searching}
          data-studio-search
          onClick={() => setSearching(!searching)}
        >
          <Search size={14} aria-hidden="true" />
        </button>
      </header>
      {searching && (
        <Suspense>
          <SearchBox onClose={() => setSearching(false)} />
        </Suspense>
      )}
      <div ref={tree} role="tree" aria-label={t($ => $.outline.title)} className="outline-rows" onKeyDown={onKeyDown}>
        {rows.map(({ node: { id, name, kind }, depth, loose }) => (
          <Row
            key={id}
            id={id}
            name={name}
            kind={kind}
            depth={depth}
            step={step}
            loose={loose}
            selected={id === selected}
            tabStop={id === tabStop}
          />
        ))}
      </div>
    </section>
  );
};
