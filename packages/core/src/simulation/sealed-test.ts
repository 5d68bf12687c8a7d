import type { Sealed } from '../conversation/index.ts';
import type { TestConversation } from './lab.ts';

/** A test conversation of a plan as one of that plan when it is closed: it names its nodes and exits. */
export const sealedTest = ({ nodes, exitOf }: Sealed, test: TestConversation): TestConversation => {
  const { path, avoids, understood, ...expects } = test.expects;
  const named = (ids: readonly string[]) => ids.map(id => nodes.get(id) ?? 'x0');
  return {
    ...test,
    expects: {
      ...expects,
      ...(path && { path: named(path) }),
      ...(avoids && { avoids: named(avoids) }),
      ...(understood && {
        understood: understood.map(({ move, meaning }) => ({ move, meaning: meaning === '' ? '' : exitOf(meaning) })),
      }),
    },
  };
};
