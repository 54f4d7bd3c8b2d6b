import { type Database, type Lease, openDatabase } from '../../platform/postgres/database.ts'
import { migrate } from '../../platform/postgres/migrate.ts'
import { Projector } from '../projector.ts'
import { takeSnapshot } from '../snapshotter.ts'
import { movedProjection } from './movedProjection.ts'
import { type TallyEvent, fromBytes, makeTally } from './tallyMachine.ts'

/**
 * A process to be killed in the middle of what it writes. Arguments: the database's URL; what it does; the beginning of
 * the statement at which it is killed, and whether before it is sent or after its answer; the migrations' folder.
 */
const [url, work, statement = '', when = '', folder = ''] = process.argv.slice(2)
if (url === undefined) throw new Error('no database given')

function crashAt(text: string, moment: 'before' | 'after'): void {
  if (statement === '' || when !== moment || !text.trimStart().startsWith(statement)) return
  process.kill(process.pid, 'SIGKILL')
  for (;;);
}

/** The real connection, and a crash at the named statement. */
function crashing(lease: Lease): Lease {
  const around = async <T>(text: string, ask: () => Promise<T>): Promise<T> => {
    crashAt(text, 'before')
    const answer = await ask()
    crashAt(text, 'after')
    return answer
  }
  return {
    client: lease.client,
    onLost: (listener) => lease.onLost(listener),
    release: () => lease.release(),
    query: (text, values) => around(text, () => lease.query(text, values)),
    prepared: (text, values) => around(text, () => lease.prepared(text, values)),
  }
}

const real = openDatabase({ url, name: 'crash child', onError: () => undefined })
const database: Database = { ...real, lease: async (options) => crashing(await real.lease(options)) }

async function project(): Promise<void> {
  const { rows } = await real.query<{ last: string }>('SELECT max(seq) AS last FROM journal')
  await new Promise<void>((resolve) => {
    const projector = new Projector<TallyEvent>({
      database,
      projections: [movedProjection],
      decode: (frame) => fromBytes<TallyEvent[]>(frame),
      projected: ({ seq }) => {
        if (seq === Number(rows[0]?.last)) void projector.stop().then(resolve)
      },
      warn: () => undefined,
    })
    projector.start()
  })
}

if (work === 'project') await project()
else if (work === 'snapshot') await takeSnapshot(database, makeTally, Number.MAX_SAFE_INTEGER)
else await migrate(database, folder)
await real.close()
