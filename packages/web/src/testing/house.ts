import { type CallOf, type Endpoint, encodeForm, type OutputOf, type PushMessage, wire } from '@lianxian/contract';

/** The page's own way out, before any layer lies on it. */
const ask = globalThis.fetch.bind(globalThis);

/** Something done beside the page, that only somebody above the merchant, calls or time would do. */
export const action = async <Done>(name: string, wish: object): Promise<Done> => {
  const answer = await ask(`/__house/${name}`, { method: 'POST', body: JSON.stringify(wish) });
  if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
  return (await answer.json()) as Done;
};

/** Somebody who is signed in at the house. */
export interface Person {
  readonly id: string;
  readonly name: string;
  readonly account: string;
  readonly password: string;
  readonly token: string;
  /** Of his role; null: he is the owner, who has none. */
  readonly roleId: string | null;
  /** Messages come to him; `at`: as if it had been then. */
  readonly gets: (messages: readonly PushMessage[], at?: string) => Promise<unknown>;
  /** Asks the house beside the page, as this person; what is refused throws. */
  readonly ask: <E extends Endpoint>(endpoint: E, input: CallOf<E>) => Promise<OutputOf<E>>;
  /** The same with a file. */
  readonly sends: <E extends Endpoint>(endpoint: E, file: File) => Promise<OutputOf<E>>;
}

interface PersonWish {
  readonly name?: string;
  readonly rights?: readonly string[];
  readonly buttons?: readonly string[];
  readonly scope?: 'own' | 'department' | 'all';
}

/** A merchant of one test file. */
export interface Merchant {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly owner: Person;
  /** Somebody new of it, whose role holds exactly these rights. */
  readonly person: (wish: PersonWish) => Promise<Person>;
  /** Gives it one row of each kind; their ids. */
  readonly giveOneOfEach: () => Promise<Readonly<Record<'answered' | 'call' | 'file', string>>>;
  /** It has a draft, whole or not; its id. */
  readonly draft: (name: string, draft: object, licence?: string) => Promise<string>;
  readonly topUp: (yuan: string) => Promise<unknown>;
  /** It had a call that cost so much; the call's id. */
  readonly pay: (yuan: string) => Promise<string>;
  readonly allowEmployees: (employees: number) => Promise<unknown>;
}

export interface MerchantWish {
  readonly name?: string;
  readonly owner?: string;
  readonly kind?: 'merchant' | 'reseller' | 'platform';
  readonly reseller?: Merchant;
  /** With a plan, word groups and the practice line, as a new merchant of the platform gets them. */
  readonly provisioned?: boolean;
}

/** What an endpoint answers to a body; what is refused throws. */
const answered = async <E extends Endpoint>(endpoint: E, body: URLSearchParams | FormData): Promise<OutputOf<E>> => {
  const answer = await ask(`${wire.prefix}${endpoint.path}`, { method: 'POST', body });
  type Answer = { readonly errorCode: number; readonly errorMsg: string; readonly data: unknown };
  const { errorCode, errorMsg, data } = (await answer.json()) as Answer;
  if (errorCode !== 0) throw new Error(`${endpoint.path}: ${errorCode} ${errorMsg}`);
  return endpoint.output.parse(data) as OutputOf<E>;
};

const askerOf = (token: string): Pick<Person, 'ask' | 'sends'> => ({
  ask: (endpoint, input) => {
    const fields = Object.fromEntries(encodeForm(input as Record<string, unknown>));
    return answered(endpoint, new URLSearchParams({ ...fields, token }));
  },
  sends: (endpoint, file) => {
    const body = new FormData();
    body.set(wire.tokenField, token);
    body.set(wire.fileField, file);
    return answered(endpoint, body);
  },
});

let people = 0;

/** Somebody opens a merchant at the house: what is done in it nobody else sees. */
export const newMerchant = async ({
  name = '启航教育',
  owner = '王晓雯',
  kind = 'merchant',
  reseller,
  provisioned = true,
}: MerchantWish = {}): Promise<Merchant> => {
  type Row<P extends Person> = Omit<P, 'ask' | 'gets' | 'name' | 'sends'>;
  type Made = Pick<Merchant, 'id' | 'number'> & { readonly owner: Row<Merchant['owner']> };
  const wish = { name, owner, kind, reseller: reseller?.id ?? null, provisioned: provisioned && kind !== 'platform' };
  const made = await action<Made>('merchant', wish);
  const met = <P extends Row<Person>>(person: P, name: string) => ({
    ...person,
    name,
    ...askerOf(person.token),
    gets: (messages: readonly PushMessage[], at: string | null = null) =>
      action('message', { merchant: made.id, employee: person.id, messages, at }),
  });
  return {
    ...made,
    name,
    owner: met({ ...made.owner, roleId: null }, owner),
    person: async ({ name = `员工${++people}`, rights = [], buttons = [], scope = 'own' }) => {
      const { id, number } = made;
      return met(await action<Row<Person>>('person', { merchant: { id, number }, name, rights, buttons, scope }), name);
    },
    giveOneOfEach: () => action('assets', { merchant: made.id }),
    draft: async (name, draft, licence) =>
      (await action<{ id: string }>('draft', { merchant: made.id, name, draft, licence })).id,
    topUp: yuan => action('money', { merchant: made.id, yuan }),
    pay: async yuan => (await action<{ id: string }>('charge', { merchant: made.id, yuan })).id,
    allowEmployees: employees => action('quota', { merchant: made.id, employees }),
  };
};

/** It was long ago that somebody proved who it is: password or code are asked for again. */
export const makeStale = ({ token }: Person): Promise<unknown> => action('stale', { token });
