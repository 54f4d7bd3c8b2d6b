import { PassThrough } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type StatementPrinter, createStatementPrinter } from '../account/door.ts'
import { bundleFile } from '../engine/testing/bundleChild.ts'

const runningMax = 1
const worker = fileURLToPath(new URL('../account/statementWorker.ts', import.meta.url))

/** The real printer of statements, built when the first one is printed. */
export function lazyPrinter(): StatementPrinter {
  let printer: Promise<StatementPrinter> | null = null
  let running = 0
  return {
    print(head, lines) {
      // as the real one does, which cannot say so any more once it was waited for
      if (running >= runningMax) return null
      running += 1
      const output = new PassThrough()
      output.once('close', () => (running -= 1))
      printer ??= bundleFile(worker).then((program) => createStatementPrinter(pathToFileURL(program)))
      printer
        .then((made) => {
          const printed = made.print(head, lines)
          if (printed === null) throw new Error('no place to print')
          printed.once('error', (error) => output.destroy(error))
          // whoever asked may have gone
          output.once('close', () => printed.destroy())
          printed.pipe(output)
        })
        .catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
      return output
    },
  }
}
