import type { Database } from '../../platform/postgres/database.ts'
import type { Committed } from '../committed.ts'
import { Engine, type EnginePorts } from '../engine.ts'
import type { Reply } from '../reply.ts'
import type { IntakeLimits, Source } from '../intake.ts'
import { type BatchJournal, Journal } from '../journal.ts'
import { restore } from '../restore.ts'
import { type TallyCommand, makeTally, toBytes } from './tallyMachine.ts'

const house: Source = { kind: 'house' }

/** An engine on the tally machine with promises for replies. */
export interface TallyEngine {
  readonly engine: Engine
  readonly journal: Journal
  readonly committed: Committed[]
  readonly warnings: string[]
  readonly endings: string[]
  send(command: TallyCommand, source?: Source): Promise<Reply>
  ask(account: number, source?: Source): Promise<Reply>
  close(): Promise<void>
}

/** Opens the journal in `database`, restores and starts. */
export async function startTally(
  database: Database,
  options: {
    clock?: () => number
    limits?: IntakeLimits
    ports?: Partial<EnginePorts>
    wrap?: (journal: Journal) => BatchJournal
  } = {},
): Promise<TallyEngine> {
  const journal = await Journal.open(database)
  const restored = await restore(journal.lease, makeTally)
  const replies = new Map<number, (reply: Reply) => void>()
  const committed: Committed[] = []
  const warnings: string[] = []
  const endings: string[] = []
  let requests = 0
  const ports: EnginePorts = {
    clock: options.clock ?? Date.now,
    make: makeTally,
    reply: (item, reply) => replies.get(item.request)?.(reply),
    committed: (batch) => committed.push(batch),
    ended: (sentence) => endings.push(sentence),
    warn: (message) => warnings.push(message),
    ...options.ports,
  }
  const engine = new Engine(options.wrap?.(journal) ?? journal, restored, ports, options.limits)
  engine.start()
  const submit = (kind: 'command' | 'query', bytes: Uint8Array, source: Source): Promise<Reply> =>
    new Promise((resolve) => {
      const request = requests++
      replies.set(request, resolve)
      engine.submit({ request, kind, source, bytes })
    })
  return {
    engine,
    journal,
    committed,
    warnings,
    endings,
    send: (command, source = house) => submit('command', toBytes(command), source),
    ask: (account, source = house) => submit('query', toBytes(account), source),
    close: async () => {
      await engine.stop()
      await journal.close()
    },
  }
}
