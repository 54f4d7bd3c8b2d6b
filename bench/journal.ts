import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder, report, target } from './report.ts'
import { median } from './statistics.ts'
import { Commits } from '../apps/server/src/engine/commits.ts'
import { joinFrames } from '../apps/server/src/engine/frames.ts'
import { Journal } from '../apps/server/src/engine/journal.ts'
import { chainStart } from '../apps/server/src/engine/journalRow.ts'
import { openBenchDatabase } from './benchDatabase.ts'
import { OrderFlow } from './orderFlow.ts'

/** Real commands and their real events, as rows of `size` accepted commands. */
function batches(flow: OrderFlow, size: number, count: number): { commands: Uint8Array; events: Uint8Array }[] {
  return Array.from({ length: count }, () => {
    const commands: Uint8Array[] = []
    const events: Uint8Array[] = []
    for (let i = 0; i < size; i += 1) {
      const accepted = flow.accepted(1_700_000_000_001)
      commands.push(accepted.command)
      events.push(accepted.events)
    }
    return { commands: joinFrames(commands), events: joinFrames(events) }
  })
}

type Batch = ReturnType<typeof batches>[number]

// as the engine does it where many wait: a row is sent while the one before it is under way
async function appendAll(commits: Commits<null>, rows: readonly Batch[]): Promise<number> {
  const began = performance.now()
  for (const batch of rows) {
    if (commits.isFull) await land(commits)
    commits.send({ ...batch, time: commits.head.time + 1 }, null)
  }
  while (commits.size > 0) await land(commits)
  return (performance.now() - began) / 1_000
}

async function land(commits: Commits<null>): Promise<void> {
  const landed = await commits.land({ stopped: () => false, lost: () => undefined })
  if (landed?.end.kind !== 'committed') throw new Error(`a row was ${landed?.end.kind}`)
}

function fileAll(rows: readonly Batch[]): number {
  const folder = mkdtempSync(join(cacheFolder(), 'journal-'))
  const file = openSync(join(folder, 'file'), 'a')
  const began = performance.now()
  for (const { commands, events } of rows) {
    writeSync(file, commands)
    writeSync(file, events)
    fdatasyncSync(file)
  }
  const seconds = (performance.now() - began) / 1_000
  closeSync(file)
  rmSync(folder, { recursive: true })
  return seconds
}

const rounds = 5
const test = await openBenchDatabase()
const journal = await Journal.open(test.database)
const commits = new Commits<null>(journal, chainStart)
for (const [size, count] of [
  [1, 500],
  [100, 500],
  [1_000, 200],
] as const) {
  const rows = batches(new OrderFlow(500), size, count)
  const bytes = rows.reduce((sum, row) => sum + row.commands.length + row.events.length, 0) / count
  const ours: number[] = []
  const file: number[] = []
  await appendAll(commits, rows.slice(0, 100))
  for (let round = 0; round < rounds; round += 1) {
    file.push(count / fileAll(rows))
    ours.push(count / (await appendAll(commits, rows)))
  }
  report(`journal, ${size} orders a row (${Math.round(bytes)} bytes)`, {
    'rows/s': median(ours),
    'orders/s': median(ours) * size,
    'ms a row': 1_000 / median(ours),
    'bare file with fdatasync, rows/s': median(file),
  })
  target('journal to a bare file', median(ours) / median(file), { min: 0.5 })
}
await journal.close()
await test.close()
