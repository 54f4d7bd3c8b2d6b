import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vite'

// `npm run simulate -- --seed 7 --years 2` lives through two years of a simulated world; without a seed chance takes one.
// What it prints last names the seed, by which the same run comes again.

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.trunc(Math.random() * 1e9)) },
    years: { type: 'string' },
    days: { type: 'string' },
    busy: { type: 'string' },
  },
})
const days = Number(values.days ?? 365 * Number(values.years ?? 1))
// in a third of a long run hardly anybody comes
const busy = Number(values.busy ?? (days > 60 ? Math.round((2 * days) / 3) : days))
const outDir = join(root, '.cache/simulation')

await build({
  root,
  configFile: false,
  logLevel: 'error',
  ssr: { noExternal: [/^@truemark\//] },
  build: {
    ssr: join(root, 'tests/simulation/simulate.ts'),
    outDir,
    emptyOutDir: true,
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'simulate.mjs' } },
  },
})
console.log(`seed ${values.seed}, ${days} days, ${busy} of them busy`)
const child = spawn(
  process.execPath,
  [
    '--min-semi-space-size=64',
    '--max-semi-space-size=128',
    join(outDir, 'simulate.mjs'),
    values.seed,
    String(days),
    String(busy),
  ],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
child.on('close', (code) => {
  console.log(`again: npm run simulate -- --seed ${values.seed} --days ${days} --busy ${busy}`)
  process.exitCode = code ?? 1
})
