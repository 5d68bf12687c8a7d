import { endpoints } from '@lianxian/contract';
import { afterAll, beforeAll, expect } from 'vitest';
import { type LineCalls, lineCalls, placeLineCalls, talkedOver } from '../interop/line-calls.ts';
import { beginLineStories, type LineStories, lineStories } from '../interop/line-stories.ts';
import { type LineTasks, lineTasks, startLineTasks } from '../interop/line-tasks.ts';
import { expectedOutcomes } from '../src/expected-outcomes.ts';
import { signIn } from './house/api.ts';
import { chromiumIsThere, openBrowser } from './house/browser.ts';
import { type CallDetail, finishedCall, practiceGround } from './house/calls.ts';
import { calm } from './house/calm.ts';
import { freePort, startHouse } from './house/house.ts';
import { agreementByHand } from './scenes/agreement-by-hand.ts';
import { badInput } from './scenes/bad-input.ts';
import { byHand } from './scenes/by-hand.ts';
import { callees } from './scenes/callees.ts';
import { deaths } from './scenes/deaths.ts';
import type { Ground } from './scenes/ground.ts';
import { libraryByHand } from './scenes/library-by-hand.ts';
import { lineByHand } from './scenes/line-by-hand.ts';
import { marketByHand } from './scenes/market-by-hand.ts';
import { type OnTheWire, onTheWire, watchTheWire } from './scenes/on-the-wire.ts';
import { beginOperatorsDay, type OperatorsDay, operatorsDay } from './scenes/operators-day.ts';
import { peopleByHand } from './scenes/people-by-hand.ts';
import { platformByHand } from './scenes/platform-by-hand.ts';
import { recordingByHand } from './scenes/recording-by-hand.ts';
import { resellerByHand } from './scenes/reseller-by-hand.ts';
import { seatByHand } from './scenes/seat-by-hand.ts';
import { seatInTrouble } from './scenes/seat-in-trouble.ts';
import { measuredNumbers, sound } from './scenes/sound.ts';
import { taskByHand } from './scenes/task-by-hand.ts';
import { townByEar } from './scenes/town.ts';
import { runTownTask, type TownTask, townTask } from './scenes/town-task.ts';
import { type TrueFigures, trueFigures, watchFigures } from './scenes/true-figures.ts';
import { twoHosts } from './scenes/two-hosts.ts';

/**
 * The stories in one house: robot calls to the twenty of the practice town and over lines of somebody else's carrier, their
 * sound, tasks of many numbers over both, people of every level and a seat in the browser, bad input and sudden deaths. All
 * calls are placed and all tasks started at once at the beginning: a hundred calls take a tenth of a processor, what takes time is waiting, and
 * begun later they would lengthen the whole by a minute. Each scene looks at what it is about. Last come the odd fields,
 * for one endpoint they go to is the emergency stop, and whoever kills processes.
 */
const EMPTY_NUMBER = '15400009999';
const CALL_LIMIT_MS = 150_000;

let ground: Ground;
let portBeside = 0;
let overLines: LineCalls;
let placed: ReadonlyMap<string, Promise<CallDetail>>;
let overTown: Promise<TownTask>;
let tasksOverLines: Promise<LineTasks>;
let stories: LineStories;
let figures: Promise<TrueFigures>;
let wire: Promise<OnTheWire>;
let day: Promise<OperatorsDay>;

beforeAll(async () => {
  portBeside = await freePort();
  const house = await startHouse({ CORS_ORIGINS: `http://127.0.0.1:${portBeside}` });
  const [browser, api] = await Promise.all([chromiumIsThere ? openBrowser() : null, signIn(house)]);
  const { planId, lineId } = await practiceGround(api);
  ground = { house, api, planId, practiceLineId: lineId, browser };
  await calm(house);
  const call = async (phone: string): Promise<CallDetail> => {
    const { id } = await api.call(endpoints.call.place, { planId, lineId, phone });
    return finishedCall(api, id, CALL_LIMIT_MS);
  };
  const numbers = [...expectedOutcomes.map(({ number }) => number), EMPTY_NUMBER];
  placed = new Map(numbers.map(number => [number, call(number)]));
  for (const each of placed.values()) each.catch(() => undefined);
  overLines = await placeLineCalls(ground);
  // What is measured to a tenth of a second comes before the calls of tasks.
  const measured = Promise.allSettled([...talkedOver(overLines), ...measuredNumbers.map(callTo)]);
  overTown = measured.then(() => runTownTask(ground));
  tasksOverLines = measured.then(() => startLineTasks(ground));
  stories = beginLineStories(ground, tasksOverLines);
  figures = tasksOverLines.then(() => watchFigures(ground));
  wire = tasksOverLines.then(() => watchTheWire(ground));
  day = measured.then(() => beginOperatorsDay(ground));
  for (const each of [overTown, tasksOverLines, figures, wire, day]) each.catch(() => undefined);
}, 300_000);

afterAll(async () => {
  await ground?.browser?.close();
  expect(await ground?.house.stop()).toBe(0);
});

const there = () => ground;
const callTo = (number: string): Promise<CallDetail> => placed.get(number) ?? Promise.reject(new Error(number));

agreementByHand(there);
twoHosts(there, () => portBeside);
const ownLine = lineByHand(there);
byHand(there);
ownLine.goesDown();
taskByHand(there);
ownLine.comesBack();
peopleByHand(there);
libraryByHand(there);
recordingByHand(there);
const operators = operatorsDay(there, () => day);
resellerByHand(there);
platformByHand(there);
marketByHand(there);
callees(callTo);
sound(there, callTo);
townByEar(there, callTo);
lineCalls(() => overLines);
lineTasks(() => tasksOverLines);
lineStories(() => stories);
townTask(() => overTown);
onTheWire(() => wire);
trueFigures(() => figures);
operators.ends();
seatByHand(there);
seatInTrouble(there);
badInput(there);
deaths(there);
