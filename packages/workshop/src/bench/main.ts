/**
 * `npm run bench [rounds] [parts…]`: *calls*, through the whole house against a bare loop that only sends, receives and
 * records, one after the other in every round, at 50 and 200 calls; *tasks*, a task of 100 calls and its board in
 * Chromium; *import*, a million rows; *export*, a million calls as a workbook; *records*, the call log over five million calls; *stats*, the statistics over them; *market*, the shelf of five thousand plans; *customers*, a number library of a million; *customers-import*, a sheet of them; *sms*, what a text message over SMPP costs; *preview*, a sheet before its import; *push*, messages to ten thousand pages;
 * *backtest*, level rules over 100,000 calls; *http*, what a request costs; *conversation*, what a turn costs; *library*, what the list of common meanings and all weights cost a process; *hearing*, what is heard rightly; *lab*, a thousand test conversations; *experiment*, two ways to talk compared at every look; *whatif*, days told before they are lived; *pages*, what pages cost the browser; *board*, a task's board with 300 live calls; *live*, the page of all live calls with 500; *studio*, moving over a plan of 300 nodes; *publish*, a plan of 300 nodes; *package*, a plan of 300 sentences as a file, out and in; *voices*, a minute of sound uploaded; *seats*, what the sound of a seat's call costs; *seats-load*, the gaps that customers of many seats hear; *seats-hand-over*, a robot's calls handed over; *seats-memory*, what seats' calls leave behind; *seats-page*, a seat's page in the browser; *pacing*, how fast a list of a million is dialled; *ledger*, what the ledger of decisions costs; *dispatch*, a round over many tasks, and what each has of their channels; *hostile*, what one tenant feels of another at its worst; *bundles*, their sizes. All parts without a name. Writes docs/figures and the READMEs.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { z } from 'zod';
import { attemptSamples, attemptTooDear, measureAttempts } from './attempt.ts';
import { backTestSamples, measureBackTest } from './back-test.ts';
import { boardSamples, measureBoards } from './board.ts';
import { bundleSamples } from './bundles.ts';
import { conversationSamples, measureConversation } from './conversation.ts';
import { benchCustomerImport, benchCustomers } from './customers/bench.ts';
import { dispatchSamples, dispatchTooDear, measureDispatch } from './dispatch.ts';
import { experimentSamples, measureExperiment } from './experiment.ts';
import { exportSamples, exportTooDear, measureExport } from './export.ts';
import { cloneDir, type Sample, saveFigure, writeTables } from './figures.ts';
import { filingSamples, filingTooDear, measureFiling } from './filing.ts';
import { hearingSamples } from './hearing.ts';
import { feltTooMuch, hostileSamples, measureHostile } from './hostile.ts';
import { type HouseFigure, measureHouse } from './house-calls.ts';
import { httpSamples, measureHttp } from './http.ts';
import { type ImportFigure, importSamples, measureImport } from './import.ts';
import { type ImportTickFigure, importTickSamples, importTickTooSlow, measureImportTick } from './import-tick.ts';
import { intentsSamples, measureIntents } from './intents.ts';
import { labSamples, measureLab } from './lab.ts';
import { ledgerMsOf, ledgerSamples, ledgerTooDear, measureLedger } from './ledger.ts';
import { librarySamples, measureLibrary } from './library.ts';
import { livePageSamples, livePageTooDear, measureLivePage } from './live-page.ts';
import { marketSamples, marketTooSlow, measureMarket } from './market.ts';
import { fellBehind, measurePacing, pacingSamples } from './pacing.ts';
import { measurePackage, packageSamples, packageTooDear } from './package.ts';
import { measurePages, pagesSamples } from './pages.ts';
import { measurePreview, previewSamples } from './preview.ts';
import { measurePublish, publishSamples } from './publish.ts';
import { measurePush, pushSamples } from './push.ts';
import { measureRecords, recordsSamples, recordsTooSlow } from './records.ts';
import { measureSeatSound, seatSoundSamples, seatSoundTooDear } from './seat-sound.ts';
import { handOverSamples, handOverTooDear, measureHandOver } from './seats/hand-over.ts';
import { measureSeatLoad, seatLoadSamples, seatLoadTooDear } from './seats/load.ts';
import { measureSeatMemory, seatMemorySamples, seatMemoryTooDear } from './seats/memory.ts';
import { measureSeatPage, seatPageSamples, seatPageTooSlow } from './seats/page.ts';
import { measureSms, smsSamples, smsTooDear } from './sms.ts';
import { measureStats, statsSamples, statsTooSlow } from './stats.ts';
import { measureStudio, studioSamples } from './studio.ts';
import { measureTask, type TaskFigure } from './task-house.ts';
import { measureVoices, voicesSamples } from './voices.ts';
import { measureWhatIf, whatIfSamples } from './what-if.ts';

const HOUSE_SECONDS = 40;
const BARE_SECONDS = 20;
const sizes = [50, 200] as const;
const TASK_CALLS = 100;
const rounds = Number(process.argv[2] ?? 3);
const parts = process.argv.slice(3);
const isWanted = (part: string): boolean => parts.length === 0 || parts.includes(part);
const command = ['npm run bench', ...process.argv.slice(2)].join(' ');

const bareReport = z.object({ bare: z.looseObject({ cpuSecondsPerCallMinute: z.number() }) });

/** In a process of its own, as every process of the house is. */
const measureBare = (calls: number): z.infer<typeof bareReport>['bare'] => {
  const bench = join(cloneDir, 'packages/telephony/bench/main.ts');
  const said = execFileSync(process.execPath, [bench, String(calls), String(BARE_SECONDS)], { encoding: 'utf8' });
  return bareReport.parse(JSON.parse(said)).bare;
};

