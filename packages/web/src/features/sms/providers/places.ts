const names = [
  ...(['phone', 'text', 'body', 'signature', 'template', 'params', 'values', 'id'] as const),
  ...(['name', 'kind', 'content', 'numbered', 'code'] as const),
  ...(['seconds', 'ms', 'nonce', 'secret', 'sign', 'fields'] as const),
];

/** How what is filled in is written in a request: `phone` as `${phone}`. */
export const places = Object.fromEntries(names.map(name => [name, `\${${name}}`])) as Readonly<
  Record<(typeof names)[number], string>
>;
