import type { OutputOf, securityEndpoints } from '@lianxian/contract';

interface SessionRow {
  readonly tokenHash: Buffer;
  readonly ip: string;
  readonly userAgent: string;
  readonly createdAt: Date;
  readonly seenAt: Date;
  readonly expiresAt: Date;
}

export const sessionView = (
  row: SessionRow,
  currentId: string,
): OutputOf<typeof securityEndpoints.sessions>['list'][number] => {
  const id = row.tokenHash.toString('hex');
  return {
    id,
    current: id === currentId,
    ip: row.ip,
    userAgent: row.userAgent,
    signedInAt: row.createdAt.toISOString(),
    seenAt: row.seenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  };
};
