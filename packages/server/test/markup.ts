import { type Endpoint, endpoints } from '@lianxian/contract';
import { z } from 'zod';
import type { TestHouse } from './open-house.ts';
import { type Assets, samplesFor } from './samples.ts';

/** Each sets `markupRan` where a page takes it for more than a text; the longest that a field takes is written. */
const markup = [
  '"><img src=x onerror=markupRan=1><svg/onload=markupRan=1>[x](javascript:markupRan=1)<script>markupRan=1</script>',
  '"><img src=x onerror=markupRan=1>',
  'javascript:markupRan=1',
  '<b onclick=a>',
  '<b>',
] as const;

export interface Written {
  readonly path: string;
  readonly field: string;
  readonly code: number;
}

interface Shape {
  readonly type?: string;
  readonly anyOf?: readonly Shape[];
  readonly enum?: readonly string[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly maxLength?: number;
  readonly pattern?: string;
}
type Form = Readonly<Record<string, string>>;

/** Markups a field of so many characters takes: the longest, and an address that is a script. */
const fitting = (most = 10_000): readonly string[] => {
  const fits = markup.filter(text => text.length <= most);
  return [...new Set([fits[0], fits.find(text => text.startsWith('javascript:'))])].filter(text => text !== undefined);
};

const isText = ({ anyOf: [first] = [], ...shape }: Shape): boolean => {
  const { type, enum: words, pattern = '', format } = first ?? shape;
  return type === 'string' && words === undefined && format === undefined && !/^\^\[1-9\]|\\d/.test(pattern);
};

/** A JSON field of the sample with markup for every word that people read. */
const nested = (sample: string, text: string): string | null => {
  if (!/^[[{]/.test(sample)) return null;
  const marked = JSON.stringify(JSON.parse(sample), (_, value: unknown) =>
    typeof value === 'string' && /\p{Script=Han}/u.test(value) ? text : value,
  );
  return marked === JSON.stringify(JSON.parse(sample)) ? null : marked;
};

/** The sample with one text of it replaced, each in turn. */
const marked = (endpoint: Endpoint, sample: Form): readonly (readonly [field: string, form: Form])[] => {
  const { properties = {} } = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as Shape;
  return Object.entries(properties).flatMap(([field, shape]) => {
    const inside = nested(sample[field] ?? '', '<b>');
    const texts = isText(shape) ? fitting(shape.maxLength) : inside === null ? [] : [inside];
    return texts.map(text => [field, { ...sample, [field]: text }] as const);
  });
};

/** What ends sessions, changes passwords, takes away or calls somebody is none of the loop's business. */
const LEFT_OUT =
  /logout|login|pwd|password|remove|delete|disable|enable|session|stop|reset|totp|bind|place|topUp|transfer|active/i;
const NO_RIGHT = 104;

/** Texts that the hand-written samples leave out, and what a new row has none of. */
const further: Readonly<Record<string, Form>> = {
  'oa/saveEmployee': { departmentId: '', positionId: '', account: 'somebody' },
  'config/save': { levelNames: '{"A":"甲","B":"乙","C":"丙","D":"丁","E":"戊","F":"己"}' },
};

/** A new row each time: what is there already stays as it is. */
const sampleOf = (samples: Readonly<Record<string, Form>>, path: string): Form => {
  const { id: _, ...rest } = samples[path] ?? {};
  const whole = { ...(/\/save/.test(path) ? rest : samples[path]), ...further[path] };
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== ''));
};

/** Writes markup into every text of every endpoint that takes one, one text at a time; how each was answered. */
export const writeMarkup = async (house: TestHouse, token: string, assets: Assets): Promise<readonly Written[]> => {
  const samples = samplesFor(assets);
  const all: readonly Endpoint[] = Object.values(endpoints).flatMap(room => Object.values(room) as Endpoint[]);
  const written: Written[] = [];
  for (const endpoint of all.filter(({ path, upload }) => upload === undefined && !LEFT_OUT.test(path)))
    for (const [field, form] of marked(endpoint, sampleOf(samples, endpoint.path))) {
      const account = form.account === 'somebody' ? { account: `somebody-${written.length}` } : {};
      const { errorCode: code } = await house.post(endpoint.path, { ...form, ...account, token });
      if (code === NO_RIGHT) break;
      written.push({ path: endpoint.path, field, code });
    }
  return written;
};
