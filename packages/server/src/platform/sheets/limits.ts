/** What a sheet may ask of us. A file is 50 MB at most (the contract's upload); the rest bounds what hides in it. */
export const sheetLimits = {
  /** Columns that are used; further ones are left out, and it is said. */
  columns: 100,
  /** As a workbook's own limit; longer texts are cut. */
  cellChars: 32_767,
  /** A row of text that is longer is no row: a quote that is never closed, a file without line ends. */
  rowChars: 262_144,
  /** All that is unpacked of a workbook. A million rows of ten columns are some 600 MB. */
  unpackedBytes: 2_147_483_648,
  /** How much bigger than packed: workbooks pack 5 to 30 times smaller, a bomb up to 1,032 times (RFC 1951). */
  unpackedRatio: 200,
  /** Below this a high ratio is no bomb but a small file. */
  unpackedFreely: 67_108_864,
  /** Of a part that tells of the sheets: their list, styles. */
  partBytes: 16_777_216,
  /** Parts that one part names: the list of sheets names each of them and a dozen more. */
  relations: 1_000,
  /** Texts of a workbook, kept in memory while it is read. */
  stringBytes: 268_435_456,
  /** After so many broken quotes a file plainly does not quote. */
  brokenQuotes: 20,
} as const;
