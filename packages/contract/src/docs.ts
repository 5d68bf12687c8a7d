import { z } from 'zod';
import type { Endpoint, Right } from './endpoint.ts';
import { limits, wire } from './wire.ts';
import { refusals } from './words/refusals.ts';

/** What JSON Schema says of a value, as far as the docs show it. */
interface Shape {
  readonly type?: string;
  readonly anyOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | boolean;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
}

const rightWords = (right: Right): string => {
  if (right.needs === 'nothing') return 'no token';
  if (right.needs === 'token') return 'any valid token';
  if (right.needs === 'any')
    return [...right.pages.map(page => `page \`${page}\``), ...right.buttons.map(one => `button \`${one}\``)].join(
      ' or ',
    );
  if (right.needs === 'seat') return 'a seat that may connect';
  if (right.needs === 'role') return `as ${right.roles.join(' or ')}`;
  return right.needs === 'page' ? `page \`${right.page}\`` : `button \`${right.button}\``;
};

const SAFE = Number.MAX_SAFE_INTEGER;

const limitWords = ({ maxLength, minimum, maximum, default: usual }: Shape): string =>
  [
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    minimum === undefined || minimum <= -SAFE ? '' : `from ${minimum}`,
    maximum === undefined || maximum >= SAFE ? '' : `to ${maximum}`,
    usual === undefined ? '' : `default \`${JSON.stringify(usual)}\``,
  ]
    .filter(word => word !== '')
    .join(', ');

const typeWords = (shape: Shape): string => {
  if (shape.anyOf) return [...new Set(shape.anyOf.map(typeWords))].join(' or ');
  if (shape.enum) return shape.enum.map(one => `\`${String(one)}\``).join(' ');
  if (shape.type === 'array') return `list of ${typeWords(shape.items ?? {})}`;
  if (typeof shape.additionalProperties === 'object')
    return `object of name to ${typeWords(shape.additionalProperties)}`;
  if (shape.type === 'object') return `{ ${Object.keys(shape.properties ?? {}).join(', ')} }`;
  if (shape.pattern?.startsWith('^[1-9]')) return 'id';
  return shape.type ?? 'anything';
};

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Shape =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape;

const inputTable = (input: Shape): string => {
  const fields = Object.entries(input.properties ?? {});
  if (fields.length === 0) return 'No fields.';
  const rows = fields.map(([name, shape]) => {
    const need = input.required?.includes(name) ? 'yes' : 'no';
    return `| \`${name}\` | ${need} | ${typeWords(shape)} | ${limitWords(shape)} |`;
  });
  return ['| field | required | type | limits |', '|---|---|---|---|', ...rows].join('\n');
};

const outputLines = (shape: Shape, depth = 0): string[] =>
  Object.entries(shape.properties ?? {}).flatMap(([name, value]) => {
    const inner = value.type === 'array' ? value.items : (value.anyOf?.find(one => one.type === 'object') ?? value);
    const rest = inner?.properties ? outputLines(inner, depth + 1) : [];
    return [
      `${'  '.repeat(depth)}- \`${name}\`: ${inner?.properties ? typeOutline(value) : typeWords(value)}`,
      ...rest,
    ];
  });

const typeOutline = (value: Shape): string => {
  if (value.type === 'array') return 'list of';
  return value.anyOf?.some(one => one.type === 'null') ? 'object or null' : 'object';
};

const endpointSection = ({ path, summary, right, idempotent, inPreview, input, output }: Endpoint): string => {
  const data = outputLines(schemaOf(output, 'output'));
  return [
    `### \`POST ${wire.prefix}${path}\``,
    `${summary} Needs ${rightWords(right)}. ${idempotent ? 'May be sent again.' : 'Not to be sent again without looking.'}${inPreview ? ' Open in a preview.' : ''}`,
    inputTable(schemaOf(input, 'input')),
    data.length === 0 ? 'Answers `{}`.' : `Answers:\n\n${data.join('\n')}`,
  ].join('\n\n');
};

const refusalTable = (): string =>
  [
    '| code | key | zh-CN | en |',
    '|---|---|---|---|',
    ...Object.entries(refusals)
      .sort(([, a], [, b]) => a.code - b.code)
      .map(([key, refusal]) => `| ${refusal.code} | \`${key}\` | ${refusal['zh-CN']} | ${refusal.en} |`),
  ].join('\n');

const opening = `# The interface

Made from the contract table (\`packages/contract\`) by \`endpointDocs\`; a test compares. Do not edit.

Every request is \`POST ${wire.prefix}<path>\`, \`${wire.contentType}\`, with \`${wire.tokenField}\` in the body, a header
\`${wire.pageHeader}\` with the page's path and, if wanted, \`${wire.languageHeader}\` (\`zh-CN\`, \`zh-TW\`, \`en\`). Nested values
travel as JSON text in a field. Every answer is HTTP 200 with \`{ errorCode, errorMsg, data }\`; 0 is success, 103 signed out.
A refusal that is about one field of what was asked names it as \`field\` beside them.
A form has at most ${limits.fields} fields and ${limits.formBytes} bytes (${limits.openFormBytes} where no token is needed). Lists take \`page\` and \`limit\` down to row ${limits.lastRow}.

Files: \`POST ${wire.download}{fileId}\` with the token in the body, or GET with \`ticket\` (one file, one minute, from
\`file/ticket\`) or, for old clients, \`token\`; \`Range\` is understood; a GET that fails answers 403 or 404. The push socket is \`${wire.socket}?token=…\`; it closes with 4103
when the session ends, 4107 when a session has too many sockets, 4108 and 4109 when the page reads too slowly or says too much,
1013 when it may try again at once. Messages of types 1–7 carry \`seq\`; opened with \`&after=<seq>\` (or empty) it first sends what
was missed in the last ten minutes, then \`{ type: 'ready', seq }\`.`;

/** \`docs/api.md\`: every endpoint with its fields and answer, and the refusals. */
export const endpointDocs = (endpoints: readonly Endpoint[]): string =>
  `${[opening, '## Endpoints', ...endpoints.map(endpointSection), '## Refusals', refusalTable()].join('\n\n')}\n`;
