import type { Rule } from './rule.ts';
import { isTest } from './sources.ts';

/**
 * The order of the folders inside a package. A table goes from the ground up: each folder with those it may import, all of
 * which stand above it in the table; so what the tables allow can have no cycle.
 */
interface Order {
  readonly root: string;
  readonly folders: readonly (readonly [folder: string, mayImport: readonly string[]])[];
}

/** Folders of which each may import all before it. */
const stack = (root: string, ...names: readonly string[]): Order => ({
  root,
  folders: names.map((name, i) => [name, names.slice(0, i)]),
});

export const orders: readonly Order[] = [
  {
    root: 'packages/telephony/src/',
    folders: [
      ['process', []],
      ['audio', ['process']],
      // Bytes and messages alone, so that what carries them can tell where one ends.
      ['sip/grammar', []],
      ['net', ['sip/grammar']],
      ['rtp', []],
      ['rtcp', ['rtp']],
      ['srtp', ['rtp']],
      ['sdp', ['net', 'srtp']],
      ['media', ['audio', 'net', 'rtp', 'rtcp', 'srtp', 'sdp']],
      // Its native half is a door of its own, and nobody's in here: it may end the process it is loaded in.
      ['webrtc', ['net', 'rtp', 'sdp']],
      ['sip/transport', ['sip/grammar', 'net']],
      ['sip/transaction', ['sip/grammar', 'net']],
      ['sip/dialog', ['sip/grammar', 'net']],
      ['sip/user-agent', ['sip/grammar', 'net', 'sip/transport', 'sip/transaction', 'sip/dialog']],
      [
        'exchange',
        [
          'net',
          'sdp',
          'media',
          'webrtc',
          'sip/grammar',
          'sip/transport',
          'sip/transaction',
          'sip/dialog',
          'sip/user-agent',
        ],
      ],
    ],
  },
  {
    root: 'packages/core/src/conversation/',
    folders: [
      ['plan', []],
      ['events', ['plan']],
      ['levels', ['plan', 'events']],
      // What plans are offered whole.
      ['parts', ['plan']],
      ['sentences', ['plan', 'events']],
      // Of two plans: how they differ, what becomes of both; what a closed one keeps for itself.
      ['plan-join', ['plan', 'sentences']],
      ['recognition', ['plan', 'events']],
      // Plans and calls of earlier releases, turned as they come in.
      ['earlier', ['plan', 'events', 'recognition']],
      ['answers', ['plan', 'events', 'recognition']],
      ['compile', ['plan', 'sentences', 'recognition', 'answers']],
      // The talk: steps from node to node, then what the callee's turns do, then the machine that is told of both.
      ['walk', ['plan', 'events', 'levels', 'sentences', 'answers', 'compile']],
      // The one fold of what a talk tells, which all views of it share.
      ['view', ['plan', 'events', 'walk']],
      ['turns', ['plan', 'events', 'recognition', 'answers', 'compile', 'walk']],
      ['machine', ['plan', 'events', 'levels', 'walk', 'turns']],
    ],
  },
  stack(
    'packages/web/src/',
    'text',
    'api',
    'session',
    'ui',
    'sound',
    'live',
    'softphone',
    'work',
    'line',
    'customer',
    'console',
    'features',
    'app',
  ),
  {
    root: 'packages/web/src/features/studio/',
    folders: [
      ['graph', []],
      ['draft', ['graph']],
      // What every part stands in: where one is and looks, which parts come later, what one may not edit.
      ['frame', ['graph', 'draft']],
      ['canvas', ['graph', 'draft', 'frame']],
      ['voices', ['draft']],
      ['inspector', ['graph', 'draft', 'frame', 'canvas', 'voices']],
      ['knowledge', ['graph', 'draft', 'frame', 'inspector']],
      ['intents', ['graph', 'draft', 'frame', 'inspector']],
      ['settings', ['draft', 'inspector']],
      ['search', ['draft', 'frame']],
      ['outline', ['graph', 'draft', 'frame', 'canvas', 'search']],
      ['heat', ['graph', 'draft', 'frame']],
      ['learning', ['graph', 'draft', 'heat']],
      ['transcript', []],
      ['tests', ['graph', 'draft', 'frame', 'transcript']],
      ['talk', ['graph', 'draft', 'transcript', 'tests']],
      ['levels', ['graph', 'draft', 'frame', 'heat', 'talk', 'tests']],
      ['guide', []],
      ['versions', ['graph', 'draft']],
      ['head', ['graph', 'draft', 'frame', 'canvas', 'versions']],
    ],
  },
];

/** The table's folder that holds a path; what lies in the root itself (a front door, an entry) is in none. */
const folderOf = ({ root, folders }: Order, path: string): string | undefined =>
  folders.map(([folder]) => folder).find(folder => path.startsWith(`${root}${folder}/`));

const isInRoot = ({ root }: Order, path: string) => !path.slice(root.length).includes('/');

export const foldersKeepTheirOrder: Rule = sources =>
  orders.flatMap(order =>
    sources
      .filter(source => source.path.startsWith(order.root) && !isInRoot(order, source.path) && !isTest(source))
      .flatMap(source => {
        const own = folderOf(order, source.path);
        const complaint = (says: string) => [{ rule: 'folders', file: source.path, says }];
        if (own === undefined) return complaint('lies in a folder without a place in the order');
        const mayImport = order.folders.find(([folder]) => folder === own)![1];
        return source.imports
          .filter(target => target.startsWith(order.root))
          .filter(target => {
            const other = folderOf(order, target);
            return other !== own && (other === undefined || !mayImport.includes(other));
          })
          .flatMap(target => complaint(`${own} may not import ${target}`));
      }),
  );
