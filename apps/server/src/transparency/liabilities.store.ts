import { type Realm, realms, type HolderId } from '@truemark/core/ledger/holders'
import type { Database, Queryable } from '../platform/postgres/database.ts'
import { integerOf } from '../platform/postgres/integerOf.ts'
import { wordAt } from '../platform/postgres/wordAt.ts'

/** The newest entry of the audit log with its digest, so that a log whose end was cut off is found. */
export interface TreeRow {
  readonly realm: Realm
  readonly currency: number
  readonly sum: bigint
  readonly root: Buffer
  readonly depth: number
}

export interface EpochRow {
  readonly epoch: number
  readonly time: number
  readonly seq: number
  readonly head: string
  readonly digest: Buffer
  readonly signature: Buffer
  /** Whether an operator asked for it, at a moment of their choice. */
  readonly asked: boolean
}

/** A tree as it is kept: the nodes of each level one after the other, the leaves first. */
export interface KeptTree extends TreeRow {
  readonly levels: readonly Buffer[]
  readonly leaves: readonly { readonly holder: HolderId; readonly place: number; readonly nonce: Buffer }[]
}

export const nodeBytes = 48
const partNodes = 65_536
const epochsKept = 8

/** The newest epoch; null before the first. */
export async function findNewestEpoch(database: Queryable): Promise<EpochRow | null> {
  return (await findEpochs(database, null, 1))[0] ?? null
}

/** When the newest proof was made that nobody asked for; null before the first. */
export async function findDailyTime(database: Queryable): Promise<number | null> {
  const { rows } = await database.query<{ time: string | null }>(
    'SELECT max(time) AS time FROM liability_epoch WHERE NOT asked',
  )
  const time = rows[0]?.time ?? null
  return time === null ? null : integerOf(time)
}

/** Epochs, the newest first, older than `before`. */
export async function findEpochs(database: Queryable, before: number | null, limit: number): Promise<EpochRow[]> {
  const { rows } = await database.query<Omit<EpochRow, 'time' | 'seq'> & { time: string; seq: string }>(
    'SELECT * FROM liability_epoch WHERE epoch < $1 ORDER BY epoch DESC LIMIT $2',
    [before ?? 2_147_483_647, limit],
  )
  return rows.map((row) => ({ ...row, time: integerOf(row.time), seq: integerOf(row.seq) }))
}

/** The trees of epochs, by realm and currency. */
export async function findTrees(
  database: Queryable,
  epochs: readonly number[],
): Promise<(TreeRow & { epoch: number })[]> {
  const { rows } = await database.query<{
    epoch: number
    realm: number
    currency: number
    sum: string
    root: Buffer
    depth: number
  }>('SELECT * FROM liability_tree WHERE epoch = ANY($1::int[]) ORDER BY epoch DESC, realm, currency', [epochs])
  return rows.map((row) => ({ ...row, realm: wordAt(realms, row.realm), sum: BigInt(row.sum) }))
}

/** What the nonces and padding of each epoch's trees are drawn from, by epoch: of those that have it. */
export async function findSeeds(database: Queryable): Promise<Map<number, Buffer>> {
  const { rows } = await database.query<{ epoch: number; seed: Buffer }>(
    'SELECT epoch, seed FROM liability_seed ORDER BY epoch',
  )
  return new Map(rows.map(({ epoch, seed }) => [epoch, seed]))
}

/** Which of these epochs still have their trees. */
export async function findKept(database: Queryable, epochs: readonly number[]): Promise<Set<number>> {
  const { rows } = await database.query<{ epoch: number }>(
    'SELECT DISTINCT epoch FROM liability_level WHERE epoch = ANY($1::int[])',
    [epochs],
  )
  return new Set(rows.map(({ epoch }) => epoch))
}

/** Keeps an epoch whole with the seed of its trees, with what `note` writes of it, and lets go of the trees of those that are too old; false where another has its number. */
export async function keepEpoch(
  database: Database,
  epoch: EpochRow & { readonly seed: Buffer },
  trees: readonly KeptTree[],
  note: (client: Queryable) => Promise<void>,
): Promise<boolean> {
  return database.transaction(async (client) => {
    const { rowCount } = await client.query(
      `INSERT INTO liability_epoch (epoch, time, seq, head, digest, signature, asked) VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (epoch) DO NOTHING`,
      [epoch.epoch, epoch.time, epoch.seq, epoch.head, epoch.digest, epoch.signature, epoch.asked],
    )
    if (rowCount === 0) return false
    await client.query('INSERT INTO liability_seed (epoch, seed) VALUES ($1, $2)', [epoch.epoch, epoch.seed])
    for (const tree of trees) await keepTree(client, epoch.epoch, tree)
    const old = epoch.epoch - epochsKept
    await client.query('DELETE FROM liability_level WHERE epoch <= $1', [old])
    await client.query('DELETE FROM liability_leaf WHERE epoch <= $1', [old])
    // last of all: whoever notes something in the audit log waits from here to the commit
    await note(client)
    return true
  })
}