interface Round {
  readonly calls: number;
  readonly bare: z.infer<typeof bareReport>['bare'];
  readonly house: HouseFigure;
}

/** A part that is measured and saved, and keeps to no bound. */
const part =
  <All>(name: string, measure: (rounds: number) => All | Promise<All>, samplesOf: (all: All) => readonly Sample[]) =>
  async (): Promise<void> => {
    const all = await measure(rounds);
    saveFigure(name, command, samplesOf(all), all);
  };

/** Calls by hand against the bare loop. */
const benchCalls = async (): Promise<void> => {
  const all: Round[] = [];
  for (let round = 1; round <= rounds; round += 1)
    for (const calls of sizes) {
      const bare = measureBare(calls);
      const house = await measureHouse(calls, HOUSE_SECONDS);
      all.push({ calls, bare, house });
      const each = house.cpuSecondsPerCallMinute.toFixed(3);
      const steal = house.stolenSeconds.toFixed(2);
      process.stdout.write(
        `round ${round}, ${calls} calls: ${each} CPU s a call-minute, bare ${bare.cpuSecondsPerCallMinute.toFixed(3)}, stolen ${steal} s\n`,
      );
    }
  const valuesOf = (calls: number, value: (round: Round) => number): number[] =>
    all.filter(round => round.calls === calls).map(value);
  const samples = sizes.flatMap((calls): Sample[] => [
    {
      zh: `${calls} 通同时通话：每通话分钟的处理器秒（全部进程，不含数据库和对端）`,
      en: `${calls} calls at once: CPU seconds a call-minute (all processes, without database and far end)`,
      unit: 's',
      digits: 3,
      values: valuesOf(calls, round => round.house.cpuSecondsPerCallMinute),
    },
    {
      zh: `${calls} 通：只收发和录音的空循环`,
      en: `${calls} calls: a bare loop that only sends, receives and records`,
      unit: 's',
      digits: 3,
      values: valuesOf(calls, round => round.bare.cpuSecondsPerCallMinute),
    },
    {
      zh: `${calls} 通：倍数`,
      en: `${calls} calls: ratio`,
      unit: '×',
      digits: 2,
      values: valuesOf(calls, round => round.house.cpuSecondsPerCallMinute / round.bare.cpuSecondsPerCallMinute),
    },
  ]);
  saveFigure('calls', command, samples, all);
};

