import { useTranslation } from 'react-i18next';
import { Empty, ErrorPanel, Skeleton } from '../../../ui/panels.tsx';
import { useDraft, useDraftStore } from '../draft/draft-store.ts';
import { jumpTo, useStudio } from '../frame/studio-context.ts';
import { nodeOf } from '../graph/edits.ts';
import { EndedHere } from './ended-here.tsx';
import type { Heat, NodeHeat } from './heat-view.ts';
import { useHeat } from './use-heat.ts';
import './heat.css';

const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`);
const sum = (of: readonly { readonly n: number }[]): number => of.reduce((all, { n }) => all + n, 0);
const amount = (n: number): string => n.toLocaleString('en');

/** From so much on it stands out. */
const badShare = 0.25;

const Figures = ({ of }: { of: NodeHeat }) => {
  const { t } = useTranslation('learning');
  return (
    <dl className="heat-figures grid">
      <div>
        <dt className="small ink2">{t($ => $.heat.passed)}</dt>
        <dd>{amount(of.calls)}</dd>
      </div>
      <div>
        <dt className="small ink2">{t($ => $.heat.endedHere)}</dt>
        <dd>{amount(sum(of.ended))}</dd>
      </div>
      <div>
        <dt className="small ink2">{t($ => $.heat.lost)}</dt>
        <dd className={of.lost >= of.calls * badShare ? 'is-bad' : undefined}>{share(of.lost, of.calls)}</dd>
      </div>
    </dl>
  );
};

const worstShown = 8;

/** While no node is marked: where most are lost. */
const WholePlan = ({ heat }: { heat: Heat }) => {
  const { t } = useTranslation('learning');
  const store = useDraftStore();
  const tools = useStudio();
  const plan = useDraft(draft => draft.plan);
  const worst = heat.nodes
    .flatMap(node => {
      const name = nodeOf(plan, node.node)?.name;
      return name === undefined || node.lost === 0 ? [] : [{ ...node, name }];
    })
    .toSorted((a, b) => b.lost - a.lost)
    .slice(0, worstShown);
  return (
    <section className="heat-panel stack">
      <header className="row-text between">
        <h2>{t($ => $.heat.whole)}</h2>
        <span>
          {t($ => $.heat.wholeCalls)} {amount(heat.calls)}
        </span>
      </header>
      <h3 className="section-title">{t($ => $.heat.wholeWorst)}</h3>
      <ul className="heat-worst">
        {worst.map(node => (
          <li key={node.node}>
            <button className="grid choice lit" type="button" onClick={() => jumpTo(store, tools, node.node)}>
              <span>{node.name}</span>
              <b>{amount(node.lost)}</b>
              <small className="hint right">{share(node.lost, node.calls)}</small>
            </button>
          </li>
        ))}
      </ul>
      <p className="heat-hint">{t($ => $.heat.pick)}</p>
    </section>
  );
};

const none: NodeHeat = { node: '', calls: 0, lost: 0, left: [], ended: [] };

/** Right of the graph: what became of the calls that came to the marked node, and those that ended there (picture 06b). */
export const HeatPanel = ({ planId, node }: { planId: string; node: string | null }) => {
  const { t } = useTranslation(['learning', 'studio']);
  const heat = useHeat(planId);
  const shown = useDraft(draft => (node === null ? undefined : nodeOf(draft.plan, node)));
  if (heat.isError && !heat.data)
    return <ErrorPanel title={t($ => $.heat.failed)} error={heat.error} onAgain={() => void heat.refetch()} />;
  if (!heat.data) return <Skeleton rows={6} />;
  if (heat.data.calls === 0) return <Empty scoped title={t($ => $.heat.none)} hint={t($ => $.heat.noneHint)} />;
  if (!shown) return <WholePlan heat={heat.data} />;
  const of = heat.data.nodes.find(each => each.node === shown.id) ?? none;
  return (
    <section className="heat-panel stack">
      <header className="row-text between">
        <h2>{shown.name}</h2>
        <span>{t($ => $.kinds[shown.kind].name, { ns: 'studio' })}</span>
      </header>
      <Figures of={of} />
      <EndedHere key={shown.id} planId={planId} of={{ ...of, node: shown.id }} />
    </section>
  );
};
