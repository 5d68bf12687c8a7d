import { endpoints } from '@lianxian/contract';
import { type Plan, wordNodes } from '@lianxian/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { DeafNote } from './deaf-note.tsx';

interface Line {
  readonly id: string;
  readonly name: string;
  readonly practice: boolean;
}

/** Of the chosen lines those that nobody listens on; a practice line has real-time text. Undefined: not known. */
const useDeafLines = (chosen: readonly Line[]): readonly string[] | undefined => {
  const mayAsk = useCurrentUser()?.rights.includes('myTask') ?? false;
  const hearing = useQuery({
    // Asked anew for a line that was added since.
    queryKey: ['speech/hearing', ...chosen.map(({ id }) => id)],
    queryFn: ({ signal }) => call(endpoints.speech.hearing, {}, { signal, quiet: true }),
    enabled: mayAsk,
  });
  if (!hearing.data) return undefined;
  const hears = new Map(hearing.data.lines.map(line => [line.id, line.hears]));
  const deaf = chosen.filter(({ id, practice }) => !practice && hears.get(id) === false);
  return [...new Set(deaf.map(({ name }) => name))];
};

/** Nodes of what is called with that want words; undefined while it is not known, or for who may not look at plans. */
const useWordNodes = (planId: string, isAsked: boolean): readonly string[] | undefined => {
  const graph = useQuery({
    queryKey: ['plan/newest', planId],
    queryFn: async ({ signal }): Promise<Pick<Plan, 'flows'> | null> => {
      const { list } = await call(endpoints.plan.versions, { id: planId, limit: 1 }, { signal, quiet: true });
      const version = list[0]?.version;
      if (version === undefined) return null;
      const found = await call(endpoints.plan.version, { id: planId, version }, { signal, quiet: true });
      return found.graph as Plan;
    },
    enabled: isAsked,
    retry: false,
  });
  return graph.data ? wordNodes(graph.data) : undefined;
};

/** Where nobody hears what callees say: that only keys will be understood, and which nodes that leaves without an answer. */
export const KeysOnly = ({ planId, lines: chosen }: { planId: string; lines: readonly Line[] }) => {
  const lines = useDeafLines(chosen) ?? [];
  const nodes = useWordNodes(planId, lines.length > 0 && planId !== '') ?? [];
  return lines.length === 0 ? null : <DeafNote lines={lines} nodes={nodes} />;
};
