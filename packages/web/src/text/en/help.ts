import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/help.ts';

export const words: Shape<typeof source> = {
  title: 'Help centre',
  close: 'Close',
  search: 'Search help',
  contents: 'Articles',
  results: 'Results',
  found: '{{n}} articles',
  noneFound: 'Nothing found',
  noneFoundHint: 'Try another word, or look through the articles.',
  empty: 'No help articles yet',
  emptyHint: 'They appear here once the platform has written them.',
  failed: 'The help could not be read',
  gone: 'This article is gone',
  goneHint: 'It may be offline now; choose another one.',
  wholePage: 'Open as a page',
  updated: 'Updated {{at}}',
  today: 'today',
  updates: {
    title: 'Update log',
    version: 'Version {{n}}',
    failed: 'The update log could not be read',
    empty: 'No entries yet',
    emptyHint: 'What is new will be written here.',
    more: 'Earlier',
  },
  commitment: {
    title: 'Business commitment',
    version: 'Version {{n}}',
    failed: 'The commitment could not be read',
    empty: 'No commitment yet',
    emptyHint: 'It appears here once the platform has published it.',
  },
  ticker: { title: 'Notices', more: '{{n}} of {{all}}', since: 'since {{at}}' },
};
