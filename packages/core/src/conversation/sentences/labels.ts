import type { PlanVariable } from '../plan/plan.ts';

type Labelled = Pick<PlanVariable, 'name' | 'label'>;
/** How a variable is called among these: by its label, by its name where others are labelled so too. */
const calledAmong = (variables: readonly Labelled[]) => {
  const isTaken = ({ label }: Labelled) => variables.filter(one => one.label === label).length > 1;
  const clear = (one: Labelled) => one.label !== '' && !/[${}]/.test(one.label) && !isTaken(one);
  return (one: Labelled): string => (clear(one) ? one.label : one.name);
};

/** A sentence for who reads it and does not know the plan: `您好，{称呼}`, variables by their labels. */
export const sentenceRead = (text: string, variables: readonly Labelled[]): string => {
  const called = calledAmong(variables);
  return text.replace(/\$\{([^}]*)\}/g, (whole, name: string) => {
    const variable = variables.find(one => one.name === name.trim());
    return variable === undefined ? whole : `{${called(variable)}}`;
  });
};

/** And back, as it was read or typed: what is called otherwise stays as it stands. */
export const sentenceWritten = (text: string, variables: readonly Labelled[]): string => {
  const called = calledAmong(variables);
  return text.replace(/\$?[{｛]([^{}｛｝]*)[}｝]/g, (whole, said: string) => {
    const variable = variables.find(one => called(one) === said.trim() || one.name === said.trim());
    return variable === undefined ? whole : `\${${variable.name}}`;
  });
};
