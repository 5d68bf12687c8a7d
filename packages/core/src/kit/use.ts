/**
 * What a call uses of services beside its line (docs/tasks.md#use, decision 98): sound that a recogniser was given, characters
 * that a voice spoke, tokens that a language model read and wrote. Money is ten-thousandths of a yuan, as all of it.
 */
export type CallUse =
  | { readonly kind: 'recognition'; readonly host: string; readonly ms: number }
  | { readonly kind: 'synthesis'; readonly host: string; readonly characters: number }
  | {
      readonly kind: 'model';
      readonly host: string;
      readonly answers: number;
      readonly asked: number;
      readonly answered: number;
      /** Some of its tokens were counted here (`tokensIn`): its endpoint did not say how many. */
      readonly estimated: boolean;
    };
export type UseKind = CallUse['kind'];

/** A minute of recognition, 1,000 characters of synthesis, 1,000 tokens of a model. */
export interface UsePrices {
  readonly recognition: number;
  readonly synthesis: number;
  readonly model: number;
}

/** What a call is placed with, and keeps. */
export interface UseRates extends UsePrices {
  /** The platform's own services, as `host` (any port) or `host:port`; what runs elsewhere is the merchant's own, and costs nothing here. */
  readonly hosts: readonly string[];
  /** Held for a minute of it. */
  readonly hold: number;
  /** Of a plan of the market that is paid by the minute: a minute in which it talks. */
  readonly plan?: number;
}

const MINUTE_MS = 60_000;
const THOUSAND = 1_000;
/** A minute of a voice that does not pause, and of a model that answers eight times with a long talk before it. */
const CHARACTERS_A_MINUTE = 300;
const TOKENS_A_MINUTE = 10_000;

const sum = (use: CallUse, more: CallUse): CallUse => {
  if (use.kind === 'recognition' && more.kind === 'recognition') return { ...use, ms: use.ms + more.ms };
  if (use.kind === 'synthesis' && more.kind === 'synthesis')
    return { ...use, characters: use.characters + more.characters };
  if (use.kind !== 'model' || more.kind !== 'model') return use;
  return {
    ...use,
    answers: use.answers + more.answers,
    asked: use.asked + more.asked,
    answered: use.answered + more.answered,
    estimated: use.estimated || more.estimated,
  };
};

/** Summed by kind and host: as many as a call has services. */
export const addUse = (uses: readonly CallUse[], more: CallUse): readonly CallUse[] => {
  const at = uses.findIndex(({ kind, host }) => kind === more.kind && host === more.host);
  return at < 0 ? [...uses, more] : uses.map((use, index) => (index === at ? sum(use, more) : use));
};

/** Of the platform's own: `host` is one with its port; what runs in the house's own processes has none. */
export const isOfHouse = (host: string, hosts: readonly string[]): boolean =>
  host === '' || hosts.includes(host) || hosts.includes(host.replace(/:\d+$/, ''));

/** Of the platform's services, each kind rounded up once, for the whole call. */
export const useCostOf = ({ hosts, recognition, synthesis, model }: UseRates, uses: readonly CallUse[]): UsePrices => {
  const own = uses.filter(({ host }) => isOfHouse(host, hosts));
  const prices = { recognition, synthesis, model };
  const of = (kind: UseKind, amount: (use: CallUse) => number, unit: number) =>
    Math.ceil((own.reduce((all, use) => all + amount(use), 0) * prices[kind]) / unit);
  return {
    recognition: of('recognition', use => (use.kind === 'recognition' ? use.ms : 0), MINUTE_MS),
    synthesis: of('synthesis', use => (use.kind === 'synthesis' ? use.characters : 0), THOUSAND),
    model: of('model', use => (use.kind === 'model' ? use.asked + use.answered : 0), THOUSAND),
  };
};

const NOTHING: UseRates = { recognition: 0, synthesis: 0, model: 0, hosts: [], hold: 0 };

/** Rates of calls with a plan that costs so much a minute; one that costs nothing leaves them as they are. */
export const withPlan = (rates: UseRates | null, plan: number): UseRates | null =>
  plan === 0 ? rates : { ...(rates ?? NOTHING), plan, hold: (rates?.hold ?? 0) + plan };

/** What a plan of the market costs for so much talk, rounded up once. */
export const planCostOf = ({ plan = 0 }: Pick<UseRates, 'plan'>, talkMs: number): number =>
  Math.ceil((plan * Math.max(0, talkMs)) / MINUTE_MS);

/** What is held for a minute of it, as a talk uses at most as a rule; what it uses beyond is held as it is seen. */
export const useHoldOf = ({ recognition, synthesis, model }: UsePrices): number =>
  recognition + Math.ceil((synthesis * CHARACTERS_A_MINUTE) / THOUSAND) + (model * TOKENS_A_MINUTE) / THOUSAND;

/**
 * Tokens of a text whose model does not say: one a character beyond ASCII, one for every four of ASCII that were begun. About
 * what tokenisers make of Chinese and English; where it is used, it is called an estimate.
 */
export const tokensIn = (text: string): number => {
  const all = [...text].length;
  const ascii = [...text].filter(char => char < '\u0080').length;
  return all - ascii + Math.ceil(ascii / 4);
};
