import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const root = join(import.meta.dirname, '..')

// `npm run fuzz -- --requests 1000000` sends so many requests, made from the protocol's own routes, to a server with one
// of everything (`--built`: to the built server, with sockets open beside); `--seed 7` other ones; `--from 1234 --requests 1` one of them once more; `--minutes 30` those of half an hour.
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    from: { type: 'string', default: '0' },
    requests: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: 'Infinity' },
    built: { type: 'boolean', default: false },
  },
})
console.log(`seed ${values.seed}, from request ${values.from}, ${values.requests} requests`)
const file = values.built ? 'tests/fuzz/built.test.ts' : 'tests/fuzz/fuzz.test.ts'
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const child = spawn(process.execPath, [vitest, 'run', file], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    FUZZ_SEED: values.seed,
    FUZZ_FROM: values.from,
    FUZZ_REQUESTS: values.requests,
    FUZZ_MINUTES: values.minutes,
  },
})
child.on('close', (code) => (process.exitCode = code ?? 1))
