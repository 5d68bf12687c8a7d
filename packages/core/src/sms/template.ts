/** A template of a message: what it says, in whose name, and where names of variables are filled. */
export const smsKinds = ['notice', 'marketing'] as const;
export type SmsKind = (typeof smsKinds)[number];

export const templateStates = ['draft', 'review', 'usable', 'refused'] as const;
export type TemplateState = (typeof templateStates)[number];

export interface SmsTemplate {
  readonly kind: SmsKind;
  /** Without its brackets. */
  readonly signature: string;
  /** `${name}` is filled; {@link LINK_NAME} by the short link of whoever is written to. */
  readonly content: string;
  /** Where its short link leads; '' : it has none. */
  readonly link: string;
}

/** The name that a short link stands for. */
export const LINK_NAME = '短链';
/** What tells people how to be left alone; marketing without it is not sent. */
const WAY_OUT = '拒收请回复R';

const NAME = /\$\{([^{}$]{1,50})\}/g;

/** Names that are filled, its link's too, in the order in which they first stand. */
export const filledNames = (content: string): readonly string[] => [
  ...new Set([...content.matchAll(NAME)].map(([, name]) => name!.trim())),
];

/** Variables that somebody has to give; a link is made. */
export const variablesOfTemplate = ({ content }: Pick<SmsTemplate, 'content'>): readonly string[] =>
  filledNames(content).filter(name => name !== LINK_NAME);

/**
 * How a template stands with one provider that reviews by call: waits to be handed in, is being handed in, is with it, was approved,
 * refused, was not taken, or nobody knows whether it was.
 */
export const templateReviewStates = ['due', 'handing', 'asked', 'usable', 'refused', 'failed', 'unknown'] as const;
export type TemplateReviewState = (typeof templateReviewStates)[number];

/** The text as providers number its variables: {1}, {2}, in the order in which they first stand. */
export const numberedTemplate = (content: string): string => {
  const names = filledNames(content);
  return content.replace(NAME, (_, name: string) => `{${names.indexOf(name.trim()) + 1}}`);
};

export const templateFaults = [
  'noSignature',
  'brackets',
  'noContent',
  'brokenVariable',
  'linkWithoutPlace',
  'placeWithoutLink',
  'tooLong',
] as const;
export type TemplateFault = (typeof templateFaults)[number];

/** A message that is longer is a letter, and carriers refuse it. */
const MOST_CONTENT = 500;

/** What keeps a template from being sent, the first there is; null: nothing. */
export const templateFault = ({ signature, content, link }: SmsTemplate): TemplateFault | null => {
  if (signature.trim() === '') return 'noSignature';
  // A second pair of brackets would be read as another's signature.
  if (/[【】]/.test(signature + content)) return 'brackets';
  if (content.trim() === '') return 'noContent';
  if (content.replace(NAME, '').includes(`\${`)) return 'brokenVariable';
  const hasPlace = filledNames(content).includes(LINK_NAME);
  if (hasPlace && link === '') return 'linkWithoutPlace';
  if (!hasPlace && link !== '') return 'placeWithoutLink';
  return content.length > MOST_CONTENT ? 'tooLong' : null;
};

/** What somebody typed cannot break a line, hide or turn writing, or pretend to be a signature. */
const asValue = (value: string): string =>
  value
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/[【】]/g, '')
    .trim();

type SmsValues = Readonly<Record<string, string>>;

interface Filled {
  /** With signature and way out, as it is sent and billed. */
  readonly text: string;
  /** The same without the signature, which some providers put there themselves. */
  readonly body: string;
  /** Names that nobody gave. */
  readonly missing: readonly string[];
}

/** An address ends where a blank follows, and not in the middle of a Chinese sentence. */
const spaced = (link: string, after: string): string => (/^(\s|$)/.test(after) ? link : `${link} `);

const wayOutOf = (kind: SmsKind, said: string): string =>
  kind === 'notice' || said.endsWith(WAY_OUT) ? '' : /[，,。.！!？?\s]$/u.test(said) ? WAY_OUT : `，${WAY_OUT}`;

/** The message itself. What is missing is left out. */
export const fillTemplate = (template: SmsTemplate, values: SmsValues, link = ''): Filled => {
  const missing: string[] = [];
  const said = template.content
    .replace(NAME, (_, raw: string, at: number, whole: string) => {
      const name = raw.trim();
      if (name === LINK_NAME) return spaced(link, whole.slice(at + raw.length + 3));
      const value = Object.hasOwn(values, name) ? asValue(values[name]!) : '';
      if (value === '') missing.push(name);
      return value;
    })
    .trim();
  const body = `${said}${wayOutOf(template.kind, said)}`;
  return { text: `【${template.signature.trim()}】${body}`, body, missing: [...new Set(missing)] };
};
