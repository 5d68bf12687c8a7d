import { endpoints } from '@lianxian/contract';
import { comes, type GateName, shutGate, shutLastCheck } from './gates.ts';
import type { Ground } from './ground.ts';
import type { SeenCall } from './relay-words.ts';
import type { Victim } from './victims.ts';

/**
 * Named moments at which a process is stopped by what the world can do to it, seen to stand there, and killed (decision 10).
 * Nothing of this is in the product.
 */
export interface Point {
  readonly name: string;
  /** Whose death is proper here. */
  readonly owner: Victim;
  /** Makes ready; what runs into it from then on stands still or is seen. */
  readonly arm: (ground: Ground, task: ArmedTask) => Promise<Armed>;
}

/** The task at which the point is hit, and numbers that are not in it yet. */
export interface ArmedTask {
  readonly id: string;
  readonly spare: readonly string[];
  /** Batches that were acknowledged: they have to end well. */
  readonly batches: string[];
}

interface Armed {
  /** Resolves at the very moment. */
  readonly hit: () => Promise<void>;
  /** Lets go what stands; with `cut` what the dead process had asked the database for is not done any more. */
  readonly release: (cut: boolean) => Promise<void>;
}

const HIT_LIMIT_MS = 40_000;
const nothing = async (): Promise<void> => undefined;

const atGate =
  (name: GateName, act: (ground: Ground, task: ArmedTask) => Promise<unknown> = nothing): Point['arm'] =>
  async (ground, task) => {
    const egress = await shutGate(ground.direct, name);
    return {
      // Once the task runs: who stands at the gate may hold the row that its start waits for.
      hit: async () => {
        await act(ground, task);
        await egress.hit();
      },
      release: egress.open,
    };
  };

const onRelay =
  (
    what: string,
    is: (call: SeenCall) => boolean,
    then: (ground: Ground, call: SeenCall) => Promise<void> = nothing,
  ): Point['arm'] =>
  async ground => {
    const seen = ground.relay.next(what, is, HIT_LIMIT_MS);
    seen.catch(() => undefined);
    return { hit: async () => then(ground, await seen), release: nothing };
  };

const importSpare = async ({ api }: Ground, { id, spare, batches }: ArmedTask): Promise<void> => {
  const { batchId } = await api.call(endpoints.task.import, {
    id,
    text: spare.join('\n'),
    header: '0',
    columns: [{ index: 0, use: 'phone' }],
  });
  batches.push(batchId);
};

const exportCalls = async ({ api }: Ground, { batches }: ArmedTask): Promise<void> => {
  const { batchId } = await api.call(endpoints.call.export, {});
  if (batchId === null) throw new Error('the export waits for a second person, though nobody asked for that');
  batches.push(batchId);
};

const isStored = async ({ direct }: Ground, { callId }: SeenCall): Promise<void> => {
  const stored = () => direct.rows(`select from call where stage = 'talking' and dialog ->> 'callId' = $1`, [callId]);
  await comes('a stored dialog', async () => ((await stored()).length > 0 ? true : null));
};

export const points: readonly Point[] = [
  { name: 'after claim', owner: 'calls', arm: atGate('claim') },
  {
    name: 'after commit, before INVITE',
    owner: 'calls',
    arm: async ({ direct }) => {
      const egress = await shutGate(direct, 'claim');
      let lastCheck: Armed['release'] = nothing;
      return {
        hit: async () => {
          await egress.hit();
          const shut = await shutLastCheck(direct);
          lastCheck = shut.open;
          await egress.open(false);
          await shut.hit();
        },
        release: async cut => {
          await egress.open(cut);
          await lastCheck(cut);
        },
      };
    },
  },
  {
    name: 'after INVITE, before 100',
    owner: 'calls',
    arm: async ({ relay }) => {
      relay.hold();
      const seen = relay.next('INVITE kept back', call => call.heldAt !== null, HIT_LIMIT_MS);
      seen.catch(() => undefined);
      return { hit: async () => void (await seen), release: async () => relay.letGo(true) };
    },
  },
  {
    name: 'ringing',
    owner: 'calls',
    arm: onRelay(
      'ringing',
      call =>
        call.ringingAt !== null && call.answeredAt === null && call.refusedWith === null && call.hungUpAt === null,
    ),
  },
  {
    name: 'in call',
    owner: 'worker',
    arm: onRelay('answer', call => call.confirmedAt !== null && call.hungUpAt === null, isStored),
  },
  { name: 'inside the end transaction', owner: 'calls', arm: atGate('settle') },
  { name: 'in an import chunk', owner: 'jobs', arm: atGate('import', importSpare) },
  { name: 'in an export', owner: 'jobs', arm: atGate('export', exportCalls) },
];
