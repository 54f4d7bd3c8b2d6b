import { openBenchDatabase } from './benchDatabase.ts'
import { processorSeconds } from './processorTime.ts'
import { report } from './report.ts'
import { writtenKey } from '../apps/server/src/platform/written/seal.ts'
import { sealEntries } from '../apps/server/src/platform/written/sealedDatabase.ts'
import { findOwnUnsealed } from '../apps/server/src/platform/written/written.store.ts'

// What a row costs that stands in the log of what was written, beside the same row in the same table without it: processor time
// of this process and of its sessions in Postgres, the least of a few rounds that take turns. A row of its own is a transaction
// of its own. Notifications stand in no such log; theirs is what it would cost, in the batches in which they are written.
const rounds = 5
const perRound = Number(process.argv[2] ?? 2_000)
const batch = 500

interface Subject {
  readonly table: string
  readonly key: string
  readonly columns: string
  readonly insert: string
  readonly rowsOfOne: number
}

const subjects: readonly Subject[] = [
  {
    table: 'chat_message',
    key: 'chat_id seq',
    columns: 'chat_id seq author event operator_id name key digest text file_id sent_at',
    insert: `INSERT INTO chat_message (chat_id, seq, author, text) VALUES (1, $1, 'user', repeat('where is it? ', 6))`,
    rowsOfOne: 1,
  },
  {
    table: 'price_alert',
    key: 'id',
    columns: 'id user_id symbol direction source price repeats armed created_at',
    insert: `INSERT INTO price_alert (user_id, symbol, direction, source, price, repeats)
      VALUES ($1, 'BTCUSDT', 'above', 'last', '100000', false)`,
    rowsOfOne: 1,
  },
  {
    table: 'notification',
    key: 'id',
    columns: 'id user_id realm kind category params ref once happened_at',
    insert: `INSERT INTO notification (user_id, realm, kind, category, params, once, happened_at)
      SELECT $1, 'real', 'fill', 'trade', '{"symbol": "BTCUSDT", "quantity": "0.01"}', 'f' || n, now() FROM generate_series(1, ${batch}) AS n`,
    rowsOfOne: batch,
  },
]

const { url, database, close } = await openBenchDatabase()
const name = new URL(url).pathname.slice(1)
const sealing = writtenKey(Buffer.alloc(16, 7))
let number = 0

async function free(table: string): Promise<void> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT conname AS name FROM pg_constraint WHERE contype IN ('c', 'f') AND conrelid = '${table}'::regclass`,
  )
  for (const one of rows) await database.query(`ALTER TABLE ${table} DROP CONSTRAINT ${one.name}`)
}

async function empty(table: string): Promise<void> {
  await database.transaction(async (client) => {
    await client.query('SET LOCAL session_replication_role = replica')
    await client.query(`TRUNCATE ${table} CASCADE`)
  })
}

async function spent(seals: boolean, { insert, rowsOfOne }: Subject): Promise<number> {
  const before = processorSeconds(process.pid, name)
  for (let rows = 0; rows < perRound; rows += rowsOfOne) {
    number += 1
    await database.transaction(async (client) => {
      await client.query(insert, [number])
      if (seals) await sealEntries(client, sealing, await findOwnUnsealed(client))
    })
  }
  return ((processorSeconds(process.pid, name) - before) * 1_000_000) / perRound
}

for (const subject of subjects) {
  const { table, key, columns } = subject
  await free(table)
  const bare: number[] = []
  const kept: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await database.query(`DROP TRIGGER IF EXISTS written_row ON ${table}`)
    bare.push(await spent(false, subject))
    await empty(table)
    await database.query('SELECT keep_written($1, $2, $3)', [table, key, columns])
    kept.push(await spent(true, subject))
    await empty(table)
  }
  const [without, withSeal] = [Math.min(...bare), Math.min(...kept)]
  report(`a row of ${table}, µs of processor`, {
    without,
    'noted and sealed': withSeal,
    'what it adds': withSeal - without,
  })
}
await close()
