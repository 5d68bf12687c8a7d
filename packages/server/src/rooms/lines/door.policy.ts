import type { lineEndpoints, OutputOf } from '@lianxian/contract';

type Door = NonNullable<OutputOf<typeof lineEndpoints.list>['door']>;

/** As a node shows its SIP port. */
interface NodeDoor {
  /** Host and port. */
  readonly address: string;
  /** `fixed`, `shut`, `open`, or the system's code of why it could not be opened. */
  readonly door: string;
}

const known = ['fixed', 'shut', 'open'];

/** What the page of lines says of all nodes: the worst of them first. Null: an address was set, there is nothing to say. */
export const doorOf = (nodes: readonly NodeDoor[]): Door | null => {
  const failed = nodes.find(({ door }) => !known.includes(door));
  const shown = failed ?? nodes.find(({ door }) => door === 'shut') ?? nodes.find(({ door }) => door === 'open');
  if (shown === undefined) return null;
  const port = Number(shown.address.slice(shown.address.lastIndexOf(':') + 1));
  if (failed !== undefined) return { is: 'failed', port, because: failed.door };
  return { is: shown.door === 'shut' ? 'shut' : 'open', port, because: '' };
};
