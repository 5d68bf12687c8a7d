/**
 * The only door of the server. Without arguments it is the supervisor behind `npm start`; with `--role` it is one of
 * its processes; with `--create-admin` it makes the first administrator of an installation without a demo,
 * with `--platform` beside it one of the platform's people. A first word is a command of the operator's (`keys`, `backup`,
 * `restore`, `recount`).
 */
import { parseArgs } from 'node:util';
import { type Config, configFromParent, loadSettings, type Settings, StartRefused } from './config.ts';
import { readOrders } from './supervisor/orders.ts';
import { type OpenRole, runRole } from './supervisor/role.ts';

/** Each brings its modules, then opens. */
const roles = {
  database: async () => (await import('./supervisor/database.ts')).openDatabaseRole,
  web: async () => (await import('./house.ts')).openWeb,
  calls: async () => {
    (await import('@lianxian/telephony')).comeFirst();
    return (await import('./house.ts')).openCalls;
  },
  jobs: async () => (await import('./house.ts')).openJobs,
} satisfies Record<string, () => Promise<(config: Config) => Promise<OpenRole>>>;

const isRole = (name: string): name is keyof typeof roles => Object.hasOwn(roles, name);

/** Expected reasons not to run are sentences for the operator; anything else keeps its stack for us. */
const complain = (error: unknown): void => {
  const expected = error instanceof Error && ['StartRefused', 'DatabaseRefused', 'ChildRefused'].includes(error.name);
  process.stderr.write(
    expected ? `\n${error.message}\n` : `\n${error instanceof Error ? error.stack : String(error)}\n`,
  );
};

/** What an operator does with an installation; each gets the words after its own, and the options. */
const commands: Readonly<
  Record<string, (settings: Settings, words: readonly string[], options: Options) => Promise<number>>
> = {
  keys: async (settings, [command]) => (await import('./supervisor/keys.ts')).keys(settings, command),
  backup: async (settings, [folder]) => (await import('./backup/commands.ts')).backup(settings, folder),
  restore: async (settings, [folder], { key, 'without-key': withoutKey = false }) =>
    (await import('./backup/commands.ts')).restore(settings, { folder, keyFile: key, withoutKey }),
  recount: async settings => (await import('./supervisor/recount.ts')).recountAll(settings),
};

const readArguments = () =>
  parseArgs({
    allowPositionals: true,
    options: {
      role: { type: 'string' },
      'create-admin': { type: 'boolean' },
      platform: { type: 'boolean' },
      merchant: { type: 'string' },
      number: { type: 'string' },
      account: { type: 'string' },
      key: { type: 'string' },
      'without-key': { type: 'boolean' },
    },
  });

type Options = ReturnType<typeof readArguments>['values'];

const run = async (): Promise<number> => {
  const { values: args, positionals } = readArguments();
  if (args.role !== undefined) {
    if (!isRole(args.role)) throw new Error(`--role must be one of ${Object.keys(roles).join(', ')}`);
    const [load, config] = [roles[args.role], configFromParent(process)];
    return runRole(async () => {
      const told = await config;
      const open = await load();
      return () => open(told);
    });
  }
  const settings = loadSettings(process.env);
  if (args['create-admin'] === true) {
    const { createAdmin } = await import('./supervisor/create-admin.ts');
    const { platform = false, merchant, number, account } = args;
    return createAdmin(settings, { platform, merchant, number, account });
  }
  const [name, ...words] = positionals;
  if (name !== undefined) {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) throw new StartRefused(`没有命令 ${name}。`, `There is no command ${name}.`);
    return command(settings, words, args);
  }
  const { supervise } = await import('./supervisor/supervise.ts');
  return supervise(settings, readOrders());
};

try {
  process.exit(await run());
} catch (error) {
  complain(error);
  process.exit(1);
}
