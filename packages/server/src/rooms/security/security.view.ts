import type { OutputOf, securityEndpoints } from '@lianxian/contract';

interface SessionRow {
  readonly token_hash: Buffer;
  readonly ip: string;
  readonly user_agent: string;
  readonly created_at: Date;
  readonly seen_at: Date;
  readonly expires_at: Date;
}

export const sessionView = (
  row: SessionRow,
  currentId: string,
): OutputOf<typeof securityEndpoints.sessions>['list'][number] => {
  const id = row.token_hash.toString('hex');
  return {
    id,
    current: id === currentId,
    ip: row.ip,
    userAgent: row.user_agent,
    signedInAt: row.created_at.toISOString(),
    seenAt: row.seen_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  };
};
