import { z } from 'zod';
import type { EgressAnswer } from '../platform/egress-request.ts';

/**
 * What a chat endpoint answers, whole or as an event stream (platform.openai.com/docs/api-reference/chat and …/streaming):
 * `data: {…}` lines until `data: [DONE]`; pieces of text and of a tool's arguments are put together by their index. A
 * server that was asked for a stream and answers whole is understood as well, and the other way round.
 */
export interface ModelAnswer {
  readonly text: string;
  readonly tool: { readonly name: string; readonly given: string } | null;
  /** As the endpoint counted; null: it did not say. */
  readonly tokens: { readonly asked: number; readonly answered: number } | null;
}

/** Some thousand pieces of a few hundred bytes each. */
const MOST_BYTES = 1_000_000;
const MOST_TEXT = 20_000;

const callSchema = z.object({
  index: z.number().int().min(0).max(63).optional(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).optional(),
});
const pieceSchema = z.object({
  content: z.string().nullish(),
  tool_calls: z.array(callSchema).nullish(),
});
/** No model reads or writes as much for one answer. */
const tokens = z.number().int().min(0).max(10_000_000);
const usageSchema = z.object({ prompt_tokens: tokens, completion_tokens: tokens });
const chunkSchema = z.object({
  choices: z.array(z.object({ delta: pieceSchema.optional(), message: pieceSchema.optional() })).optional(),
  error: z.unknown().optional(),
  // One that counts otherwise is understood all the same.
  usage: usageSchema.nullish().catch(null),
});

const createGathering = () => {
  let text = '';
  // Only the first tool counts: one cannot leave by two exits.
  let name = '';
  let given = '';
  let tokens: ModelAnswer['tokens'] = null;
  return {
    /** False when it is no answer of a model. */
    take: (json: unknown): boolean => {
      const told = chunkSchema.safeParse(json);
      if (!told.success || told.data.error !== undefined) return false;
      const { usage } = told.data;
      // Of a stream that counts as it goes, the last word.
      if (usage) tokens = { asked: usage.prompt_tokens, answered: usage.completion_tokens };
      const [choice] = told.data.choices ?? [];
      const piece = choice?.delta ?? choice?.message;
      if (piece === undefined) return told.data.choices !== undefined || usage !== undefined;
      text = (text + (piece.content ?? '')).slice(0, MOST_TEXT);
      const first = piece.tool_calls?.find(call => (call.index ?? 0) === 0)?.function;
      name = (name + (first?.name ?? '')).slice(0, 200);
      given = (given + (first?.arguments ?? '')).slice(0, MOST_TEXT);
      return true;
    },
    answer: (): ModelAnswer => ({ text, tool: name === '' ? null : { name, given }, tokens }),
  };
};

/** @throws {SyntaxError} when it is neither; {AnswerTooLong} and the connection's errors. */
export const readModelAnswer = async (answer: EgressAnswer): Promise<ModelAnswer> => {
  const gathering = createGathering();
  const nonsense = () => new SyntaxError('not an answer of a chat endpoint');
  const takeText = (json: string): void => {
    if (!gathering.take(JSON.parse(json))) throw nonsense();
  };
  const isStream = (answer.headers['content-type'] ?? '').includes('event-stream');
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of answer.parts(MOST_BYTES)) {
    const came = decoder.decode(part, { stream: true });
    if (!isStream) {
      rest += came;
      continue;
    }
    // Only what came is looked through for ends of lines: of a long line that comes in crumbs all would be, with every crumb.
    const [first = '', ...others] = came.split('\n');
    const lines = [rest + first, ...others];
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const said = /^data: ?(.*?)\r?$/.exec(line)?.[1];
      if (said === '[DONE]') return gathering.answer();
      if (said) takeText(said);
    }
  }
  if (!isStream) takeText(rest);
  return gathering.answer();
};