/** A task of many calls, against the bare loop at as many, and its board. */
const benchTasks = async (): Promise<void> => {
  const all: { readonly bare: z.infer<typeof bareReport>['bare']; readonly task: TaskFigure }[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const bare = measureBare(TASK_CALLS);
    const task = await measureTask(TASK_CALLS, HOUSE_SECONDS);
    all.push({ bare, task });
    const { page, stolenSeconds } = task;
    process.stdout.write(
      `round ${round}, a task at ${TASK_CALLS}: ${task.cpuSecondsPerCallMinute.toFixed(3)} CPU s a call-minute, bare ${bare.cpuSecondsPerCallMinute.toFixed(3)}, stolen ${stolenSeconds.toFixed(2)} s; board ${(100 * page.mainThread).toFixed(1)} % of a core, longest gap ${page.longestGapMs.toFixed(0)} ms, ${page.gaps} over 50 ms in ${page.seconds.toFixed(0)} s\n`,
    );
  }
  const sample = (zh: string, en: string, unit: string, digits: number, values: number[]): Sample => ({
    zh,
    en,
    unit,
    digits,
    values,
  });
  const samples = [
    sample(
      `任务同时 ${TASK_CALLS} 通：每通话分钟的处理器秒（全部进程，不含数据库和对端）`,
      `a task at ${TASK_CALLS} calls: CPU seconds a call-minute (all processes, without database and far end)`,
      's',
      3,
      all.map(({ task }) => task.cpuSecondsPerCallMinute),
    ),
    sample(
      `任务同时 ${TASK_CALLS} 通：空循环的倍数`,
      `a task at ${TASK_CALLS} calls: ratio to the bare loop`,
      '×',
      2,
      all.map(({ task, bare }) => task.cpuSecondsPerCallMinute / bare.cpuSecondsPerCallMinute),
    ),
    sample(
      `任务看板，${TASK_CALLS} 通进行中：浏览器主线程占一个核`,
      `a task's board with ${TASK_CALLS} live calls: main thread of the browser, of a core`,
      '%',
      1,
      all.map(({ task }) => 100 * task.page.mainThread),
    ),
  ];
  saveFigure('tasks', command, samples, all);
};

/** Ten thousand pages and a message to all of them, against bare `ws`. */
const benchPush = part('push', measurePush, pushSamples);

/** Who is signed in and a page of calls, against bare fastify. */
const benchHttp = part('http', measureHttp, httpSamples);

/** A sentence against 1,000 intents; and what a plan understands in words it does not have. */
const benchIntents = part('intents', measureIntents, intentsSamples);

/** What is heard rightly of sentences that were held out. */
const benchHearing = (): void => {
  const samples = hearingSamples();
  saveFigure('hearing', command, samples, samples);
};

/** The plan editor's canvas. */
const benchStudio = part('studio', measureStudio, studioSamples);

/** A plan of 300 nodes becomes a version. */
/** A plan as a file, out and in. */
const benchPackage = async (): Promise<void> => {
  const all = await measurePackage(rounds);
  saveFigure('package', command, packageSamples(all), all);
  complain(packageTooDear(all));
};
const benchPublish = part('publish', measurePublish, publishSamples);

/** A browser's leg beside a carrier's. */
const benchSeatSound = (): void => {
  const all = measureSeatSound(rounds);
  saveFigure('seats', command, seatSoundSamples(all), all);
  complain(seatSoundTooDear(all));
};

/** Gaps at the customers of many seats. */
const benchSeatLoad = async (): Promise<void> => {
  const all = await measureSeatLoad(rounds);
  saveFigure('seats-load', command, seatLoadSamples(all), all);
  complain(seatLoadTooDear(all));
};

/** A robot hands over to a seat, many times: its hand-overs are the rounds, as in what follows. */
const benchHandOver = async (): Promise<void> => {
  const figure = await measureHandOver();
  saveFigure('seats-hand-over', command, handOverSamples(figure), figure);
  complain(handOverTooDear(figure));
};

/** What seats' calls leave in memory. */
const benchSeatMemory = async (): Promise<void> => {
  const figure = await measureSeatMemory();
  saveFigure('seats-memory', command, seatMemorySamples(figure), figure);
  complain(seatMemoryTooDear(figure));
};

/** A seat's page in Chromium. */
const benchSeatPage = async (): Promise<void> => {
  const figure = await measureSeatPage();
  saveFigure('seats-page', command, seatPageSamples(figure), figure);
  complain(seatPageTooSlow(figure));
};

/** What an upload to the voice library costs. */
const benchVoices = part('voices', measureVoices, voicesSamples);

/** What the regression lab costs. */
const benchLab = (): void => {
  const all = Array.from({ length: rounds }, measureLab);
  saveFigure('lab', command, labSamples(all), all);
};

/** Ways to talk compared: the seeds are the rounds. */
const benchExperiment = (): void => {
  const all = [measureExperiment()];
  saveFigure('experiment', command, experimentSamples(all), all);
};

/** Days told: the seeds are the rounds. */
const benchWhatIf = (): void => {
  const all = [measureWhatIf()];
  saveFigure('whatif', command, whatIfSamples(all), all);
};

/** What pages cost the browser. */
const benchPages = part('pages', measurePages, pagesSamples);

/** A board with all the live calls it shows. */
const benchBoard = part('board', measureBoards, boardSamples);

/** All live calls on one page. */
const benchLive = async (): Promise<void> => {
  const all = await measureLivePage(rounds);
  saveFigure('live', command, livePageSamples(all), all);
  complain(livePageTooDear(all));
};

