import {
  type Language,
  languages,
  planLimits,
  type QuestionSheet,
  questionSheetLimits,
  questionSheetWords,
  wordsIn,
} from '@lianxian/contract';
import { type KnowledgeItem, tidy } from '@lianxian/core';

/**
 * A sheet of questions and answers, one row a way of asking: which column is which, what of a row is taken, and how the
 * questions of a plan are written so that they are read again as they are. The answer stands once, in the first row of a
 * question; further ways of asking are known by its name.
 */
interface Row {
  readonly line: number;
  readonly cells: readonly string[];
  readonly broken?: unknown;
}

type Use = 'name' | 'asked' | 'words' | 'answer';
type Question = QuestionSheet['list'][number];
type Fault = QuestionSheet['leftOut'][number]['fault'];

/** How other programs title such columns; several of one use are numbered. */
const known: Readonly<Record<Use, RegExp>> = {
  name: /^(?:名称|名稱|标题|標題|问题名称|問題名稱|标准问题?|標準問題?|主问题?|主問題?|name|title)$/,
  asked:
    /^(?:问|問|问题|問題|问法|問法|说法|說法|提问|提問|相似[问問]?[法题題句]?|相似[说說]法|扩展问|擴展問|questions?|utterances?)\d*$/,
  words: /^(?:关键[词字]|關鍵[詞字]|keywords?)$/,
  answer: /^(?:答|答案|回答|答复|答覆|回复|回覆|标准答案|標準答案|answers?|reply|response)\d*$/,
};
const uses = ['name', 'asked', 'words', 'answer'] as const satisfies readonly Use[];
const ownTitles = (use: Use): readonly string[] => languages.map(language => tidy(questionSheetWords[use][language]));

const useOf = (title: string): Use | undefined => {
  const tidied = tidy(title);
  return uses.find(use => known[use].test(tidied) || ownTitles(use).includes(tidied.replace(/\d+$/, '')));
};

type Columns = Readonly<Record<Use, readonly number[]>>;

/** The columns by the first row's titles; null: it has none, and is a row like the others. */
const titled = (cells: readonly string[]): Columns | null => {
  const found = cells.map(useOf);
  const of = (use: Use) => [...found.keys()].filter(at => found[at] === use);
  const columns = { name: of('name'), asked: of('asked'), words: of('words'), answer: of('answer') };
  const asks = columns.name.length + columns.asked.length + columns.words.length > 0;
  return asks && columns.answer.length > 0 ? columns : null;
};
const untitled: Columns = { name: [], asked: [0], words: [], answer: [1] };

/** What a robot says and hears has no lines. */
const plain = (cell: string): string =>
  cell
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
const each = (texts: readonly string[]): string[] => [...new Set(texts.map(plain).filter(text => text !== ''))];

const questionOf = ({ line, cells }: Row, columns: Columns): Question => {
  const of = (use: Use) => columns[use].map(at => cells[at] ?? '');
  const name = plain(of('name').join(' '));
  // Other programs put all ways of asking into one cell, a line each.
  const asked = each(of('asked').flatMap(cell => cell.split(/[\r\n]+/)));
  const words = each(of('words').flatMap(cell => cell.split(/[\s,，、;；]+/)));
  // What is only called something is asked by that.
  const ways = asked.length + words.length === 0 && name !== '' ? [name] : asked;
  return { line, name, asked: ways, words, answers: each(of('answer')) };
};

const faultOf = ({ name, asked, words, answers }: Question): Fault | null => {
  if (asked.length + words.length === 0) return 'noQuestion';
  if (answers.length === 0) return 'noAnswer';
  const isLong =
    name.length > planLimits.nameChars ||
    asked.length > questionSheetLimits.asked ||
    words.length > questionSheetLimits.asked ||
    answers.length > planLimits.wordings ||
    [...asked, ...words].some(text => text.length > planLimits.wordChars) ||
    answers.some(text => text.length > planLimits.sentenceChars);
  return isLong ? 'tooLong' : null;
};

/** A further row of the question before: it has its name, and no answer. */
const isFurther = ({ name, answers }: Question, before: Question | undefined): before is Question =>
  answers.length === 0 && name !== '' && name === before?.name;

/** Both in one; null: that is more than one may hold. */
const joined = (before: Question, { asked, words }: Question): Question | null => {
  const both = { ...before, asked: each([...before.asked, ...asked]), words: each([...before.words, ...words]) };
  return faultOf(both) === null ? both : null;
};

const charsOf = ({ name, asked, words, answers }: Question): number =>
  [name, ...asked, ...words, ...answers].reduce((sum, text) => sum + text.length, 0);

interface QuestionReader {
  /** False: no more is read. */
  readonly take: (rows: readonly Row[]) => boolean;
  readonly end: () => Omit<QuestionSheet, 'sheets'>;
}

/** Takes the rows of a sheet as they come, the first among them as titles where it reads like some. */
export const openQuestionReader = (): QuestionReader => {
  const list: Question[] = [];
  const leftOut = new Map<Fault, { fault: Fault; rows: number; line: number }>();
  let columns: Columns | null = null;
  let chars = 0;
  let read = 0;
  let more = false;
  const leave = (fault: Fault, line: number): void => {
    const before = leftOut.get(fault) ?? { fault, rows: 0, line };
    leftOut.set(fault, { ...before, rows: before.rows + 1 });
  };
  const takeRow = (row: Row, by: Columns): void => {
    const told = questionOf(row, by);
    const before = list.at(-1);
    const further = isFurther(told, before) ? before : null;
    const question = further ? { ...told, answers: further.answers } : told;
    const fault = row.broken === undefined ? faultOf(question) : 'unreadable';
    if (fault !== null) {
      leave(fault, row.line);
      return;
    }
    const both = further && joined(further, told);
    chars += charsOf(both ? told : question);
    if (both) list[list.length - 1] = both;
    else list.push(question);
  };
  return {
    take: rows => {
      for (const row of rows) {
        if (columns === null) {
          const titles = titled(row.cells);
          columns = titles ?? untitled;
          if (titles !== null) continue;
        }
        more = read === questionSheetLimits.rows || chars >= questionSheetLimits.chars;
        if (more) return false;
        read += 1;
        takeRow(row, columns);
      }
      return true;
    },
    end: () => ({ list, leftOut: [...leftOut.values()], more }),
  };
};

/** The questions of a plan as rows; the dialogue every call may need (拒绝, 忙 …) is none about the matter. */
export const questionRows = (
  knowledge: readonly KnowledgeItem[],
  language: Language,
): { readonly head: readonly string[]; readonly rows: Iterable<readonly string[]> } => {
  const words = wordsIn(questionSheetWords, language);
  const items = knowledge.filter(({ common }) => common === undefined);
  const wordings = Math.max(1, ...items.map(({ answers }) => answers.length));
  const answers = Array.from({ length: wordings }, (_, at) => (at === 0 ? words.answer : `${words.answer} ${at + 1}`));
  function* rows() {
    for (const { name, likes = [], words: all, answers: said } of items) {
      const ofRow = (at: number) => all.slice(at * questionSheetLimits.asked, (at + 1) * questionSheetLimits.asked);
      for (let at = 0; at === 0 || at < likes.length || ofRow(at).length > 0; at++)
        yield [name, likes[at] ?? '', ofRow(at).join(' '), ...(at === 0 ? said : [])];
    }
  }
  return { head: [words.name, words.asked, words.words, ...answers], rows: rows() };
};
