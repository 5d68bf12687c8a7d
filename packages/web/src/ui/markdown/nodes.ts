import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { createElement, type ReactNode } from 'react';
import { Link } from 'react-router';

/**
 * Markdown as React elements. What micromark writes is read as an inert document and built anew from a short list of
 * elements: no HTML of the text, no attribute but the ones here, and no address of another kind reaches the page, even if
 * the parser let one through.
 */
const plainTags = new Set('p ul ol li strong em del code pre blockquote table thead tbody tr hr br'.split(' '));
/** Deeper nesting than any text has; what lies below shows as text. */
const deepest = 40;

const isOwn = (href: string) => /^\/(?![/\\])/.test(href);
const isAbroad = (href: string) => /^(https?:\/\/|mailto:)/i.test(href);
const isOwnPicture = (src: string) => /^\/(branding|assets)\/[\w.-]+$/.test(src);

const link = (href: string, children: readonly ReactNode[]): ReactNode => {
  if (isOwn(href)) return createElement(Link, { to: href }, ...children);
  if (isAbroad(href)) return createElement('a', { href, target: '_blank', rel: 'noopener noreferrer' }, ...children);
  return createElement('span', null, ...children);
};

const cell = (tag: string, element: Element, children: readonly ReactNode[]): ReactNode => {
  const align = element.getAttribute('align');
  const textAlign = align === 'right' || align === 'center' ? align : 'left';
  return createElement(tag, { style: { textAlign }, ...(tag === 'th' && { scope: 'col' }) }, ...children);
};

const picture = (element: Element): ReactNode => {
  const [src, alt] = [element.getAttribute('src') ?? '', element.getAttribute('alt') ?? ''];
  return isOwnPicture(src) ? createElement('img', { src, alt, loading: 'lazy' }) : alt;
};

const build = (node: Node, under: number, depth: number): ReactNode => {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.localName;
  if (depth > deepest) return node.textContent;
  if (tag === 'img') return picture(node);
  if (tag === 'input') return node.hasAttribute('checked') ? '☑ ' : '☐ ';
  const children = childrenOf(node, under, depth + 1);
  if (tag === 'a') return link(node.getAttribute('href') ?? '', children);
  if (tag === 'td' || tag === 'th') return cell(tag, node, children);
  const level = /^h([1-6])$/.exec(tag)?.[1];
  // The page's own headings stand above: `#` and `##` are both the first level below them.
  if (level) return createElement(`h${Math.min(6, under + Math.max(1, Number(level) - 1))}`, null, ...children);
  return plainTags.has(tag) ? createElement(tag, null, ...children) : children;
};

const childrenOf = (parent: Node, under: number, depth: number): ReactNode[] =>
  [...parent.childNodes]
    // Between the rows of a table the parser's line ends are no content.
    .filter(node => !(node.nodeType === Node.TEXT_NODE && /^(table|thead|tbody|tr|ul|ol)$/i.test(parent.nodeName)))
    .map(node => build(node, under, depth));

/** `under`: the level of the heading it stands below. */
export const markdownNodes = (text: string, under: number): ReactNode[] => {
  const html = micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  return childrenOf(new DOMParser().parseFromString(html, 'text/html').body, under, 0);
};
