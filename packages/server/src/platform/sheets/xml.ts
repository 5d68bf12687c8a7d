/**
 * The XML of workbooks (ECMA-376) as it streams by: opening tags, closing tags, text. Names lose their prefix, text its
 * entities. No document type is taken: workbooks have none, and entities of one's own are how XML bombs are built.
 */
import { refuse } from '../http/refusal.ts';

export interface XmlEvents {
  /** `attributes` is the raw text between name and `>`; read it with {@link attributeOf}. */
  readonly open: (name: string, attributes: string) => void;
  readonly close: (name: string) => void;
  /** A long text may come in pieces. */
  readonly text: (text: string) => void;
}

export interface XmlScanner {
  readonly write: (chunk: string) => void;
  /** Nothing may be left open. */
  readonly end: () => void;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const LAST_CODE_POINT = 0x10ffff;
const MOST_ENTITY = 12;
/** A tag of a workbook has some hundred characters. */
const MOST_TAG = 1_048_576;

const entity = (whole: string, name: string): string => {
  if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
  const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= LAST_CODE_POINT ? String.fromCodePoint(code) : '';
};
const decode = (text: string): string =>
  text.includes('&') ? text.replace(/&(#x[\da-fA-F]+|#\d+|[a-z]+);/g, entity) : text;

/** The value of an attribute, or null. */
export const attributeOf = (attributes: string, name: string): string | null => {
  for (let at = attributes.indexOf(`${name}=`); at >= 0; at = attributes.indexOf(`${name}=`, at + 1)) {
    if (at > 0 && attributes.charCodeAt(at - 1) > 32) continue;
    const from = at + name.length + 2;
    const to = attributes.indexOf(attributes.charAt(from - 1), from);
    return to < 0 ? null : decode(attributes.slice(from, to));
  }
  return null;
};

const bare = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Where the tag that begins at `from` ends: the first `>` outside quotes; −1 when it is not there yet. */
const tagEnd = (text: string, from: number): number => {
  let quote = 0;
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === 34 || code === 39) quote = code;
    else if (code === 62) return at;
  }
  return -1;
};

const SLASH = 47;
const BANG = 33;
const QUESTION = 63;

export const openXml = (events: XmlEvents): XmlScanner => {
  let rest = '';

  const tag = (content: string): void => {
    const isClosed = content.charCodeAt(content.length - 1) === SLASH;
    const inside = isClosed ? content.slice(0, -1) : content;
    const space = inside.search(/\s/);
    const name = bare(space < 0 ? inside : inside.slice(0, space));
    events.open(name, space < 0 ? '' : inside.slice(space + 1));
    if (isClosed) events.close(name);
  };
  /** What begins with `<!` or `<?`; where it ends, or −1. */
  const aside = (text: string, from: number): number => {
    const ends = text.startsWith('<!--', from) ? '-->' : text.startsWith('<![CDATA[', from) ? ']]>' : '?>';
    if (ends === '?>' && text.charCodeAt(from + 1) === BANG) {
      // The beginning of a comment or CDATA may be cut by the end of a chunk.
      if (text.length - from < 9) return -1;
      throw refuse('sheetBroken');
    }
    const end = text.indexOf(ends, from);
    if (end >= 0 && ends === ']]>') events.text(text.slice(from + 9, end));
    return end < 0 ? -1 : end + ends.length;
  };
  /** The element or aside at `from`; where it ends, or −1 when it is not there yet. */
  const markup = (text: string, from: number): number => {
    const next = text.charCodeAt(from + 1);
    if (next === BANG || next === QUESTION) return aside(text, from);
    const end = next === SLASH ? text.indexOf('>', from) : tagEnd(text, from + 1);
    if (end < 0) return -1;
    if (next === SLASH) events.close(bare(text.slice(from + 2, end).trimEnd()));
    else tag(text.slice(from + 1, end));
    return end + 1;
  };
  const scan = (text: string): string => {
    let at = 0;
    while (at < text.length) {
      const from = text.indexOf('<', at);
      if (from !== at) {
        const to = from < 0 ? text.length : from;
        const cut = from < 0 ? text.lastIndexOf('&') : -1;
        // An entity may be cut by the end of a chunk.
        if (cut >= at && to - cut < MOST_ENTITY && !text.includes(';', cut)) {
          if (cut > at) events.text(decode(text.slice(at, cut)));
          return text.slice(cut);
        }
        events.text(decode(text.slice(at, to)));
      }
      if (from < 0) return '';
      const end = markup(text, from);
      if (end < 0) return text.slice(from);
      at = end;
    }
    return '';
  };
  return {
    write: chunk => {
      rest = scan(rest + chunk);
      if (rest.length > MOST_TAG) throw refuse('sheetBroken');
    },
    end: () => {
      if (rest !== '') throw refuse('sheetBroken');
    },
  };
};

/** A whole part as it is unpacked, chunk by chunk: whoever else is waited for gets its turn in between. */
export const scanXml = async (part: AsyncIterable<Buffer>, events: Partial<XmlEvents>): Promise<void> => {
  const nothing = () => undefined;
  const scanner = openXml({ open: nothing, close: nothing, text: nothing, ...events });
  const decoder = new TextDecoder();
  for await (const chunk of part) scanner.write(decoder.decode(chunk, { stream: true }));
  scanner.write(decoder.decode());
  scanner.end();
};
