import { type CallOf, endpoints, type OutputOf } from '@lianxian/contract';
import { action, type Merchant } from './house.ts';

type Health = Partial<OutputOf<typeof endpoints.line.list>['list'][number]['health']>;
export type Finding = OutputOf<typeof endpoints.monitor.findings>['findings'][number];

const at = (merchant: Merchant, line: string) => ({ merchant: merchant.id, line });

/** Who looks after a line finds it so from now on, and says so. */
export const lineIs = (merchant: Merchant, line: string, health: Health & Pick<Required<Health>, 'state'>) =>
  action('health', { ...at(merchant, line), health });

/** The look at a line that was asked for last has found this so far. */
export const checkFinds = (merchant: Merchant, line: string, findings: readonly Finding[], done = false) =>
  action('findings', { ...at(merchant, line), findings, done });

/** A number of a line was called from so often today. */
export const numberUsed = (merchant: Merchant, number: string, calls: number) =>
  action('used', { merchant: merchant.id, number, calls });

/** A call to this number of a line was talked there: it is held. */
export const claimHeld = (merchant: Merchant, number: string) => action('held', { merchant: merchant.id, number });

type LineWish = Partial<CallOf<typeof endpoints.line.save>>;

/** Adds a line that registers with its carrier, unless it says otherwise; its id. */
export const addLine = async ({ owner }: Merchant, name: string, wish: LineWish = {}): Promise<string> => {
  const account = { access: 'register', username: '02088888800', password: 'secret' } as const;
  const { id } = await owner.ask(endpoints.line.save, { name, address: '203.0.113.18:5060', ...account, ...wish });
  return id;
};

/** The line of this name. */
export const lineNamed = async ({ owner }: Merchant, name: string) => {
  const { list } = await owner.ask(endpoints.line.list, { limit: 100 });
  const line = list.find(each => each.name === name);
  if (line === undefined) throw new Error(`no line is called ${name}`);
  return line;
};
