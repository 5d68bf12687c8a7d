import { type Answered, type Ask, BoundedMap, tokensIn, withoutEdges } from '@lianxian/core';
import { z } from 'zod';
import type { EgressGuard } from '../platform/egress-guard.ts';
import type { EgressAnswer } from '../platform/egress-request.ts';
import { askService, below, faultOf, ServiceFailed } from './http-failure.ts';
import type { LanguageModel, ModelUse } from './language-model.ts';
import { type ModelAnswer, readModelAnswer } from './openai-stream.ts';
import { meaningPrompt, type Prompted, summaryPrompt, talkPrompt } from './prompting.ts';
import { isForbidden, sayable } from './sayable.ts';

/**
 * An OpenAI-compatible chat endpoint: `POST /v1/chat/completions` (platform.openai.com/docs/api-reference/chat/create). The
 * exits of an llm node are its tools; a model without tools says `[[name of the tool]]` instead. What it says is
 * checked before a callee hears it: nothing forbidden, nothing that cannot be spoken, no more than a few sentences.
 */
interface OpenAiChatOptions {
  readonly id: string;
  readonly egress: EgressGuard;
  /** Up to and with `/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly model: string;
  /** 0…1. */
  readonly temperature: number;
  readonly uncounting: Uncounting;
}

/** Endpoints that refuse to be asked for their count of tokens, by `id`; the oldest of too many are asked once more. */
export type Uncounting = BoundedMap<string, true>;
export const openUncounting = (): Uncounting => new BoundedMap(1_000);

const failed = (because: string): Answered => ({ type: 'failed', because });

const givenSchema = z.object({ say: z.string().max(4_000).optional(), id: z.string().max(200).optional() });

const givenOf = (given: string): z.infer<typeof givenSchema> => {
  try {
    return givenSchema.parse(JSON.parse(given === '' ? '{}' : given));
  } catch {
    return {};
  }
};

/** The tool it used, or wrote in its text. */
const toolOf = ({
  text,
  tool,
}: ModelAnswer): { readonly name: string; readonly say: string; readonly id: string } | null => {
  if (tool !== null) {
    const given = givenOf(tool.given);
    return { name: tool.name, say: given.say ?? text, id: given.id ?? '' };
  }
  const written = /\[\[\s*([\w-]{1,80})\s*\]\]/.exec(text);
  return written === null ? null : { name: written[1]!, say: text.replace(written[0], ''), id: '' };
};

const turnOf = (answer: ModelAnswer, ask: Extract<Ask, { type: 'llm' }>, prompted: Prompted): Answered => {
  const tool = toolOf(answer);
  const text = sayable(tool === null ? answer.text : tool.say);
  if (isForbidden(text, ask.forbidden)) return failed('forbidden');
  if (tool === null) return text === '' ? failed('nonsense') : { type: 'said', text };
  const exit = prompted.exits.get(tool.name);
  return exit === undefined ? failed('nonsense') : { type: 'exit', exit, text };
};

const meaningOf = (answer: ModelAnswer, prompted: Prompted): Answered => {
  const tool = toolOf(answer);
  const named = tool?.id || tool?.name || answer.text.trim();
  const choice = prompted.exits.get(withoutEdges(named, /["'「『」』。.]/u));
  return choice === undefined ? failed('unknown') : { type: 'means', choice };
};

/** As the endpoint counted, else about as much as its text has. */
const useOf = ({ text, tool, tokens }: ModelAnswer, { messages, tools }: Prompted): ModelUse => {
  if (tokens !== null) return { ...tokens, estimated: false };
  const asked = [...messages.map(({ content }) => content), JSON.stringify(tools)];
  const answered = [text, tool?.name ?? '', tool?.given ?? ''];
  const counted = (texts: readonly string[]) => texts.reduce((all, each) => all + tokensIn(each), 0);
  return { asked: counted(asked), answered: counted(answered), estimated: true };
};

export const openAiChat = (options: OpenAiChatOptions): LanguageModel => {
  const { id, egress, baseUrl, key, model, temperature, uncounting } = options;
  const url = below(baseUrl, 'chat/completions');
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream, application/json',
    ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
  };
  const send = async (wants: object, signal: AbortSignal): Promise<EgressAnswer> => {
    const plain = { url, headers, body: JSON.stringify(wants), signal };
    if (uncounting.has(id)) return askService(egress, plain);
    const counted = { ...wants, stream_options: { include_usage: true } };
    try {
      return await askService(egress, { ...plain, body: JSON.stringify(counted) });
    } catch (error) {
      if (!(error instanceof ServiceFailed) || error.because !== 'refused') throw error;
      // It knows no such field, maybe: servers that are strict about what they do not know refuse all of it.
      const answer = await askService(egress, plain);
      uncounting.set(id, true);
      return answer;
    }
  };

  const answered = async (
    prompted: Prompted,
    limits: { readonly temperature: number; readonly max_tokens: number },
    signal: AbortSignal,
    onUse?: (use: ModelUse) => void,
  ): Promise<ModelAnswer> => {
    const { messages, tools } = prompted;
    // An empty list of tools is refused.
    const wants = { model, stream: true, ...limits, messages, ...(tools.length > 0 && { tools }) };
    const answer = await readModelAnswer(await send(wants, signal));
    onUse?.(useOf(answer, prompted));
    return answer;
  };

  return {
    id,
    answer: async (ask, signal, onUse) => {
      try {
        if (ask.type === 'llm') {
          const prompted = talkPrompt(ask);
          return turnOf(await answered(prompted, { temperature, max_tokens: 300 }, signal, onUse), ask, prompted);
        }
        const prompted = meaningPrompt(ask);
        // The same sentence should mean the same tomorrow.
        return meaningOf(await answered(prompted, { temperature: 0, max_tokens: 60 }, signal, onUse), prompted);
      } catch (error) {
        const because = faultOf(error);
        if (because === 'nonsense' || because === 'tooLong') return failed('nonsense');
        throw error;
      }
    },
    summary: async (talk, signal, onUse) => {
      const answer = await answered(summaryPrompt(talk), { temperature: 0, max_tokens: 200 }, signal, onUse);
      // Read while a telephone rings: no longer than what one would listen to.
      return sayable(answer.text);
    },
  };
};
