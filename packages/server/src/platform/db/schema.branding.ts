import type { ColumnType, Generated } from 'kysely';

type Id = string;
/** Written and read as text: YYYY-MM-DD. */
type Day = ColumnType<string, string, string>;

/** How resellers look, and what the platform says to everybody. */
export interface BrandingTables {
  branding: {
    merchant_id: Id;
    page_info: ColumnType<Readonly<Record<string, unknown>>, string, string>;
    saved_at: Date | null;
  };
  branding_host: {
    host: string;
    merchant_id: Id;
    added_at: ColumnType<Date, Date | undefined, never>;
    /** What a TXT record of the host says to prove it; made by the database. */
    proof: ColumnType<string, string | undefined, never>;
    proven_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
  branding_picture: {
    merchant_id: Id;
    id: string;
    mime: string;
    bytes: Buffer;
    uploaded_at: ColumnType<Date, Date | undefined, Date>;
  };
  article: {
    id: Generated<Id>;
    parent_id: Id | null;
    title: string;
    path: string;
    content: string;
    is_online: boolean;
    sort: number;
    updated_at: Date;
  };
  update_entry: { id: Generated<Id>; version: number; published_on: Day; title: string; content: string };
  legal_text: {
    kind: 'agreement' | 'commitment';
    version: number;
    content: string;
    published_at: Date;
    published_by: Id | null;
  };
  notice: {
    id: Generated<Id>;
    content: string;
    level: 'info' | 'warn' | 'bad';
    from_at: Date;
    to_at: Date;
    written_by: string;
    written_at: Date;
  };
}
