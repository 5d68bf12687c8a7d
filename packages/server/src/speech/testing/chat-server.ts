import { type LocalServer, serveHttp } from './sockets.ts';

/** What it answers: text, a tool with what is given to it, or something that is no answer. */
export type Reply =
  | ({ readonly text: string } & Counted)
  | ({ readonly tool: string; readonly given: string; readonly text?: string } & Counted)
  | { readonly raw: string; readonly type?: string; readonly status?: number }
  | 'hangs';

/** What it says of its tokens; absent: nothing. */
interface Counted {
  readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

interface ChatServer extends LocalServer {
  readonly asked: Record<string, unknown>[];
}

/**
 * OpenAI's chat endpoint: platform.openai.com/docs/api-reference/chat/create (messages, tools, tool_calls) and
 * …/chat-streaming (chunks with `delta`, a tool's name first and its arguments in pieces, `data: [DONE]`). Read there, not
 * tried against the real server.
 */
export const startChat = async (
  reply: (asked: Record<string, unknown>) => Reply,
  isStream: boolean,
): Promise<ChatServer> => {
  const asked: Record<string, unknown>[] = [];
  const server = await serveHttp((request, response, body) => {
    const one = { ...JSON.parse(String(body)), path: request.url, key: request.headers.authorization };
    asked.push(one);
    const said = reply(one);
    if (said === 'hangs') return;
    if ('raw' in said) {
      response.writeHead(said.status ?? 200, { 'content-type': said.type ?? 'application/json' });
      return void response.end(said.raw);
    }
    const { usage } = said;
    if (!isStream) return void response.end(JSON.stringify({ choices: [{ message: wholeOf(said) }], usage }));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const delta of piecesOf(said)) response.write(`data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`);
    // With `include_usage` one more chunk has no choices, and the tokens (…/chat-streaming).
    if (usage) response.write(`data: ${JSON.stringify({ choices: [], usage })}\n\n`);
    response.end('data: [DONE]\n\n');
  });
  return { ...server, url: `${server.url}/v1`, asked };
};

type Said = Exclude<Reply, 'hangs' | { readonly raw: string }>;

const wholeOf = (said: Said) =>
  'tool' in said
    ? {
        content: said.text ?? null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: said.tool, arguments: said.given } }],
      }
    : { content: said.text };

const piecesOf = (said: Said): object[] => {
  if (!('tool' in said)) return [{ role: 'assistant' }, ...[...said.text].map(content => ({ content }))];
  const half = Math.floor(said.given.length / 2);
  const call = (part: object) => ({ tool_calls: [{ index: 0, function: part }] });
  return [
    { role: 'assistant', content: said.text ?? null },
    call({ name: said.tool, arguments: '' }),
    call({ arguments: said.given.slice(0, half) }),
    call({ arguments: said.given.slice(half) }),
  ];
};
