import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { StatementPages } from './statementPages.ts'
import type { SheetLine, StatementHead } from './statementSheet.ts'

/**
 * Reads a statement from standard input (its head, then one line of the ledger each line, all as JSON of our own making)
 * and writes it as PDF to standard output, page by page; a failure is the exit's code.
 */
async function main(): Promise<void> {
  const input = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
  const texts = input[Symbol.asyncIterator]()
  const first = await texts.next()
  const head: StatementHead = JSON.parse(String(first.value))
  const pages = await StatementPages.open(head)
  const written = pipeline(pages.output, process.stdout)
  let lines = 0
  for (let next = await texts.next(); next.done !== true; next = await texts.next()) {
    const line: SheetLine = JSON.parse(next.value)
    lines += 1
    // a full page is written before the next is begun, so that a slow reader holds the printing up
    if (pages.line(line) && process.stdout.writableNeedDrain) {
      await new Promise((resolve) => process.stdout.once('drain', resolve))
    }
  }
  pages.end(lines)
  await written
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(error instanceof Error ? (error.stack ?? error.message) : String(error))
    process.exit(1)
  },
)
