import { asks } from '../clauses.ts';
import { tidy } from '../text.ts';

/**
 * What kind of thing the robot asked, by which the same words mean another thing: whether it may go on or somebody is interested
 * (`offer`), whether something is so (`whether`) or is not so (`whetherNot`: 「您还没交过吧？」, to which 「没有」 agrees), whether what it
 * said stands (`confirm`), for a day, a name, an option (`what`); or it only told something.
 */
export const askedKinds = ['offer', 'whether', 'whetherNot', 'confirm', 'what', 'told'] as const;
export type AskedKind = (typeof askedKinds)[number];

const sentenceEnd = /[。！？!?；;]/;
const stands =
  /(?:没问题|没错|对|好|行|可以|是|准确|属实)(?:吧|吗|么|不)[?？]?$|(?:那|就).{0,20}(?:可以|行|好)(?:吗|吧)[?？]?$/;
const offers =
  /方便|打扰|耽误|(?:听|说|介绍|讲|聊|了解|占用).{0,4}(?:一下|两句|几句|[一两几]分钟)|感兴趣|有兴趣|有没有兴趣|愿不愿意|愿意|考虑/;
/** Who says first who calls offers by whatever is asked then. */
const introduces = /(?:我|这里|这边|我们)是|我们这[里边]/;
const wishes = /(?:好|行|可以|成)(?:吗|么|吧|不)[?？]?$|需不需要|需要|要不要|想不想|想/;
/** The no of what is asked; that of a thing (不舒服, 不良反应) is none of it. */
const negative =
  /没|未(?!来)|不(?:介意|需要|用|要|打算|想|在|是|会|再|准备|考虑|愿意|知道|清楚|能|过去|来|去|住|办|做|买|接受|算|属于|涉及|影响|耽误)/;
/** They ask whether what stands before them is so. */
const tag = /^(?:是|对)(?:吧|吗|么|不)[?？]?$/;
/** Who asks so asks no less for a yes. */
const eitherOr = /(.)[不没]\1|有没有|是否|能否/;
const positive = /没问题|没错|没关系|没事/g;
const whQuestion =
  /什么|哪|几(?!分钟|句)|多少|多久|多大|怎么|如何|谁|还是|贵姓|称呼|(?:姓名|名字|地址|号码|电话|时间|日期)是[?？]?$/;

/** A question, and the characters of it that an answer may take up: 「能关上吗」 is answered by 「关上了」 and 「关不上」. */
export interface Asked {
  readonly kind: AskedKind;
  readonly words: ReadonlySet<string>;
}

/** They stand in most questions and answers, whatever these are about. */
const usual = new Set(
  '您你我他她它咱们的地得给请问吗吧么呢啊可以好要需想是有在这那个些一下方便看行时候就了会能帮家不没先还也都和跟到再说',
);
const han = /\p{Script=Han}/u;

/** By what the robot said last: its last question, else nothing but telling. */
export const askedBy = (said: string): Asked => {
  const last = clausesEndedBy(tidy(said)).findLast(one => asks(one));
  const words = [...(last ?? '')].filter(char => han.test(char) && !usual.has(char));
  return { kind: last === undefined ? 'told' : kindOf(said, last), words: new Set(words) };
};

const kindOf = (said: string, last: string): AskedKind => {
  const clauses = last.split(/[，,]/);
  const tail = clauses.at(-1)!;
  if (offers.test(tail) ? !whQuestion.test(tail) : offers.test(last) && wishes.test(tail)) return 'offer';
  if (whQuestion.test(last)) return 'what';
  if (offers.test(last) || (introduces.test(said) && wishes.test(last))) return 'offer';
  const asked = tag.test(tail) ? clauses.slice(-2).join('') : tail;
  if (!eitherOr.test(asked) && negative.test(asked.replace(positive, ''))) return 'whetherNot';
  return stands.test(last) ? 'confirm' : 'whether';
};

const clausesEndedBy = (said: string): readonly string[] => {
  const all: string[] = [];
  let rest = said;
  for (let at = rest.search(sentenceEnd); at >= 0; at = rest.search(sentenceEnd)) {
    all.push(rest.slice(0, at + 1));
    rest = rest.slice(at + 1);
  }
  return rest === '' ? all : [...all, rest];
};
