import type { InputOf, taskEndpoints } from '@lianxian/contract';

/** People of calls as a list that is imported: number, name, and a column for each thing that was known of any of them. */
interface Person {
  readonly phone: string;
  readonly calleeName: string;
  readonly variables: Readonly<Record<string, string>>;
}
type Columns = InputOf<typeof taskEndpoints.import>['columns'];

/** A sheet has no more of them. */
const MOST_COLUMNS = 100;
const TITLES = ['phone', 'name'] as const;

const cell = (text: string): string => {
  const line = text.replace(/[\t\r\n]+/g, ' ').trim();
  return line.includes('"') ? `"${line.replaceAll('"', '""')}"` : line;
};

/** `known`: names of what the plan of the task asks for; all else stays with the number under its title. */
export const sheetOf = (
  people: readonly Person[],
  known: ReadonlySet<string>,
): { readonly text: string; readonly columns: Columns } => {
  const all = new Set(people.flatMap(({ variables }) => Object.keys(variables)));
  const names = [...all].slice(0, MOST_COLUMNS - TITLES.length);
  const lines = people.map(({ phone, calleeName, variables }) =>
    [phone, calleeName, ...names.map(name => variables[name] ?? '')].map(cell).join('\t'),
  );
  return {
    // Its titles are read over, the columns say what they are.
    text: [[...TITLES, ...names.map((_, at) => `column ${at + 1}`)].join('\t'), ...lines].join('\n'),
    columns: [
      ...TITLES.map((use, index) => ({ index, use })),
      ...names.map((variable, at) => ({
        index: at + TITLES.length,
        use: known.has(variable) ? ('variable' as const) : ('kept' as const),
        variable,
      })),
    ],
  };
};
