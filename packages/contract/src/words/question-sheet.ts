import type { Said } from './language.ts';
import { say } from './say.ts';

/** Titles of a sheet of questions, and how its file is called. Whatever language it was written in, it is read again. */
export const questionSheetWords = {
  name: say('名称', '名稱', 'Name'),
  asked: say('问法', '問法', 'Question'),
  words: say('关键词', '關鍵詞', 'Keywords'),
  answer: say('回答', '回答', 'Answer'),
  sheet: say('知识库', '知識庫', 'Knowledge base'),
  file: say('{plan} 知识库', '{plan} 知識庫', '{plan} knowledge base'),
} as const satisfies Readonly<Record<string, Said>>;
