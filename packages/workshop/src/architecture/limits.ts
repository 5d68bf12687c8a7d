import { isTest, type Source } from './sources.ts';

/** Of a field: what may be typed into it, or chosen. */
const bounds = /\b(?:maxLength|minLength|min|max|least|most)(?:=\{?["']?|: )-?\d[\d_.]*/;
/** A figure that is called a length. */
const named = /\b(?:\w*[cC]hars|longest\w*|maxLength|minLength) = -?\d[\d_.]*/;
/** How far something has come is drawn on a scale of its own. */
const scales = /<(?:progress|meter)\b[\s\S]*?\/>/g;

/** Limits of fields that a page writes itself, `file: as it stands`; the contract's schemas have them all. */
export const handWrittenLimits = (sources: readonly Source[]): readonly string[] =>
  sources
    .filter(source => source.path.startsWith('packages/web/src/') && !isTest(source))
    .flatMap(({ path, text }) =>
      text
        .replace(scales, '')
        .split('\n')
        .flatMap(line => [bounds.exec(line), named.exec(line)])
        .flatMap(found => (found === null ? [] : [`${path.slice('packages/web/src/'.length)}: ${found[0]}`])),
    );
