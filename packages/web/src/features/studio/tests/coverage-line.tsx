import type { endpoints, OutputOf } from '@lianxian/contract';
import { useTranslation } from 'react-i18next';
import { byKeys } from '../../../ui/by-keys.ts';
import { type Trail, useDraft, useDraftStore } from '../draft/draft-store.ts';
import { useStudio } from '../frame/studio-context.ts';
import { nodeOf } from '../graph/edits.ts';
import { wordOfExit } from '../graph/faces.ts';

type Coverage = OutputOf<typeof endpoints.talk.runTests>['coverage'];

/** Between two ways that do not follow each other. */
const apart = { node: '', by: '' };
const mostMissed = 50;

/** What the tests walk, as a trail on the graph: every way on its own. */
const trailOf = ({ nodes, ways }: Coverage): Trail => ({
  steps: [
    ...nodes.flatMap(node => [{ node, by: '' }, apart]),
    ...ways.flatMap(({ from, by, to }) => [{ node: from, by }, { node: to, by: '' }, apart]),
  ],
  listensAt: null,
  ofTests: true,
});

/** How much of the plan the tests walk; shown on the graph, and what nobody took. */
export const CoverageLine = ({ coverage }: { readonly coverage: Coverage }) => {
  const { t } = useTranslation('talk');
  const draft = useDraftStore();
  const { onPlace } = useStudio();
  const plan = useDraft(state => state.plan);
  const nameOf = (id: string) => plan.flows.flatMap(flow => flow.nodes).find(node => node.id === id)?.name || id;
  const { nodes, allNodes, ways, missedWays } = coverage;
  return (
    <div className="tests-coverage row gap-10 wrap">
      <span>
        {t($ => $.tests.coverage, {
          nodes: nodes.length,
          all: allNodes,
          ways: ways.length,
          allWays: ways.length + missedWays.length,
        })}
      </span>
      <button
        type="button"
        className="button"
        onClick={() => {
          draft.getState().setTrail(trailOf(coverage));
          onPlace({ view: 'graph', heat: false });
        }}
      >
        {t($ => $.tests.show)}
      </button>
      {missedWays.length > 0 && (
        <details>
          <summary>
            {t($ => $.tests.missed)} {missedWays.length}
          </summary>
          <ul aria-label={t($ => $.tests.missed)} {...byKeys}>
            {missedWays.slice(0, mostMissed).map(({ from, by, to }) => (
              <li key={`${from} ${by} ${to}`}>
                {nameOf(from)} · {wordOfExit(plan, by, nodeOf(plan, from))} → {nameOf(to)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
};
