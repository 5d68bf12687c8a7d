import { companyIn } from '@lianxian/core';

/** What is known of a person by a number: all that seats are shown of one. */
export interface Customer {
  readonly name: string;
  readonly company: string;
  readonly tags: readonly string[];
  readonly cateType: number | null;
}

interface Row {
  readonly calleeName: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly customerType: number | null;
}

/** Of the library, where it has the person; what nobody wrote there is as the call knew it. */
export const customerIn = (
  { calleeName, variables, tags, customerType }: Row,
  known: Customer | undefined,
): Customer => ({
  name: known?.name || calleeName,
  company: known?.company || companyIn(variables),
  tags: [...new Set([...(known?.tags ?? []), ...tags])],
  cateType: known?.cateType ?? customerType,
});
