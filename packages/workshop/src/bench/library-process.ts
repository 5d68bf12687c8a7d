/**
 * A process that loads the list of common meanings and all weights as a media worker does before its first call (`with`), or
 * nothing of them (`without`), and says what that took. Run with `--expose-gc`.
 */
import '../../../core/src/conversation/recognition/text.ts';

const load = async (): Promise<void> => {
  const { builtInLibrary, tradeLibrary } = await import(
    '../../../core/src/conversation/recognition/built-in/library.ts'
  );
  const { wantsNoCalls } = await import('../../../core/src/conversation/recognition/call-wish/call-wish.ts');
  const { actOdds } = await import('../../../core/src/conversation/recognition/dialogue-act/dialogue-act.ts');
  const { subjectOf } = await import('../../../core/src/conversation/recognition/subject/subject.ts');
  builtInLibrary();
  tradeLibrary();
  wantsNoCalls('');
  actOdds('', [], null);
  subjectOf('', []);
};

const [cpuBefore, since] = [process.cpuUsage(), performance.now()];
if (process.argv[2] === 'with') await load();
const wallMs = performance.now() - since;
const { user, system } = process.cpuUsage(cpuBefore);
const whole = process.cpuUsage();
for (let n = 0; n < 3; n += 1) globalThis.gc?.();
const { heapUsed, external } = process.memoryUsage();
process.stdout.write(
  JSON.stringify({
    wallMs,
    cpuMs: (user + system) / 1_000,
    /** Since the process began. */
    wholeCpuMs: (whole.user + whole.system) / 1_000,
    /** `external` has what array buffers hold in it. */
    megabytes: (heapUsed + external) / 1e6,
  }),
);
