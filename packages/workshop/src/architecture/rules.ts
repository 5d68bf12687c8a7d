import { foldersKeepTheirOrder } from './folders.ts';
import { functionsAreSmall } from './functions.ts';
import type { Complaint, Rule } from './rule.ts';
import { isTest, type Source } from './sources.ts';
import { constantsAreSpelledAlike, listsAreTheReaders } from './spelling.ts';

/** The walls of the house (ARCHITECTURE.md, arrows), as functions from sources to complaints. */

const house = '@lianxian/';
const packageOf = (path: string) => path.split('/')[1]!;

/** What each package may import of the house; anything else of it is refused. */
const arrows: Record<string, readonly string[]> = {
  core: [],
  voice: [],
  contract: ['core'],
  telephony: ['core/kit'],
  practice: ['telephony', 'core/kit', 'core/simulation'],
  server: ['contract', 'core', 'core/kit', 'core/regions', 'core/simulation', 'telephony', 'telephony/webrtc'],
  web: ['contract', 'contract/branding', 'contract/wire', 'core', 'core/regions'],
  workshop: ['core', 'core/kit', 'core/simulation', 'contract', 'telephony', 'telephony/webrtc', 'server', 'practice'],
};

/** Fast time for tests whose packets travel through telephony. */
const TESTING = 'telephony/testing';

const packagesImportDownward: Rule = sources =>
  sources.flatMap(source => {
    const own = packageOf(source.path);
    return source.imports.flatMap(target => {
      const complaint = (says: string): Complaint[] => [{ rule: 'packages', file: source.path, says }];
      if (target.startsWith('packages/') && packageOf(target) !== own && own !== 'workshop')
        return complaint(`reaches into ${target} by path`);
      if (!target.startsWith(house)) return [];
      const name = target.slice(house.length);
      if (name === TESTING && isTest(source)) return [];
      return name === own || arrows[own]?.includes(name) ? [] : complaint(`${own} may not import ${target}`);
    });
  });

