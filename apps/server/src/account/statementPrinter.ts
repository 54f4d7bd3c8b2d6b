import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Readable, PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { SheetLine, StatementHead } from './statementSheet.ts'

/** Limits of printing: how many at once, the time and the memory for each. */
const runningMax = 2
const timeMaxMs = 120_000
const memoryMaxMb = 256

/** Prints statements. */
export interface StatementPrinter {
  /** The PDF as it is written; null where as many are printed as may. It breaks off where a line or the program fails. */
  print(head: StatementHead, lines: AsyncIterable<SheetLine>): Readable | null
}

/**
 * Prints statements in processes of their own, one each, so that nobody's requests wait for a long one.
 * @param program the built program of `statementWorker.ts`
 */
export function createStatementPrinter(program: URL): StatementPrinter {
  let running = 0
  return {
    print(head, lines) {
      if (running >= runningMax) return null
      running += 1
      const output = new PassThrough()
      run(program, head, lines, output)
        .catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
        .finally(() => {
          running -= 1
        })
      return output
    },
  }
}

async function run(
  program: URL,
  head: StatementHead,
  lines: AsyncIterable<SheetLine>,
  output: PassThrough,
): Promise<void> {
  // no environment: it bears the secrets of the server
  const child = spawn(process.execPath, [`--max-old-space-size=${memoryMaxMb}`, fileURLToPath(program)], {
    env: {},
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(0, 2_000)))
  // whoever asked may have gone, or the program: either ends both
  output.once('close', () => child.kill('SIGKILL'))
  child.stdin.on('error', () => undefined)
  const timer = setTimeout(() => child.kill('SIGKILL'), timeMaxMs)
  const closed = once(child, 'close')
  child.stdout.pipe(output, { end: false })
  try {
    await feed(child.stdin, head, lines)
    const [code] = await closed
    if (code !== 0) throw new Error(`a statement was not printed: ${complaint}`)
    output.end()
  } finally {
    clearTimeout(timer)
    child.kill('SIGKILL')
  }
}

async function feed(input: NodeJS.WritableStream, head: StatementHead, lines: AsyncIterable<SheetLine>): Promise<void> {
  input.write(`${JSON.stringify(head)}\n`)
  for await (const line of lines) {
    if (!input.writable) return
    if (!input.write(`${JSON.stringify(line)}\n`)) await Promise.race([once(input, 'drain'), once(input, 'close')])
  }
  input.end()
}
