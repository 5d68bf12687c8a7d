/**
 * The installation's key as the database knows it: a mark of the key its secrets are sealed with, and how that key is
 * changed.
 *
 *   no mark ──first start──▶ marked with K ──change to N: one transaction──▶ marked with N
 *
 * Invariants: a process that has another key than the mark's gets nothing. Every sealed value, the pepper and the mark change
 * in the same transaction, so a crash leaves all of K or all of N. Which file N lies in meanwhile is the supervisor's affair
 * (key-file.ts).
 */
import { DatabaseRefused, type UnscopedDb } from '../db/index.ts';
import { keyIdOf, openSecrets, type Secrets } from '../secrets.ts';
import { putSealed, type SealedColumn, type SealedValue, sealedAfter } from './sealed.ts';

const PEPPER_CONTEXT = 'pepper of the installation';
/** Rows read and written at once: any number of them is changed within the same memory. */
const PAGE = 500;

const otherKey = (ours: string, theirs: string | null): DatabaseRefused =>
  new DatabaseRefused(
    `密钥不是这个数据库的：手上的是 ${ours}，库里的秘密${theirs === null ? '它打不开' : `是用 ${theirs} 加密的`}。请把原来的 secret-key 文件放回数据文件夹（或改回 SECRET_KEY）；换密钥换到一半时，再运行一次 npm run keys -- rotate。原来的密钥确实找不回时，停止连线后运行 npm run keys -- forget：只有它能打开的秘密会删掉，要重新设置。`,
    `The key is not this database's: it is ${ours}, the secrets were sealed with ${theirs ?? 'another'}. Put the former secret-key file back (or set SECRET_KEY to it); when a change of keys was cut short, run npm run keys -- rotate again. When the former key is lost for good, stop the house and run npm run keys -- forget: the secrets that it alone opened are dropped and have to be set anew.`,
  );

const keyMissing = (dataDir: string, theirs: string | null): DatabaseRefused => {
  const [which, whose] = theirs === null ? ['', ''] : [` ${theirs}`, ` ${theirs}`];
  return new DatabaseRefused(
    `找不到数据库的密钥${which}：数据文件夹 ${dataDir} 里没有 secret-key 文件，也没有设置 SECRET_KEY。没有另造新的。请放回原来的文件（备份旁边的 .key 就是它），或设置 SECRET_KEY；确实找不回时，停止连线后运行 npm run keys -- forget：只有它能打开的秘密会删掉，要重新设置。`,
    `The database's key${whose} is missing: there is no file secret-key in the data folder ${dataDir}, and SECRET_KEY is not set. No other was made. Put the file back (the .key beside a backup is one) or set SECRET_KEY; when it is lost for good, stop the house and run npm run keys -- forget: the secrets that it alone opened are dropped and have to be set anew.`,
  );
};

/** A key that lies in the data folder. */
interface KeptKey {
  readonly file: string;
  readonly key: string;
}

const liesInFile = (ours: string, { file }: KeptKey): DatabaseRefused =>
  new DatabaseRefused(
    `密钥不是这个数据库的：SECRET_KEY 是 ${ours}，数据库的密钥就在文件 ${file} 里。请把 SECRET_KEY 改成这个文件的内容，或去掉它；什么都没有丢。`,
    `The key is not this database's: SECRET_KEY is ${ours}, and the database's key is in the file ${file}. Change SECRET_KEY to what that file says, or remove it; nothing is lost.`,
  );

const opens = (secrets: Secrets, sealed: string, context: string): boolean => {
  try {
    secrets.open(sealed, context);
    return true;
  } catch {
    return false;
  }
};

/** A database of an earlier release has no mark: what lies in it says whose it is. */
const whoseSealed = async (
  db: UnscopedDb,
  secrets: Secrets,
  columns: readonly SealedColumn[],
): Promise<'nobody' | 'ours' | 'another'> => {
  let isAnythingSealed = false;
  for (const column of columns) {
    for (const { key, sealed } of await sealedAfter(db, column, null, PAGE)) {
      if (opens(secrets, sealed, column.contextOf(...key))) return 'ours';
      isAnythingSealed = true;
    }
  }
  return isAnythingSealed ? 'another' : 'nobody';
};

const readMark = (db: UnscopedDb) => db.selectFrom('houseKey').select(['mark', 'pepperSealed']).executeTakeFirst();

/** The mark of the database's key; null before its first start. */
export const markOf = async (db: UnscopedDb): Promise<string | null> => (await readMark(db))?.mark ?? null;

/**
 * Where there is no key at hand: whether one may be made. @param dataDir where it was looked for.
 * @throws {DatabaseRefused} when the database has the secrets of one.
 */
