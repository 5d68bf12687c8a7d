import type { NoticeLevel, TextKind } from '@lianxian/contract';
import type { ColumnType, Generated } from 'kysely';

type Id = string;
/** Written and read as text: YYYY-MM-DD. */
type Day = ColumnType<string, string, string>;

/** How resellers look, and what the platform says to everybody. */
export interface BrandingTables {
  branding: {
    merchantId: Id;
    pageInfo: ColumnType<Readonly<Record<string, unknown>>, string, string>;
    savedAt: Date | null;
  };
  brandingHost: {
    host: string;
    merchantId: Id;
    addedAt: ColumnType<Date, Date | undefined, never>;
    /** What a TXT record of the host says to prove it; made by the database. */
    proof: ColumnType<string, string | undefined, never>;
    provenAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
  brandingPicture: {
    merchantId: Id;
    id: string;
    mime: string;
    bytes: Buffer;
    uploadedAt: ColumnType<Date, Date | undefined, Date>;
  };
  article: {
    id: Generated<Id>;
    parentId: Id | null;
    title: string;
    path: string;
    content: string;
    isOnline: boolean;
    sort: number;
    updatedAt: Date;
  };
  updateEntry: { id: Generated<Id>; version: number; publishedOn: Day; title: string; content: string };
  legalText: {
    kind: TextKind;
    version: number;
    content: string;
    publishedAt: Date;
    publishedBy: Id | null;
  };
  notice: {
    id: Generated<Id>;
    content: string;
    level: NoticeLevel;
    fromAt: Date;
    toAt: Date;
    writtenBy: string;
    writtenAt: Date;
  };
}
