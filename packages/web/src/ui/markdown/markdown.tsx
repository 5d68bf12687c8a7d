import { createElement, useMemo } from 'react';
import { markdownNodes } from './nodes.ts';
import './markdown.css';

/** A text in markdown; `under` is the level of the heading above it. Import it into pages that come lazily. */
export const Markdown = ({ text, under = 2 }: { text: string; under?: number }) => {
  const nodes = useMemo(() => markdownNodes(text, under), [text, under]);
  return createElement('div', { className: 'markdown' }, ...nodes);
};
