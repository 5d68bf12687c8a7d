/**
 * Many short texts as one and where each ends: a plan may have hundreds of thousands, and what is handed from one process
 * to another should cost what copying it costs, not an object for each.
 */
export interface Texts {
  readonly all: string;
  readonly ends: Int32Array;
}

export const textsOf = (texts: readonly string[]): Texts => {
  const ends = new Int32Array(texts.length);
  let end = 0;
  for (const [at, text] of texts.entries()) {
    end += text.length;
    ends[at] = end;
  }
  return { all: texts.join(''), ends };
};

export const textAt = ({ all, ends }: Texts, at: number): string => all.slice(at === 0 ? 0 : ends[at - 1], ends[at]);
