import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, oneLine } from '../fields.ts';

/** Every table whose look a person may choose; what one person can keep is bounded by them. */
const tableName = z.enum([
  'audit',
  'decisions',
  'taskDecisions',
  'blacklist',
  'board',
  'callLog',
  'callees',
  'collection',
  'consents',
  'customers',
  'ledger',
  'levelStatistics',
  'live',
  'statement',
  'library',
  'lines',
  'market',
  'marketMine',
  'merchant',
  'notices',
  'numbers',
  'planQuality',
  'planReviews',
  'plans',
  'portStat',
  'ports',
  'products',
  'positions',
  'reseller',
  'roles',
  'seatFigures',
  'seatGroups',
  'seats',
  'sharedList',
  'staff',
  'tasks',
  'todos',
  'trades',
  'updates',
  'smsBatches',
  'smsLinks',
  'smsMessages',
  'smsReplies',
  'smsTemplates',
  'whitelist',
]);
export type TableName = z.infer<typeof tableName>;

const MOST_COLUMNS = 40;
const columns = z.array(z.string().regex(/^[a-zA-Z]{1,20}$/)).max(MOST_COLUMNS);
/** What a person chose for a table. A column that is in no `order` keeps its usual place. */
const tableLook = z.object({ hidden: columns, order: columns, dense: z.boolean() });
export type TableLook = z.infer<typeof tableLook>;

/** Saved views a person may have of one table. */
export const MOST_VIEWS = 20;
const VIEW_NAME_CHARS = 30;
const QUERY_CHARS = 1_000;
const viewParts = {
  table: tableName,
  name: oneLine.trim().min(1).max(VIEW_NAME_CHARS),
  /** The filter as the page's address says it, without `?`. */
  query: oneLine.max(QUERY_CHARS),
  look: tableLook,
};

export const tableEndpoints = {
  settings: endpoint({
    path: 'table/settings',
    right: { needs: 'token' },
    input: z.object({ table: tableName }),
    output: z.object({
      /** Null: nothing was ever chosen. */
      look: tableLook.nullable(),
      /** One’s own in the order they were saved, one at most is where the page begins; then those that others share. */
      views: z.array(
        z.object({
          id,
          name: z.string(),
          query: z.string(),
          look: tableLook,
          isDefault: z.boolean(),
          isShared: z.boolean(),
          /** Who shares it; '' one’s own. */
          by: z.string(),
        }),
      ),
    }),
    idempotent: true,
    inPreview: true,
    summary: 'What one chose for a table: columns, density, and saved views; a preview sees none of these.',
  }),
  saveLook: endpoint({
    path: 'table/saveLook',
    right: { needs: 'token' },
    input: z.object({ table: tableName, look: tableLook }),
    output: z.object({}),
    idempotent: true,
    summary: 'Keeps which columns of a table one sees, in which order, and how close the rows stand.',
  }),
  saveView: endpoint({
    path: 'table/saveView',
    right: { needs: 'token' },
    /** `id` changes one; of those of a table the page begins with the one that was last said to be `isDefault`. */
    /** `isShared`: the department of who saves it has it as well, with all below; who is in none shares it with everybody. */
    input: z.object({
      ...viewParts,
      id: id.optional(),
      isDefault: flag.default(false),
      isShared: flag.default(false),
    }),
    output: z.object({ id }),
    idempotent: false,
    summary: 'Saves filter and look of a table under a name, for oneself or for one’s department.',
  }),
  removeView: endpoint({
    path: 'table/removeView',
    right: { needs: 'token' },
    input: z.object({ id }),
    output: z.object({}),
    idempotent: true,
    summary: 'Removes a saved view of one’s own.',
  }),
} as const;
