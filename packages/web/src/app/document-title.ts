/**
 * What the browser's tab says: live calls, the page in front and the brand. Before there is a page, and after one has signed
 * out, it is the brand alone.
 */
const said = { brand: '', page: '' };

const write = () => {
  document.title = [said.page, said.brand].filter(Boolean).join(' · ');
};

export const titleBrand = (brand: string): void => {
  said.brand = brand;
  write();
};

/** The page as it is called, with its count of live calls before it; '' for none. */
export const titlePage = (page: string): void => {
  // Whoever wrote the brand before this file was asked for: the document has had it from its first byte.
  said.brand ||= document.title;
  said.page = page;
  write();
};
