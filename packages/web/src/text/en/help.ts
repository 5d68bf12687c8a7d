import type { Shape } from '../shape.ts';
import type { words as source } from '../zh-CN/help.ts';

export const words: Shape<typeof source> = {
  title: 'Help centre',
  close: 'Close',
  search: 'Search help',
  contents: 'Articles',
  results: 'Results',
  found: '{{n}} articles',
  noneFound: 'No results',
  noneFoundHint: 'Try another word, or browse the articles.',
  empty: 'No help articles yet',
  emptyHint: 'They’ll appear here once published by the platform.',
  failed: 'Couldn’t load help',
  gone: 'This article is no longer available',
  goneHint: 'It may have been taken offline. Choose another.',
  wholePage: 'Open full page',
  updated: 'Updated {{at}}',
  today: 'today',
  updates: {
    title: 'Release notes',
    version: 'Version {{n}}',
    failed: 'Couldn’t load release notes',
    empty: 'No entries yet',
    emptyHint: 'New features will be listed here.',
    more: 'Earlier',
  },
  commitment: {
    title: 'Business commitment',
    version: 'Version {{n}}',
    failed: 'Couldn’t load commitment',
    empty: 'No commitment yet',
    emptyHint: 'It’ll appear here once published by the platform.',
  },
  ticker: { title: 'Notices', more: '{{n}} of {{all}}', since: 'since {{at}}' },
};
