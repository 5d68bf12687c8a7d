import { readFile } from 'node:fs/promises';

/** The house's processes as the system sees them (Linux): whom to kill is found by what runs, not by asking us. */
export const childrenOf = async (pid: number): Promise<readonly number[]> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  return text.split(' ').filter(Boolean).map(Number);
};

/** The process and all below it. */
export const familyOf = async (pid: number): Promise<readonly number[]> => {
  const children = await childrenOf(pid);
  return [pid, ...(await Promise.all(children.map(familyOf))).flat()];
};

const commandOf = (pid: number): Promise<string> =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    text => text.replaceAll('\0', ' '),
    () => '',
  );

/** The process below `pid` whose command line holds `text`; null while there is none. */
export const findBelow = async (pid: number, text: string): Promise<number | null> => {
  for (const child of await childrenOf(pid)) {
    if ((await commandOf(child)).includes(text)) return child;
    const below = await findBelow(child, text);
    if (below !== null) return below;
  }
  return null;
};

/** Whether somebody on this machine listens for datagrams at a port (Linux). */
export const hasListener = async (port: number): Promise<boolean> => {
  const table = await readFile('/proc/net/udp', 'utf8');
  return table.includes(`:${port.toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 `);
};
