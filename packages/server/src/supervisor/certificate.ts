import { X509Certificate } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { generate } from 'selfsigned';
import type { Config } from '../config.ts';
import { StartRefused } from '../config.ts';

const DAY_MS = 86_400_000;
/** Browsers refuse certificates that live longer than 825 days. */
const LIFE_MS = 820 * DAY_MS;
const RENEW_BEFORE_MS = 30 * DAY_MS;

export type TlsFiles = NonNullable<Config['tls']>;

/** @throws {StartRefused} when the given files cannot be read or do not belong together. */
export const checkTls = (files: TlsFiles): TlsFiles => {
  try {
    createSecureContext({ cert: readFileSync(files.certFile), key: readFileSync(files.keyFile) });
    return files;
  } catch (error) {
    const why = (error as Error).message;
    throw new StartRefused(
      `TLS_CERT 或 TLS_KEY 不能用（${why}）：请给出 PEM 格式且配对的证书和私钥文件。`,
      `TLS_CERT or TLS_KEY cannot be used (${why}): give PEM files of a certificate and its own key.`,
    );
  }
};

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap(list => (list ?? []).map(each => each.address));

const isAddress = (host: string): boolean => isIP(host) !== 0 && host !== '0.0.0.0' && host !== '::';

const isStillGood = (files: TlsFiles, hosts: readonly string[]): boolean => {
  try {
    const certificate = new X509Certificate(readFileSync(files.certFile));
    readFileSync(files.keyFile);
    const covers = hosts.every(host => !isAddress(host) || certificate.checkIP(host) !== undefined);
    return covers && certificate.validToDate.getTime() - Date.now() > RENEW_BEFORE_MS;
  } catch {
    return false;
  }
};

/** A certificate of our own below the data folder; made once, renewed before it ends or when a host is not in it. */
export const keepSelfMadeCertificate = async (dataDir: string, ...hosts: readonly string[]): Promise<TlsFiles> => {
  const folder = join(dataDir, 'tls');
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') };
  if (isStillGood(files, hosts)) return files;
  const addresses = [...new Set([...ownAddresses(), '127.0.0.1', '::1', ...hosts.filter(isAddress)])];
  const made = await generate([{ name: 'commonName', value: 'Lianxian' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + LIFE_MS),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          // Scoped link-local addresses (fe80::1%eth0) have no form in a certificate.
          ...addresses.filter(ip => !ip.startsWith('fe80:')).map(ip => ({ type: 7 as const, ip })),
        ],
      },
    ],
  });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(files.keyFile, made.private, { mode: 0o600 });
  chmodSync(files.keyFile, 0o600);
  writeFileSync(files.certFile, made.cert);
  return files;
};