export const refuseWithoutKey = async (
  db: UnscopedDb,
  columns: readonly SealedColumn[],
  dataDir: string,
): Promise<void> => {
  const mark = await markOf(db);
  if (mark !== null) throw keyMissing(dataDir, keyIdOf(mark));
  for (const column of columns)
    if ((await sealedAfter(db, column, null, 1)).length > 0) throw keyMissing(dataDir, null);
};

/** The refusal of a set key where the database's own lies in the data folder; null where none such lies there. */
export const refusalOfSet = async (
  db: UnscopedDb,
  secretKey: string,
  columns: readonly SealedColumn[],
  kept: KeptKey | null,
): Promise<DatabaseRefused | null> => {
  if (kept === null) return null;
  const [set, beside, mark] = [openSecrets(secretKey), openSecrets(kept.key), await markOf(db)];
  if (beside.mark === set.mark) return null;
  const isDatabases = mark === null ? (await whoseSealed(db, beside, columns)) === 'ours' : mark === beside.mark;
  return isDatabases ? liesInFile(set.keyId, kept) : null;
};

/**
 * Opens the secrets with the installation's key; marks a database that has no mark yet.
 * @param kept the key of the data folder, so that a refusal can name it.
 * @throws {DatabaseRefused} when its secrets were sealed with another key.
 */
export const openHouseSecrets = async (
  db: UnscopedDb,
  secretKey: string,
  columns: readonly SealedColumn[],
  kept: () => KeptKey | null = () => null,
): Promise<Secrets> => {
  const bare = openSecrets(secretKey);
  const refusal = async (theirs: string | null): Promise<DatabaseRefused> =>
    (await refusalOfSet(db, secretKey, columns, kept())) ?? otherKey(bare.keyId, theirs);
  let row = await readMark(db);
  if (row === undefined) {
    if ((await whoseSealed(db, bare, columns)) === 'another') throw await refusal(null);
    // Another node may be first.
    await db
      .insertInto('houseKey')
      .values({ mark: bare.mark })
      .onConflict(rows => rows.doNothing())
      .execute();
    row = await readMark(db);
  }
  if (row?.mark !== bare.mark) throw await refusal(row === undefined ? null : keyIdOf(row.mark));
  return row.pepperSealed === null ? bare : openSecrets(secretKey, bare.open(row.pepperSealed, PEPPER_CONTEXT));
};

interface Resealed {
  /** Values that carry the next key now. */
  readonly values: number;
  /** Values the present key did not open; they are as they were. */
  readonly damaged: number;
}

const resealColumn = async (
  tx: UnscopedDb,
  column: SealedColumn,
  present: Secrets,
  next: Secrets,
): Promise<Resealed> => {
  let [values, damaged] = [0, 0];
  for (let after: readonly string[] | null = null; ; ) {
    const page: readonly SealedValue[] = await sealedAfter(tx, column, after, PAGE);
    const readable = page.filter(({ key, sealed }) => opens(present, sealed, column.contextOf(...key)));
    await putSealed(
      tx,
      column,
      readable.map(({ key, sealed }) => {
        const context = column.contextOf(...key);
        return { key, sealed: next.seal(present.open(sealed, context), context) };
      }),
    );
    values += readable.length;
    damaged += page.length - readable.length;
    if (page.length < PAGE) return { values, damaged };
    after = page.at(-1)?.key ?? null;
  }
};

/**
 * Seals everything of the database anew, from `present` to `next`, in one transaction that also changes the mark. Nobody may
 * be at work with the present key: whoever seals with it meanwhile would seal what nobody opens.
 * @throws {DatabaseRefused} when `present` is not the database's key.
 */
export const changeKey = (
  db: UnscopedDb,
  { present, next, columns }: { present: string; next: string; columns: readonly SealedColumn[] },
): Promise<Resealed> =>
  db.transaction().execute(async tx => {
    const before = await openHouseSecrets(tx, present, columns);
    const after = openSecrets(next, before.pepper);
    const done = { values: 0, damaged: 0 };
    for (const column of columns) {
      const { values, damaged } = await resealColumn(tx, column, before, after);
      done.values += values;
      done.damaged += damaged;
    }
    const pepperSealed = after.seal(after.pepper, PEPPER_CONTEXT);
    const { numUpdatedRows } = await tx
      .updateTable('houseKey')
      .set({ mark: after.mark, pepperSealed, since: new Date() })
      .where('mark', '=', before.mark)
      .executeTakeFirst();
    // Two changes at the same time: the later one waited here and undoes all of its own.
    if (numUpdatedRows !== 1n) throw otherKey(before.keyId, null);
    return done;
  });