/** How fast a task of a million numbers calls; `PACING_SECONDS` and `PACING_SCALE` make it a trial, which is not saved; `PACING_LANES=all` looks at each lane at every part. */
const benchPacing = async (): Promise<void> => {
  const { PACING_SECONDS = '60', PACING_SCALE = '1', PACING_LANES } = process.env;
  const [seconds, scale] = [Number(PACING_SECONDS), Number(PACING_SCALE)];
  const all = await measurePacing({ seconds, scale, whole: PACING_LANES === 'all' });
  if (seconds === 60 && scale === 1) saveFigure('pacing', command, pacingSamples(all), all);
  complain(fellBehind(all));
};

/** What the ledger of decisions costs; `LEDGER_SECONDS` makes it a trial, which is not saved. */
const benchLedger = async (): Promise<void> => {
  const { LEDGER_SECONDS = '30' } = process.env;
  const figure = await measureLedger(Number(LEDGER_SECONDS));
  process.stdout.write(
    `ledger: ${figure.bytes.toFixed(1)} bytes a row, ${ledgerMsOf(figure).toFixed(3)} ms of ${figure.msPerAttempt.toFixed(2)} ms CPU an attempt\n`,
  );
  if (LEDGER_SECONDS === '30') saveFigure('ledger', command, ledgerSamples(figure), figure);
  complain(ledgerTooDear(figure));
};

/** What a text message costs beside the library alone; `SMS_MESSAGES` makes it a trial, which is not saved. */
const benchSms = async (): Promise<void> => {
  const { SMS_MESSAGES = '20000' } = process.env;
  const all = await measureSms(rounds, Number(SMS_MESSAGES));
  if (SMS_MESSAGES === '20000') saveFigure('sms', command, smsSamples(all), all);
  complain(smsTooDear(all));
};

/** What an attempt costs beside its bare statements; `ATTEMPT_SECONDS` makes it a trial, which is not saved. */
const benchAttempts = async (): Promise<void> => {
  const { ATTEMPT_SECONDS = '30' } = process.env;
  const all = await measureAttempts(rounds, Number(ATTEMPT_SECONDS));
  if (ATTEMPT_SECONDS === '30') saveFigure('attempt', command, attemptSamples(all), all);
  complain(attemptTooDear(all));
};

/** What the index of words adds to a filing: its turns are the rounds. */
const benchFiling = async (): Promise<void> => {
  const figure = await measureFiling();
  saveFigure('filing', command, filingSamples(figure), figure);
  complain(filingTooDear(figure));
};

/** Rounds over many tasks; `DISPATCH_SECONDS` makes it a trial, which is not saved. */
const benchDispatch = async (): Promise<void> => {
  const { DISPATCH_SECONDS = '60' } = process.env;
  const figure = await measureDispatch(Number(DISPATCH_SECONDS));
  if (DISPATCH_SECONDS === '60') saveFigure('dispatch', command, dispatchSamples(figure), figure);
  complain(dispatchTooDear(figure));
};

/** What was measured is kept as it is; that it broke a promise is said, and ends the run with 1. */
const complain = (sentences: readonly string[]): void => {
  for (const sentence of sentences) process.stdout.write(`✗ ${sentence}\n`);
  if (sentences.length > 0) process.exitCode = 1;
};

const HOSTILE_SECONDS = 20;

const benchHostile = async (): Promise<void> => {
  const all = await measureHostile(rounds, HOSTILE_SECONDS);
  saveFigure('hostile', command, hostileSamples(all), all);
  complain(feltTooMuch(all));
};

/** `BENCH_ROWS` makes a trial of what is measured over many rows; a trial is not saved. */
const { BENCH_ROWS } = process.env;

/** The call log over five million calls. */
const benchRecords = async (): Promise<void> => {
  const figure = await measureRecords(Number(BENCH_ROWS ?? 5_000_000));
  const samples = recordsSamples(figure);
  for (const { en, unit, values } of samples) process.stdout.write(`${en}: ${values[0]!.toFixed(1)} ${unit}\n`);
  if (BENCH_ROWS === undefined) saveFigure('records', command, samples, figure);
  complain(recordsTooSlow(figure));
};

/** The statistics over five million calls of a quarter. */
const benchStats = async (): Promise<void> => {
  const figure = await measureStats(Number(BENCH_ROWS ?? 5_000_000));
  const samples = statsSamples(figure);
  for (const { en, unit, values } of samples) process.stdout.write(`${en}: ${values[0]!.toFixed(1)} ${unit}\n`);
  if (BENCH_ROWS === undefined) saveFigure('stats', command, samples, figure);
  complain(statsTooSlow(figure));
};

