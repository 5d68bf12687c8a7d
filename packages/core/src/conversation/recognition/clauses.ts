/**
 * The clauses of a sentence, and whether one asks. A recogniser writes few marks: a blank it left and a particle that ends
 * what was said (可以啊怎么去) part clauses as a comma does.
 */
import { particles, punctuation } from './text.ts';

/** `start`, `end`: characters of the tidied sentence, as those of a match. */
export interface Clause {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** 「好的怎么去」, 「周三吧要空腹吗」: another clause begins behind them, whatever it says. */
const closing = new Set('啊呀吧呗啦哦嘛');
/** So long or so much it is, and whatever follows is said of something else: 「六年了还保修吗」. */
const counted = /[一二两三四五六七八九十百千\d](?:个(?:多?月|人|年头)|多?(?:年|岁|天|块钱?|次|回|度|平))了$/;
/** What is counted is no longer. */
const COUNTED = 8;
/** Another clause begins with them: 「叫王芳对了衣服你们出吗」; not where they are of one word with what stands before (忙不过来, 你说对了). */
const opening =
  /^(?:对了|顺便|顺带|然后|还有(?!其他|别的|人)|不过(?![来去你您他她它])|另外|那(?![天个边种里儿时些么位款次几家头])|到时候)/;
const joins: Readonly<Record<string, RegExp>> = {
  对: /[不说做都猜答]$/,
  然: /当$/,
  不: /[忙信听看说受打吃也只超]$/,
  还: /[期天离]$/,
  那: /[在到从去给跟]$/,
};
/** A yes that is all of its clause where a question follows it. */
const leading = /^(?:好的?|行|嗯+|对|是的|没问题)(?=那|怎么|咋|什么|啥|多少|多久|多[长远]|哪|几)/;

const openers = new Set('对顺然还不另那到');
const LONGEST_OPENER = 4;

export const clausesIn = (text: string): readonly Clause[] => {
  const clauses: Clause[] = [];
  let at = 0;
  let clause = '';
  const close = (): void => {
    const length = [...clause].length;
    const lead = leading.exec(clause)?.[0] ?? '';
    const mid = at - length + [...lead].length;
    if (lead !== '') clauses.push({ text: lead, start: at - length, end: mid });
    if (clause !== lead) clauses.push({ text: clause.slice(lead.length), start: mid, end: at });
    clause = '';
  };
  let before = '';
  const chars = [...text.normalize('NFKC').toLowerCase()];
  for (const [n, char] of chars.entries()) {
    const rest = openers.has(char) ? chars.slice(n, n + LONGEST_OPENER).join('') : '';
    const isBlank = /\s/.test(char);
    const endsBefore =
      (closing.has(before) || (before === '了' && counted.test(clause.slice(-COUNTED)))) &&
      !particles.has(char) &&
      !punctuation.test(char) &&
      !/[吗么]/.test(char);
    if (
      isBlank ||
      (endsBefore && clause.length > 1) ||
      (clause !== '' && opening.test(rest) && !joins[char]?.test(before))
    )
      close();
    if (isBlank) continue;
    clause += char;
    at += 1;
    before = char;
    if (punctuation.test(char)) close();
  }
  close();
  return clauses;
};

/** What may stand behind the word that asks. */
const trailing = new Set('，。！；、：,.!;:…~啊呀呢哦哈');
const withoutTrailing = (text: string): string => {
  let end = text.length;
  while (end > 0 && trailing.has(text[end - 1]!)) end--;
  return text.slice(0, end);
};

const mark = /[?？]$/;
/** 吗, and 么 that is no part of a word. */
const particle = /(?:吗|伐|㗎|(?<![什怎这那多要])么)$/;
/** 「中不」, 「给不」, 「在家候着不」: in many dialects a no at the end asks. */
const noAtEnd = /..(?<!(?:然|定|时|般|绝对|是|真|先|那|[不我你他俺咱绝也都就偏可从还]))不$/;
/** So does a 没 behind something that may have been, or be there: 吃了没, 有大夫没. */
const notYetAtEnd = /(?:有[^，。没]{1,6}|[了过好完到])没$/;
/** They ask nothing: 没什么问题, 随便什么时候, 什么时候都行, 过几天. */
const indefinite =
  /哪(?:儿|里)?(?:说得准|说得好|晓得|知道|用得着|敢|肯)|(?:没有?|随便|无论|不管|不)(?:什么|啥|怎么|哪|多少|多久|几)|(?:什么|啥|怎么|哪|谁|多少|几)[^，。！？,.!?]{0,5}(?:都|也)|[好十过这那前后]几/g;
const asking =
  /多少|多久|好久|几[钿多]|好多钱|多老?(?:贵|远|长|大|高|快|沉)|[好几]耐|边(?:度|个)|喺边|点解|点样|乜嘢?|咩嘢|什么|啥|干嘛|怎么|怎样|咋|哪|谁|几(?:点|号|块|钱|岁|年级?|月|折|楼|路|时|天|次|趟|套|张|位|层|扇|米|种|样|寸|斤|顿|口|回|遍|毛|分|度|本|台|辆|个(?:月|人|小时|钟头|星期|礼拜|工作日))|(?:周|星期|礼拜|第)几|如何|为何|是否|能否|可否|有没有|(\p{Script=Han})[不没唔冇勿]\1/u;

/** 「是先交还是装完再交」; 「价格还是贵」, 「地址还是老地方」 and 「普通还是加强吧」 tell something. */
const whichOf = /是[^，。]{1,8}还是(?![不没老])[^，。]{0,10}[^，。吧了呗的]$/;

/** What stands behind a no asks whether it is one: 不用[空腹吗]. 不需要[听不懂吗] and 不用了[行吗] do not. */
export const asksWhether = (behind: string): boolean => {
  const said = withoutTrailing(behind.replace(/[?？]/g, ''));
  return particle.test(said) && content.test(said) && !tag.test(said);
};
const content = /[^了的吗么啊呀呢吧]/;
const tag = /[你您]|(?:好|行|可以|成|懂|明白|知道|清楚|听[见到]|烦|累|能|会)(?:吗|么)$/;

/**
 * Does a clause ask? `about`: words of it that are looked past: a plan may list a question (怎么报名) by which it is understood,
 * and that it asks says nothing against it.
 */
export const asks = (clause: string, about = ''): boolean => {
  const left = about === '' ? clause : clause.replace(about, ' ');
  const said = withoutTrailing(left);
  return (
    mark.test(said) ||
    particle.test(said) ||
    noAtEnd.test(said) ||
    notYetAtEnd.test(said) ||
    (about === '' && whichOf.test(said)) ||
    asking.test(left.replace(indefinite, ''))
  );
};

/** Does any clause of a sentence ask? */
export const asksAnything = (text: string): boolean => clausesIn(text).some(clause => asks(clause.text));

/** 「先说说，多少钱」 says nothing but that it asks. */
const askingFirst =
  /^(?:那|你们?|您|侬|恁|俺|先|我|想|就|倒是|顺便|请|再|给|跟|麻烦){0,5}(?:说|讲|问|打听)(?:说|讲|问|打听|哈|一嘴|一下|下|一句|句)?(?:看|吧|嘛|呗|的是|清楚)?[，,]?$/;
export const leadsIn = (clause: string): boolean => askingFirst.test(clause);
