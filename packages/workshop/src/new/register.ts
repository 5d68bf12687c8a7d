import type { RoomNames } from './names.ts';

const WIDTH = 52;

/** What a person does by hand, for it is a choice each time: where the room stands and who may. */
export const toRegister = ({ room, key, type, table }: RoomNames): readonly string[] => {
  const places = {
    'packages/contract/src/index.ts': `import, export, \`${key}: ${key}Endpoints\` in the table`,
    [`packages/contract/src/endpoints/${room}.ts`]: 'the page and the button it needs',
    'packages/server/src/platform/db/schema.ts': `${type}Tables among what Tables extends`,
    'packages/server/src/house.ts': `bind${type} among the rooms`,
    'packages/workshop/src/architecture/rules.ts': `'${room}' on its floor, and in ARCHITECTURE.md`,
    'packages/server/test/samples.ts': `a sample of each '${key}/…', and an own row of ${table}`,
    'packages/server/test/who-may.slice.test.ts': 'its paths in the table of rights',
    'docs/api.md': 'vitest run --project fast packages/contract -u',
  };
  return [
    'Register it:',
    ...Object.entries(places).map(([file, what]) => `  ${file.padEnd(WIDTH)}${what}`),
    '',
    'The line for packages/server/README.md:',
    `  - \`src/rooms/${room}/\`: <what it keeps, and for whom>.`,
  ];
};