/** The market with five thousand products. */
const benchMarket = async (): Promise<void> => {
  const figure = await measureMarket();
  saveFigure('market', command, marketSamples(figure), figure);
  complain(marketTooSlow(figure));
};

/** A million calls as a workbook, against PostgreSQL's own COPY and the writer of workbooks alone. */
const benchExport = async (): Promise<void> => {
  const figure = await measureExport(Number(BENCH_ROWS ?? 1_000_000));
  const samples = exportSamples(figure);
  for (const { en, unit, values } of samples) process.stdout.write(`${en}: ${values[0]!.toFixed(2)} ${unit}\n`);
  for (const part of ['tenth', 'whole', 'copy', 'writer'] as const)
    process.stdout.write(
      `${part}: ${figure[part].seconds.toFixed(1)} s, CPU ${figure[part].cpuSeconds.toFixed(1)} s\n`,
    );
  process.stdout.write(`stolen meanwhile: ${figure.stolenSeconds.toFixed(2)} s\n`);
  if (BENCH_ROWS === undefined) saveFigure('export', command, samples, figure);
  complain(exportTooDear(figure));
};

/** A million numbers from a sheet, against reading it and PostgreSQL's own COPY; and a running task meanwhile. */
const benchImport = async (): Promise<void> => {
  const rows = Number(BENCH_ROWS ?? 1_000_000);
  const all: ImportFigure[] = [];
  const ticks: ImportTickFigure[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    all.push(...(await measureImport(rows)));
    ticks.push(await measureImportTick(rows));
  }
  const samples = [...importSamples(all), ...importTickSamples(ticks)];
  for (const { en, unit, values } of samples)
    process.stdout.write(`${en}: ${values.map(value => value.toFixed(2)).join(', ')} ${unit}\n`);
  if (BENCH_ROWS === undefined) saveFigure('import', command, samples, { all, ticks });
  complain(importTickTooSlow(ticks));
};

/** A sheet looked at before it is imported. */
const benchPreview = part('preview', measurePreview, previewSamples);

/** What a turn costs the conversation machine. */
const benchConversation = part('conversation', measureConversation, conversationSamples);

/** What common meanings and weights cost a process. */
const benchLibrary = part('library', measureLibrary, librarySamples);

/** Changed level rules over a month of calls. */
const benchBackTest = part('backtest', measureBackTest, backTestSamples);

if (isWanted('calls')) await benchCalls();
if (isWanted('tasks')) await benchTasks();
if (isWanted('import')) await benchImport();
if (isWanted('export')) await benchExport();
if (isWanted('records')) await benchRecords();
if (isWanted('stats')) await benchStats();
if (isWanted('market')) await benchMarket();
if (isWanted('customers')) complain(await benchCustomers(command, BENCH_ROWS));
if (isWanted('customers-import')) complain(await benchCustomerImport(command, BENCH_ROWS));
if (isWanted('preview')) await benchPreview();
if (isWanted('conversation')) await benchConversation();
if (isWanted('library')) await benchLibrary();
if (isWanted('backtest')) await benchBackTest();
if (isWanted('push')) await benchPush();
if (isWanted('http')) await benchHttp();
if (isWanted('intents')) await benchIntents();
if (isWanted('hearing')) benchHearing();
if (isWanted('lab')) benchLab();
if (isWanted('experiment')) benchExperiment();
if (isWanted('whatif')) benchWhatIf();
if (isWanted('pages')) await benchPages();
if (isWanted('board')) await benchBoard();
if (isWanted('live')) await benchLive();
if (isWanted('studio')) await benchStudio();
if (isWanted('publish')) await benchPublish();
if (isWanted('package')) await benchPackage();
if (isWanted('voices')) await benchVoices();
if (isWanted('seats')) benchSeatSound();
if (isWanted('seats-load')) await benchSeatLoad();
if (isWanted('seats-hand-over')) await benchHandOver();
if (isWanted('seats-memory')) await benchSeatMemory();
if (isWanted('seats-page')) await benchSeatPage();
if (isWanted('pacing')) await benchPacing();
if (isWanted('attempt')) await benchAttempts();
if (isWanted('filing')) await benchFiling();
if (isWanted('ledger')) await benchLedger();
if (isWanted('sms')) await benchSms();
if (isWanted('dispatch')) await benchDispatch();
if (isWanted('hostile')) await benchHostile();
if (isWanted('bundles')) saveFigure('bundles', command, ...bundleSamples());
writeTables();
