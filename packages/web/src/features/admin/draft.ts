import type { AccountRow } from './use-accounts.ts';

/** What is typed of a merchant or a reseller; figures are text until they are sent. */
export const draftOf = (row: AccountRow | null) => ({
  number: row?.number ?? '',
  name: row?.name ?? '',
  contactName: row?.contactName ?? '',
  contactPhone: row?.contactPhone ?? '',
  remark: row?.remark ?? '',
  employeeLimit: String(row?.employeeLimit ?? 50),
  seatLimit: String(row?.seatLimit ?? 50),
  channelLimit: String(row?.channelLimit ?? 300),
  account: '',
  ownerName: '',
  resellerId: row?.reseller?.id ?? '',
});
export type Draft = ReturnType<typeof draftOf>;

/** The draft as the endpoint takes it: who signs in first, its number and whose it is are said of a new one alone. */
export const inputOf = ({ account, ownerName, number, resellerId, ...draft }: Draft, id: string | null) =>
  id === null
    ? {
        ...draft,
        account,
        ownerName,
        ...(number.trim() && { number: number.trim() }),
        ...(resellerId && { resellerId }),
      }
    : { ...draft, id };

/** Nobody is let in without having been told how many. */
export const quotas = ['employeeLimit', 'seatLimit', 'channelLimit'] as const;
