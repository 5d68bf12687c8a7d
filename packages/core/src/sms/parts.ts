/** How a carrier cuts and bills a message in UCS-2: it counts UTF-16 units, and a long one pays its headers with three units a part. */
const ALONE_UNITS = 70;
const PART_UNITS = 67;

const isFirstOfPair = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** The parts of a text, as they are sent. A sign of two units stays whole: its part ends one unit early. */
export const smsParts = (text: string): readonly string[] => {
  if (text.length <= ALONE_UNITS) return [text];
  const parts: string[] = [];
  for (let from = 0; from < text.length; ) {
    const wanted = Math.min(from + PART_UNITS, text.length);
    const to = wanted < text.length && isFirstOfPair(text.charCodeAt(wanted - 1)) ? wanted - 1 : wanted;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
};
