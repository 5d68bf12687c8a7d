import { isTest, type Source } from './sources.ts';

/** A form of the pages, as its sources have it. */
export interface Form {
  readonly file: string;
  /** Endpoints that it asks, `line.save`; a form of two kinds asks one of two. */
  readonly asks: readonly string[];
  /** Fields whose fault it draws, by what its parts say. */
  readonly draws: ReadonlySet<string>;
}

const WEB = 'packages/web/src/';
const asking = /useEndpointForm(?:<[^(]*>)?\(\{\s*endpoint(?::\s*([^\n]+?))?,(?:\s|$)/g;
/** Of the table, or of a room whose endpoints its pages import by name. */
const endpointNamed = /endpoints\.(\w+)\.(\w+)|\b(\w+)Endpoints\.(\w+)/g;
/** A part takes a field by its name: its fault is drawn there. */
const named = [
  // <TextField form={form} name="title" …, FieldFault, PictureField
  /\bname="(\w+)"/g,
  // form.fault('windows'), bareProps(form, 'host'), and what a page makes short for itself: text('message')
  /\b(?!idOf|limits|bound|typed|t\b)\w+\(\s*(?:form, )?'(\w+)'\s*[,)]/g,
];
/** Names that are handed on: (['oemHomeLogo', 'oemIcon'] as const).map(name => …, const by = isOn ? 'code' : 'password' */
const listed = /(?<!wants: )\[((?:\s*'\w+',?)+\s*)\]/g;
const chosen = /const (\w+) = [^;{}]*\? ('\w+' : '\w+');/g;
/** (name: 'code' | 'account') => <Input …: one of some */
const oneOf = /\bname: ('\w+'(?: \| '\w+')*)/g;
const words = (text: string): readonly string[] => [...text.matchAll(/'(\w+)'/g)].map(([, word]) => word!);

const drawnIn = (text: string): readonly string[] => [
  ...named.flatMap(pattern => [...text.matchAll(pattern)].map(([, name]) => name!)),
  ...(/\.map\(\(?name\b/.test(text) ? [...text.matchAll(listed)].flatMap(([, names]) => words(names!)) : []),
  ...[...text.matchAll(oneOf)].flatMap(([, of]) => words(of!)),
  ...[...text.matchAll(chosen)].flatMap(([, name, of]) => (text.includes(`name={${name}}`) ? words(of!) : [])),
];

const featureOf = (path: string): string => /\/features\/[^/]+\//.exec(path)?.[0] ?? '';

/** A form's file and the parts of its feature that it is made of; a part that is a form itself is another's. */
const partsOf = (start: readonly Source[], byPath: ReadonlyMap<string, Source>): readonly Source[] => {
  const parts = new Set(start);
  for (const part of parts)
    for (const target of part.imports) {
      const next = byPath.get(target);
      const isPart =
        next !== undefined && featureOf(target) === featureOf(part.path) && !next.text.includes('useEndpointForm(');
      if (isPart && /EndpointForm|LineForm|\bform\b/.test(next.text)) parts.add(next);
    }
  return [...parts];
};

/** Who shows a form that a hook of the file makes. */
const usersOf = (source: Source, at: number, sources: readonly Source[]): readonly Source[] => {
  if (/form=\{form\}|form\.(?:props|submit)|\(form, /.test(source.text)) return [source];
  const hook = [...source.text.slice(0, at).matchAll(/export const (\w+)/g)].at(-1)?.[1] ?? '';
  return sources.filter(({ path, text }) => path !== source.path && text.includes(`${hook}(`));
};

export const formsIn = (sources: readonly Source[]): readonly Form[] => {
  const web = sources.filter(source => source.path.startsWith(WEB) && !isTest(source));
  const byPath = new Map(web.map(source => [source.path, source]));
  return web.flatMap(source =>
    [...source.text.matchAll(asking)].map(found => ({
      file: source.path.slice(WEB.length),
      asks: [...(found[1] ?? '').matchAll(endpointNamed)].map(
        ([, room, name, own, ownName]) => `${room ?? own}.${name ?? ownName}`,
      ),
      draws: new Set(partsOf(usersOf(source, found.index, web), byPath).flatMap(({ text }) => drawnIn(text))),
    })),
  );
};
