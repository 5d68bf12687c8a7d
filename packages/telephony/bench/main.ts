/** `node bench/main.ts [calls] [seconds]`: the engine against the bare loop, each in its own run, and their ratio. */
import { openBareLoop } from './bare-loop.ts';
import { openEngineLoop } from './engine-loop.ts';
import { measure } from './measure.ts';

const calls = Number(process.argv[2] ?? 200);
const seconds = Number(process.argv[3] ?? 10);
const bare = await measure(openBareLoop, calls, seconds);
const engine = await measure(openEngineLoop, calls, seconds);
const ratio = engine.cpuSeconds / engine.seconds / (bare.cpuSeconds / bare.seconds);
process.stdout.write(`${JSON.stringify({ bare, engine, ratio }, null, 2)}\n`);
process.exit(0);