const impurities =
  /\bDate\b|Math\.random|\bset(Timeout|Interval|Immediate)\b|\bperformance\b|\bprocess\.|\bfetch\(|\bconsole\./;

const coreIsPure: Rule = sources =>
  sources
    .filter(source => packageOf(source.path) === 'core' && !isTest(source))
    .flatMap(source => {
      const bare = source.imports.filter(target => !target.startsWith('packages/core/'));
      const code = source.text
        .replace(/\/\*[\s\S]*?\*\//g, '')
        .replace(/\/\/.*$/gm, '')
        .replace(/'[^'\n]*'|`[^`]*`/g, "''");
      const impure = impurities.exec(code)?.[0];
      return [
        ...bare.map(target => ({ rule: 'pure', file: source.path, says: `imports ${target}` })),
        ...(impure ? [{ rule: 'pure', file: source.path, says: `uses ${impure}` }] : []),
      ];
    });

/** Rooms of the server by floor; on one floor a room may enter those before it (ARCHITECTURE.md#arrows). */
const floors: readonly (readonly string[])[] = [
  [
    'audit',
    'removals',
    'bell',
    'todos',
    'rules',
    'settings',
    'tries',
    'captcha',
    'accounts',
    'sign-in',
    'security',
    'branding',
    'staff',
    'messages',
    'files',
    'segments',
    'caller-ids',
    'lines',
    'billing',
    'market-money',
    'decisions',
    'batches',
    'blacklist',
    'consents',
    'approvals',
    'speech',
    'keywords',
    'voices',
    'webhooks',
    'sums',
  ],
  [
    'customers',
    'plans',
    'sms-providers',
    'sms',
    'sms-sending',
    'sms-reviews',
    'research',
    'customer-fills',
    'talks',
    'publishing',
    'packages',
    'record-orders',
    'after-call',
  ],
  [
    'live',
    'variants',
    'inbound',
    'seats',
    'dialler',
    'line-care',
    'records',
    'call-sheets',
    'call-acts',
    'calls',
    'attempts',
    'seat-boxes',
    'seat-calls',
    'pacing',
    'breaker',
    'runner',
    'tasks',
    'experiments',
    'task-report',
    'task-board',
    'what-if',
    'task-control',
    'task-numbers',
    'known-numbers',
    'sheet-shapes',
    'imports',
    'from-calls',
    'call-backs',
    'task-series',
  ],
  [
    'plan-products',
    'market',
    'monitor',
    'live-desk',
    'statements',
    'doctor',
    'grading',
    'follow-ups',
    'seat-work',
    'learning',
    'mending',
    'stats',
    'answers',
    'stat-reports',
    'orders',
    'notices',
    'decision-log',
    'number-file',
    'help',
    'admin',
    'lending',
    'sms-desk',
    'desk',
    'list-sheets',
    'library',
    'customer-acts',
    'task-follows',
    'customer-sheets',
    'customer-merge',
    'customer-timeline',
    'keeping',
    'palette',
    'open',
  ],
];
const floorOf = (room: string) => floors.findIndex(rooms => rooms.includes(room));
const roomOf = (path: string) => /^packages\/server\/src\/rooms\/([^/]+)\//.exec(path)?.[1];
const mayEnter = (from: string, to: string) => {
  const [high, low] = [floorOf(from), floorOf(to)];
  return low < high || (low === high && floors[low]!.indexOf(to) < floors[low]!.indexOf(from));
};

/** What speech and those who use it agree on lies with speech, and is no adapter: it knows none. */
const SPEECH_PORTS = 'packages/server/src/speech/ports/';
const adapterOf = (path: string) =>
  path.startsWith(SPEECH_PORTS)
    ? undefined
    : /^packages\/server\/src\/(switchboard|speech|carriers|wechat|world)\//.exec(path)?.[1];
const isAdapter = (path: string) => adapterOf(path) !== undefined;

const roomsKeepTheirFloors: Rule = sources =>
  sources
    .filter(source => roomOf(source.path) && !isTest(source))
    .flatMap(source => {
      const room = roomOf(source.path)!;
      const complaint = (says: string): Complaint[] => [{ rule: 'floors', file: source.path, says }];
      if (floorOf(room) < 0) return complaint(`room ${room} stands on no floor`);
      return source.imports.flatMap(target => {
        const other = roomOf(target);
        if (other && other !== room) {
          if (!target.endsWith('/index.ts')) return complaint(`enters ${target} not by its index.ts`);
          return mayEnter(room, other) ? [] : complaint(`${room} may not enter ${other}`);
        }
        if (isAdapter(target)) return complaint(`imports the adapter ${target}`);
        if (/^packages\/server\/src\/(house\.ts|main\.ts|composition\/)/.test(target))
          return complaint(`imports ${target}`);
        return [];
      });
    });

const platformKnowsNoRoom: Rule = sources =>
  sources
    .filter(source => source.path.startsWith('packages/server/src/platform/') && !isTest(source))
    .flatMap(source =>
      source.imports
        .filter(
          target =>
            /^packages\/server\/src\/(rooms|switchboard|speech|carriers|wechat|world|media-worker|composition|house|main)/.test(
              target,
            ) || target === `${house}telephony`,
        )
        .map(target => ({ rule: 'platform', file: source.path, says: `imports ${target}` })),
    );

const adaptersAreComposedInTheHouse: Rule = sources =>
  sources
    .filter(source => source.path.startsWith('packages/server/src/') && !isTest(source))
    .filter(source => !/^packages\/server\/src\/(house|composition\/[\w-]+|media-worker\/main)\.ts$/.test(source.path))
    .flatMap(source => {
      const own = adapterOf(source.path);
      return source.imports.flatMap(target => {
        const adapter = adapterOf(target);
        return adapter && adapter !== own
          ? [{ rule: 'adapters', file: source.path, says: `imports the adapter ${target}` }]
          : [];
      });
    });

/** A view names the rows that the stores of its room read: by their types, never more. */
const namesRowsOf = ({ path, text }: Source, target: string): boolean => {
  const file = /\/rooms\/([^/]+)\/([\w.-]+\.store\.ts)$/.exec(target);
  if (file === null || file[1] !== roomOf(path) || !path.endsWith('.view.ts')) return false;
  const imported = [...text.matchAll(/^import (type )?[^;]*? from '\.\/([\w.-]+)';$/gm)];
  return imported.every(([, type, from]) => from !== file[2] || type !== undefined);
};

const policiesAndViewsAreThin: Rule = sources =>
  sources
    .filter(source => /\.(policy|view)\.ts$/.test(source.path))
    .flatMap(source =>
      source.imports
        .filter(target => !target.startsWith(`${house}core`) && target !== `${house}contract`)
        .filter(target => !(roomOf(target) === roomOf(source.path) && /\.(policy|view|words)\.ts$/.test(target)))
        .filter(target => !namesRowsOf(source, target))
        .map(target => ({ rule: 'thin', file: source.path, says: `imports ${target}` })),
    );

const sqlLivesInStores: Rule = sources =>
  sources
    .filter(source => source.path.startsWith('packages/server/src/') && !isTest(source))
    .filter(source => !/\.store\.ts$/.test(source.path) && !source.path.startsWith('packages/server/src/platform/'))
    .filter(source => /\.(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql`/.test(source.text))
    .map(source => ({ rule: 'sql', file: source.path, says: 'speaks SQL outside a *.store.ts' }));

const featuresAreStrangers: Rule = sources =>
  sources
    .filter(source => source.path.startsWith('packages/web/src/') && !isTest(source))
    .flatMap(source => {
      const feature = /\/features\/([^/]+)\//.exec(source.path)?.[1];
      const inApp = source.path.startsWith('packages/web/src/app/');
      return source.imports.flatMap(target => {
        const other = /^packages\/web\/src\/features\/([^/]+)\//.exec(target)?.[1];
        if (other && feature && other !== feature)
          return [{ rule: 'features', file: source.path, says: `feature ${feature} imports feature ${other}` }];
        if (other && !feature && !inApp)
          return [{ rule: 'features', file: source.path, says: `imports feature ${other}` }];
        if (feature && target.startsWith('packages/web/src/app/'))
          return [{ rule: 'features', file: source.path, says: `feature imports the app: ${target}` }];
        return [];
      });
    });

/** What practice callees say, and what says it. */
const CALLEES = 'packages/core/src/simulation/';
const CALLEES_WORDS = `${CALLEES}wordings/`;
/** What understands people, what it was taught with and what it is measured by. */
const understands = /^packages\/(?:core\/src\/conversation\/|workshop\/src\/(?:intents|call-wish|dialogue-act)\/)/;

/** Practice would flatter if what understands knew what callees say, or they what it listens for. */
const calleesHaveWordsOfTheirOwn: Rule = sources =>
  sources
    .filter(source => !isTest(source))
    .flatMap(({ path, imports }) => {
      const isWording = path.startsWith(CALLEES_WORDS);
      return imports
        .filter(target => {
          if (isWording) return !target.startsWith(CALLEES_WORDS);
          if (target.startsWith(CALLEES_WORDS)) return !path.startsWith(CALLEES);
          return understands.test(path) && (target.startsWith(CALLEES) || target === `${house}core/simulation`);
        })
        .map(target => ({ rule: 'wordings', file: path, says: `imports ${target}` }));
    });

const namesAreNouns: Rule = sources =>
  sources
    .filter(source => /\/(utils?|helpers?|common|misc|shared)\//.test(source.path))
    .map(source => ({ rule: 'names', file: source.path, says: 'a folder that means nothing' }));

const noDefaultExports: Rule = sources =>
  sources
    .filter(source => !/\.config\.ts$/.test(source.path) && /(^|\n)export default\b/.test(source.text))
    .map(source => ({ rule: 'default', file: source.path, says: 'has a default export' }));

/** A barrel is allowed as the front door of a package, of a folder of core or telephony, or of a room. */
const barrelsAreFrontDoors: Rule = sources =>
  sources
    .filter(source => !/\/index\.ts$/.test(source.path) && /(^|\n)export\s+(type\s+)?\*\s+from/.test(source.text))
    .map(source => ({ rule: 'barrel', file: source.path, says: 're-exports a whole module' }));

export const sizeLimits = { talk: 300, fail: 450 } as const;

const filesAreSmall: Rule = sources =>
  sources
    .filter(source => source.lines > sizeLimits.fail)
    .map(source => ({ rule: 'size', file: source.path, says: `${source.lines} lines; at most ${sizeLimits.fail}` }));

const roomsAreSmall: Rule = sources => {
  const rooms = new Map<string, number>();
  for (const source of sources) {
    const room = roomOf(source.path);
    if (room && !isTest(source)) rooms.set(room, (rooms.get(room) ?? 0) + 1);
  }
  return [...rooms]
    .filter(([, files]) => files > 15)
    .map(([room, files]) => ({ rule: 'room size', file: `rooms/${room}`, says: `${files} files; at most 15` }));
};

const noCycles: Rule = sources => {
  const graph = new Map(
    sources.map(source => [source.path, source.imports.filter(target => target.startsWith('packages/'))]),
  );
  const done = new Set<string>();
  const found: Complaint[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (done.has(path)) return;
    const at = trail.indexOf(path);
    if (at >= 0) {
      found.push({ rule: 'cycles', file: path, says: [...trail.slice(at), path].join(' → ') });
      return;
    }
    for (const target of graph.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
};

/** The files of a worker share the modules that they load, but for a setup: a hook registered then stands around the first of them alone. */
const hooksAreAskedFor: Rule = sources =>
  sources
    .filter(({ path, text }) => !/\.(?:test|setup)\.tsx?$/.test(path) && text.includes("from 'vitest'"))
    .filter(({ text }) => /^(?:before|after)(?:All|Each)\(/m.test(text.replace(/`[^`]*`/g, '``')))
    .map(({ path }) => ({
      rule: 'hooks',
      file: path,
      says: 'registers a hook when it is loaded: let the test file ask for it',
    }));

export const rules: readonly Rule[] = [
  packagesImportDownward,
  coreIsPure,
  roomsKeepTheirFloors,
  platformKnowsNoRoom,
  adaptersAreComposedInTheHouse,
  policiesAndViewsAreThin,
  sqlLivesInStores,
  foldersKeepTheirOrder,
  featuresAreStrangers,
  calleesHaveWordsOfTheirOwn,
  namesAreNouns,
  noDefaultExports,
  barrelsAreFrontDoors,
  filesAreSmall,
  functionsAreSmall,
  hooksAreAskedFor,
  constantsAreSpelledAlike,
  listsAreTheReaders,
  roomsAreSmall,
  noCycles,
];
