import { expect, test } from 'vitest';
import { heatView, type NodeCount } from './heat.view.ts';

const at = { planVersion: 1, node: 'opening', next: '' } as const;
const ended = (by: string, n: number): NodeCount => ({ ...at, what: 'ended', by, n });

test('who was let go with an apology is lost at the node where they asked for it', () => {
  const heat = heatView([ended('noMoreCalls', 2), ended('planned', 3), { ...at, what: 'calls', by: '', n: 5 }], null);
  expect(heat.nodes).toMatchObject([
    {
      calls: 5,
      lost: 2,
      ended: [
        { how: 'planned', n: 3 },
        { how: 'noMoreCalls', n: 2 },
      ],
    },
  ]);
});
