/**
 * Stands in for micromark's footnotes (1.5 kB of what comes with the frame): no page could show them, as an address within
 * the page is none that a text may lead to (`nodes.ts`), and their heading is English.
 */
export const gfmFootnote = () => ({});
export const gfmFootnoteHtml = () => ({});
