import { fileURLToPath } from 'node:url'
import { firstOperatorLink } from './operator/door.ts'
import { startGateway } from './gatewayStart.ts'
import { readConfig } from './platform/config/config.ts'
import { Lifecycle } from './platform/lifecycle.ts'
import { createLogger } from './platform/log.ts'
import { StartRefusal, errorMessage, sayRefusal } from './platform/startRefusal.ts'
import { serve } from './serve.ts'
import { buildParts } from './start.ts'
import { startWorker } from './workerStart.ts'
import type { ProcessParts } from './threads.ts'

const stopTimeout = 10_000

/** Composition root of the process: settings, parts, an address, and an orderly end. */
async function main(): Promise<void> {
  const config = readConfig(process.env, process.cwd())
  const logger = createLogger(config.logLevel)
  const lifecycle = new Lifecycle({
    onError: (step, message) => logger.warn({ step, message }, 'a part did not stop in time'),
  })
  let started: Promise<void> = Promise.resolve()
  const end = (code: number): void => {
    if (lifecycle.isStopping) return
    // Whatever still hangs after ten seconds is cut off: nothing acknowledged is lost by that.
    setTimeout(() => process.exit(code), stopTimeout).unref()
    void lifecycle
      .stop()
      // A start that was under way has lost its ground and ends soon; what it began until then is stopped too.
      .then(() => started)
      .then(() => lifecycle.stop())
      .then(() => process.exit(code))
  }
  const fail = (sentence: string): void => {
    if (!lifecycle.isStopping) process.stderr.write(`${sentence}\n`)
    end(1)
  }
  onSignals(end)
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'an error that nobody caught')
    fail(`Truemark stopped because of a fault: ${errorMessage(error)}.`)
  })
  const programs = new URL('.', import.meta.url)
  started = start({ config, programs, lifecycle, logger, ended: fail }, fail)
  await started
}

/** Starts everything and prints the address; a failure is told by `fail`. Never rejects. */
async function start(parts: ProcessParts, fail: (sentence: string) => void): Promise<void> {
  const { lifecycle, logger, programs } = parts
  try {
    const migrations = fileURLToPath(new URL('../migrations', programs))
    if (parts.config.role === 'gateway') return running(lifecycle, await startGateway(parts, migrations))
    if (parts.config.role === 'worker') {
      await startWorker(parts, migrations)
      if (!lifecycle.isStopping)
        process.stdout.write('Truemark works by the clock: what it does stands at METRICS_PORT.\n')
      return
    }
    const built = await buildParts(parts, migrations)
    const address = await serve(parts, built)
    running(lifecycle, address)
    if (lifecycle.isStopping) return
    const link = await firstOperatorLink(built.database)
    if (link !== null)
      process.stdout.write(`Become its first operator with this link, once, within 24 hours:\n${address}${link}\n`)
  } catch (error) {
    if (lifecycle.isStopping) return
    if (!(error instanceof StartRefusal)) logger.fatal({ err: error }, 'the start failed')
    fail(error instanceof StartRefusal ? error.message : `Truemark did not start: ${errorMessage(error)}.`)
  }
}

/**
 * The first signal stops in order, the second at once. SIGHUP says that the terminal was closed; without one, it is how
 * logs are taken away, and ends nothing.
 */
function onSignals(end: (code: number) => void): void {
  let asked = false
  const isAtTerminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY)
  if (!isAtTerminal) process.on('SIGHUP', () => undefined)
  for (const signal of ['SIGINT', 'SIGTERM', ...(isAtTerminal ? (['SIGHUP'] as const) : [])] as const) {
    process.on(signal, () => {
      if (asked) process.exit(130)
      asked = true
      end(0)
    })
  }
}

function running({ isStopping }: Lifecycle, address: string): void {
  if (!isStopping) process.stdout.write(framed(`Truemark is running at ${address}`))
}

function framed(line: string): string {
  const bar = '─'.repeat(line.length + 2)
  return `┌${bar}┐\n│ ${line} │\n└${bar}┘\n`
}

await sayRefusal(main)
