import { asks } from '../clauses.ts';
import { tidy } from '../text.ts';

/**
 * What kind of thing the robot asked, by which the same words mean another thing: whether it may go on or somebody is interested
 * (`offer`), whether something is so (`whether`), whether what it said stands (`confirm`), for a day, a name, an option (`what`);
 * or it only told something.
 */
export const askedKinds = ['offer', 'whether', 'confirm', 'what', 'told'] as const;
export type AskedKind = (typeof askedKinds)[number];

const sentenceEnd = /[。！？!?；;]/;
const stands =
  /(?:没问题|没错|对|好|行|可以|是|准确|属实)(?:吧|吗|么|不)[?？]?$|(?:那|就).{0,20}(?:可以|行|好)(?:吗|吧)[?？]?$/;
const offers =
  /方便|打扰|耽误|(?:听|说|介绍|讲|聊|了解|占用).{0,4}(?:一下|两句|几句|[一两几]分钟)|感兴趣|有兴趣|有没有兴趣|愿不愿意|愿意|考虑/;
const whQuestion = /什么|哪|几(?!分钟|句)|多少|多久|多大|怎么|如何|谁|还是|贵姓|称呼/;

/** By what the robot said last: its last question, else nothing but telling. */
export const askedBy = (said: string): AskedKind => {
  const questions = clausesEndedBy(tidy(said)).filter(one => asks(one));
  const last = questions.at(-1);
  if (last === undefined) return 'told';
  if (whQuestion.test(last)) return 'what';
  if (offers.test(last)) return 'offer';
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
