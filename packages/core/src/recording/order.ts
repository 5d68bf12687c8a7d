/** 待接单 录制中 待验收 返工 完成 取消. They are stored: a word never changes its meaning. */
export const recordOrderStates = ['open', 'recording', 'review', 'rework', 'done', 'cancelled'] as const;
export type RecordOrderState = (typeof recordOrderStates)[number];

/**
 * Of one sentence. `changed`: its text is not in the plan any more; what was handed in of it waits to be accepted, else nothing is
 * left to do. `dropped`: its order was cancelled before it was accepted.
 */
export const sentenceStates = ['toRecord', 'handedIn', 'accepted', 'sentBack', 'changed', 'dropped'] as const;
export type SentenceState = (typeof sentenceStates)[number];

export interface OrderedSentence {
  /** Within its order, from 1. */
  readonly number: number;
  readonly state: SentenceState;
  /** Something of it lies with the merchant: handed in, and not sent back. */
  readonly isHandedIn: boolean;
}

export interface RecordOrder {
  readonly state: RecordOrderState;
  readonly sentences: readonly OrderedSentence[];
}

export type RecordEvent =
  | { readonly type: 'take' }
  | { readonly type: 'handIn'; readonly number: number }
  | { readonly type: 'accept'; readonly numbers: readonly number[] }
  | { readonly type: 'sendBack'; readonly number: number }
  /** Their texts are not in the plan any more. */
  | { readonly type: 'change'; readonly numbers: readonly number[] }
  | { readonly type: 'cancel' };

/** Why an event does not happen. */
type Refused = 'taken' | 'over' | 'notTaken' | 'settled' | 'nothingHandedIn' | 'unjudged';

type Stepped =
  /** `paid`: the sentences that this step accepted, each once in the life of an order. */
  { readonly order: RecordOrder; readonly paid: readonly number[] } | { readonly refused: Refused };

export const isOrderOver = ({ state }: Pick<RecordOrder, 'state'>): boolean =>
  state === 'done' || state === 'cancelled';

const awaitsVoice = ({ state }: OrderedSentence) => state === 'toRecord' || state === 'sentBack';
const awaitsMerchant = ({ state, isHandedIn }: OrderedSentence) =>
  state === 'handedIn' || (state === 'changed' && isHandedIn);

/** Money is held for as many sentences: those that may still be paid. */
export const heldSentences = ({ sentences }: RecordOrder): number =>
  sentences.filter(each => awaitsVoice(each) || awaitsMerchant(each)).length;

/** What the states of its sentences make of an order that somebody has. */
const stateOf = (sentences: readonly OrderedSentence[]): RecordOrderState => {
  if (sentences.some(({ state }) => state === 'sentBack')) return 'rework';
  if (sentences.some(({ state }) => state === 'toRecord')) return 'recording';
  return sentences.some(awaitsMerchant) ? 'review' : 'done';
};

const changeTo =
  (state: SentenceState, isHandedIn: (was: OrderedSentence) => boolean) =>
  (was: OrderedSentence): OrderedSentence => ({ ...was, state, isHandedIn: isHandedIn(was) });
const accepted = changeTo('accepted', () => true);
const dropped = changeTo('dropped', () => false);
const changed = changeTo('changed', ({ isHandedIn }) => isHandedIn);

const replaced = (
  { sentences }: RecordOrder,
  numbers: readonly number[],
  change: (was: OrderedSentence) => OrderedSentence,
): readonly OrderedSentence[] => sentences.map(each => (numbers.includes(each.number) ? change(each) : each));

const withSentences = (sentences: readonly OrderedSentence[], paid: readonly number[] = []): Stepped => ({
  order: { state: stateOf(sentences), sentences },
  paid,
});

const handIn = (order: RecordOrder, number: number): Stepped => {
  const sentence = order.sentences.find(each => each.number === number);
  // Handed in anew, as long as nobody has judged it.
  if (sentence === undefined || !(awaitsVoice(sentence) || sentence.state === 'handedIn'))
    return { refused: 'settled' };
  return withSentences(
    replaced(
      order,
      [number],
      changeTo('handedIn', () => true),
    ),
  );
};

const accept = (order: RecordOrder, numbers: readonly number[]): Stepped => {
  const wanted = order.sentences.filter(each => numbers.includes(each.number));
  const paid = wanted.filter(awaitsMerchant).map(each => each.number);
  // What is accepted already is accepted once more without being paid.
  if (wanted.some(each => each.state !== 'accepted' && !awaitsMerchant(each))) return { refused: 'nothingHandedIn' };
  return withSentences(replaced(order, paid, accepted), paid);
};

/** A sentence that changed was recorded as it was ordered: it is accepted or paid at the end, never asked for again. */
const sendBack = (order: RecordOrder, number: number): Stepped => {
  const sentence = order.sentences.find(each => each.number === number);
  if (sentence?.state !== 'handedIn') return { refused: 'nothingHandedIn' };
  return withSentences(
    replaced(
      order,
      [number],
      changeTo('sentBack', () => false),
    ),
  );
};

const change = (order: RecordOrder, numbers: readonly number[]): Stepped => {
  const open = order.sentences.filter(each => awaitsVoice(each) || each.state === 'handedIn');
  const gone = open.map(each => each.number).filter(number => numbers.includes(number));
  const sentences = replaced(order, gone, changed);
  if (order.state !== 'open') return withSentences(sentences);
  return { order: { state: sentences.some(awaitsVoice) ? 'open' : 'cancelled', sentences }, paid: [] };
};

/** What was recorded of a sentence that changed is paid (decision 128); what was handed in and not judged is judged first. */
const cancel = (order: RecordOrder): Stepped => {
  if (order.sentences.some(({ state }) => state === 'handedIn')) return { refused: 'unjudged' };
  const paid = order.sentences.filter(awaitsMerchant).map(({ number }) => number);
  const left = replaced(order, paid, accepted).map(each => (awaitsVoice(each) ? dropped(each) : each));
  return { order: { state: 'cancelled', sentences: left }, paid };
};

/** An order of recordings, pure: what a step makes of it, and which sentences are paid by it. */
export const stepRecordOrder = (order: RecordOrder, event: RecordEvent): Stepped => {
  if (isOrderOver(order)) return { refused: 'over' };
  if (event.type === 'change') return change(order, event.numbers);
  if (event.type === 'cancel') return cancel(order);
  if (event.type === 'take') return order.state === 'open' ? withSentences(order.sentences) : { refused: 'taken' };
  if (order.state === 'open') return { refused: 'notTaken' };
  if (event.type === 'handIn') return handIn(order, event.number);
  return event.type === 'accept' ? accept(order, event.numbers) : sendBack(order, event.number);
};