async function keepTree(client: Queryable, epoch: number, tree: KeptTree): Promise<void> {
  const at = [epoch, realms.indexOf(tree.realm), tree.currency]
  await client.query(
    'INSERT INTO liability_tree (epoch, realm, currency, sum, root, depth) VALUES ($1, $2, $3, $4, $5, $6)',
    [...at, tree.sum.toString(), tree.root, tree.depth],
  )
  for (const [level, nodes] of tree.levels.entries()) {
    for (let part = 0; part * partNodes * nodeBytes < nodes.length; part += 1) {
      const piece = nodes.subarray(part * partNodes * nodeBytes, (part + 1) * partNodes * nodeBytes)
      await client.query(
        'INSERT INTO liability_level (epoch, realm, currency, level, part, nodes) VALUES ($1, $2, $3, $4, $5, $6)',
        [...at, level, part, piece],
      )
    }
  }
  await client.query(
    `INSERT INTO liability_leaf (epoch, holder, currency, place, nonce)
     SELECT $1, l.holder, $2, l.place, l.nonce FROM unnest($3::int[], $4::int[], $5::bytea[]) AS l (holder, place, nonce)`,
    [
      epoch,
      tree.currency,
      tree.leaves.map(({ holder }) => holder),
      tree.leaves.map(({ place }) => place),
      tree.leaves.map(({ nonce }) => nonce),
    ],
  )
}

/** Where a node stands. */
export interface NodePlace {
  readonly epoch: number
  readonly realm: Realm
  readonly currency: number
  readonly level: number
  readonly index: number
}

/** The bytes of nodes, in the order asked for; null where one is not kept. */
export async function findNodes(database: Queryable, places: readonly NodePlace[]): Promise<Buffer[] | null> {
  const { rows } = await database.query<{ place: number; node: Buffer }>(
    `SELECT k.place, substring(l.nodes FROM k.at + 1 FOR ${nodeBytes}) AS node
     FROM unnest($1::int[], $2::int[], $3::smallint[], $4::smallint[], $5::smallint[], $6::int[], $7::int[])
       AS k (place, epoch, realm, currency, level, part, at)
     JOIN liability_level AS l USING (epoch, realm, currency, level, part)`,
    [
      places.map((_, place) => place),
      places.map(({ epoch }) => epoch),
      places.map(({ realm }) => realms.indexOf(realm)),
      places.map(({ currency }) => currency),
      places.map(({ level }) => level),
      places.map(({ index }) => Math.floor(index / partNodes)),
      places.map(({ index }) => (index % partNodes) * nodeBytes),
    ],
  )
  const nodes = rows.toSorted((a, b) => a.place - b.place).map(({ node }) => node)
  return nodes.length === places.length && nodes.every((node) => node.length === nodeBytes) ? nodes : null
}

export interface LeafRow {
  readonly currency: number
  readonly place: number
  readonly nonce: Buffer
}

/** A holder's own leaves in an epoch. */
export async function findLeaves(database: Queryable, epoch: number, holder: HolderId): Promise<LeafRow[]> {
  const { rows } = await database.query<LeafRow>(
    'SELECT currency, place, nonce FROM liability_leaf WHERE epoch = $1 AND holder = $2 ORDER BY currency',
    [epoch, holder],
  )
  return rows
}

/** The digest of a proof's head; null where there is no such proof. */
export async function findEpochDigest(database: Queryable, epoch: number): Promise<Buffer | null> {
  const { rows } = await database.query<{ digest: Buffer }>('SELECT digest FROM liability_epoch WHERE epoch = $1', [
    epoch,
  ])
  return rows[0]?.digest ?? null
}

/** The codes of all currencies, by number. */
export async function findCodes(database: Queryable): Promise<Map<number, string>> {
  const { rows } = await database.query<{ id: number; code: string }>('SELECT id, code FROM currency')
  return new Map(rows.map(({ id, code }) => [id, code]))
}

type TreeOf = Pick<NodePlace, 'epoch' | 'realm'> & { readonly currency: number }

/** All nodes of a tree that is kept, by level. */
export async function findKeptTree(
  database: Queryable,
  { epoch, realm, currency }: TreeOf,
): Promise<Map<number, Buffer>> {
  const { rows } = await database.query<{ level: number; nodes: Buffer }>(
    `SELECT level, nodes FROM liability_level WHERE epoch = $1 AND realm = $2 AND currency = $3 ORDER BY level, part`,
    [epoch, realms.indexOf(realm), currency],
  )
  const levels = new Map<number, Buffer>()
  for (const { level, nodes } of rows) levels.set(level, Buffer.concat([levels.get(level) ?? Buffer.alloc(0), nodes]))
  return levels
}

/** Whose each leaf of a tree is. */
export async function findOwnedLeaves(
  database: Queryable,
  { epoch, realm, currency }: TreeOf,
): Promise<(Omit<LeafRow, 'currency'> & { readonly holder: number; readonly userId: number | null })[]> {
  const { rows } = await database.query<{ holder: number; place: number; nonce: Buffer; user_id: string | null }>(
    `SELECT l.holder, l.place, l.nonce, coalesce(r.id, d.id) AS user_id FROM liability_leaf AS l
     JOIN holder AS h USING (holder)
     LEFT JOIN app_user AS r ON r.real_holder = l.holder LEFT JOIN app_user AS d ON d.demo_holder = l.holder
     WHERE l.epoch = $1 AND h.realm = $2 AND l.currency = $3 ORDER BY l.place`,
    [epoch, realms.indexOf(realm), currency],
  )
  return rows.map(({ user_id, ...leaf }) => ({ ...leaf, userId: user_id === null ? null : integerOf(user_id) }))
}
