/** Leads to an address of ours; where a sheet knows no links the address stands there. */
interface LinkCell {
  readonly link: string;
}

/** A date is a moment as a wall clock shows it, told in UTC: a sheet has no zones. */
export type OutCell = string | number | Date | LinkCell | null;
export type OutRows = AsyncIterable<readonly OutCell[]> | Iterable<readonly OutCell[]>;

export interface OutColumn {
  /** In characters. */
  readonly width: number;
}

/** What a workbook's sheet holds; rows beyond it go on in another sheet with the same head. */
export const XLSX_ROWS = 1_048_576;
