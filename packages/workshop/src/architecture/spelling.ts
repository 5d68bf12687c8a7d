import type { Rule } from './rule.ts';
import { isTest } from './sources.ts';

/** How things are written down, wherever they stand (docs/glossary.md). */

/**
 * What stands between the things of a list is the reader's (`joined` of the contract). A model is asked in Chinese, so are the
 * callees of a plan, and what the settings say is written in both languages.
 */
const SPEAKS_CHINESE = /\/speech\/prompting\.ts$|\/parts\/reprompts\.ts$|\/src\/config\.ts$|^packages\/workshop\//;
export const listsAreTheReaders: Rule = sources =>
  sources
    .filter(source => !SPEAKS_CHINESE.test(source.path) && !isTest(source))
    .filter(({ text }) => /\.join\('[、；]'\)/.test(text))
    .map(({ path }) => ({ rule: 'lists', file: path, says: 'joins a list as Chinese does, whoever reads it' }));

const ofTheBrowser = /^(?:export )?const [A-Z][A-Z\d_]+ =/m;
const ofNode = /^(?:export )?const [a-z]\w* = -?\d[\d_.e]*(?: [*/+-] [\w.]+)*;/m;
/** A number that never changes, at the margin of a file. */
export const constantsAreSpelledAlike: Rule = sources =>
  sources.flatMap(({ path, text }) => {
    const found = (path.startsWith('packages/web/') ? ofTheBrowser : ofNode).exec(
      text.replace(/`(?:[^`\\]|\\[\s\S])*`/g, '``'),
    );
    return found ? [{ rule: 'constants', file: path, says: `is spelled otherwise elsewhere: ${found[0]}` }] : [];
  });
