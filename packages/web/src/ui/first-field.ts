const fields = 'input:not([type="checkbox"], [type="radio"], [type="file"], [type="range"]), select, textarea';

/** A form begins where one types: in the first field of `part` that takes something. False: there is none. */
export const focusFirstField = (part: ParentNode | null | undefined): boolean => {
  const first = [...(part?.querySelectorAll<HTMLElement>(fields) ?? [])].find(
    field => !field.matches(':disabled, [readonly]') && field.checkVisibility(),
  );
  first?.focus();
  return first !== undefined;
};
