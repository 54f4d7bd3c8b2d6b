import { formatDecimal } from '@truemark/core/money/decimal'
import { type LiabilityEpoch, liabilityRoutes as routes } from '@truemark/protocol/routes/liabilities'
import type { ParamsOf } from '@truemark/protocol/routes/route'
import { pageLimit } from '@truemark/protocol/values'
import { actorOf } from '../operator/door.ts'
import { type Outcome, done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import type { Caller } from '../platform/http/session.ts'
import { isTimedOut } from '../platform/postgres/away.ts'
import { nodeOf, proveLiabilities, provingTurns } from './liabilities.ts'
import {
  type EpochRow,
  type NodePlace,
  findEpochs,
  findKept,
  findLeaves,
  findNewestEpoch,
  findNodes,
  findTrees,
} from './liabilities.store.ts'
import type { TransparencyPorts } from './ports.ts'

const pauseMs = 60_000

/** Binds the proofs of what is owed: their heads, the way from any leaf to its root, and one's own leaves. */
export function bindLiabilities(gateway: Gateway, ports: TransparencyPorts): void {
  const { catalogue, database, ids } = ports
  const { publicHex } = ports.signing.key('liabilities')
  gateway.bind(routes.liabilities, async ({ query }) => {
    const before = query.cursor === undefined ? null : ids.read('proof', query.cursor)
    if (query.cursor !== undefined && before === null) return refused('field_malformed')
    const limit = Math.min(20, pageLimit(query.limit))
    const epochs = await findEpochs(database, before, limit)
    const items = await shapes(ports, epochs)
    const last = epochs.at(-1)
    const cursor = last !== undefined && epochs.length === limit ? ids.write('proof', last.epoch) : null
    return done({ key: publicHex, items, cursor })
  })
  gateway.bind(routes.liabilityPath, ({ params }) => pathOf(ports, params))
  gateway.bind(routes.liabilityMine, async ({ caller }) => {
    const newest = await findNewestEpoch(database)
    if (newest === null) return refused('proof_unknown')
    const rows = await findLeaves(database, newest.epoch, caller.holder)
    if (rows.length === 0) return refused('not_in_proof')
    const { epoch } = newest
    const { realm } = caller
    const places = rows.map(({ currency, place: index }) => ({ epoch, realm, currency, level: 0, index }))
    const nodes = await findNodes(database, places)
    if (nodes === null) return refused('proof_unknown')
    const leaves = rows.map(({ currency, place, nonce }, at) => {
      const { code, scale } = catalogue.currency(currency)
      const sum = nodeOf(nodes[at] ?? Buffer.alloc(48)).sum
      const amount = formatDecimal(sum, scale)
      return { currency: code, scale, index: place, amount, units: sum.toString(), nonce: nonce.toString('hex') }
    })
    return done({ epoch, realm, uid: ids.write('user', caller.userId), leaves })
  })
  gateway.bind(routes.deskLiabilitiesProve, ({ caller }) => provingTurns.take(0, () => proveNow(ports, caller)))
}

async function shapes(
  { catalogue, database }: TransparencyPorts,
  epochs: readonly EpochRow[],
): Promise<LiabilityEpoch[]> {
  const numbers = epochs.map(({ epoch }) => epoch)
  const [trees, kept] = await Promise.all([findTrees(database, numbers), findKept(database, numbers)])
  return epochs.map(({ epoch, time, seq, head, digest, signature, asked }) => ({
    epoch,
    time,
    seq,
    head,
    digest: digest.toString('hex'),
    signature: signature.toString('hex'),
    asked,
    kept: kept.has(epoch),
    trees: trees
      .filter((tree) => tree.epoch === epoch)
      .map(({ realm, currency, sum, root, depth }) => {
        const { code, scale } = catalogue.currency(currency)
        return { realm, currency: code, scale, sum: sum.toString(), root: root.toString('hex'), depth }
      }),
  }))
}

async function pathOf({ catalogue, database }: TransparencyPorts, params: ParamsOf<typeof routes.liabilityPath>) {
  const { realm } = params
  const epoch = Number(params.epoch)
  const index = Number(params.index)
  const currency = catalogue.currencyByCode(params.currency)?.id
  const trees = await findTrees(database, [epoch])
  const tree = trees.find((one) => one.realm === realm && one.currency === currency)
  if (tree === undefined || index >= 2 ** tree.depth) return refused('proof_unknown')
  const at = { epoch, realm, currency: tree.currency }
  const siblings = Array.from({ length: tree.depth }, (_, level): NodePlace => {
    const place = Math.floor(index / 2 ** level)
    return { ...at, level, index: place % 2 === 0 ? place + 1 : place - 1 }
  })
  const nodes = await findNodes(database, [{ ...at, level: 0, index }, ...siblings])
  if (nodes === null) return refused('proof_unknown')
  const [leaf, ...above] = nodes.map((bytes) => {
    const { sum, hash } = nodeOf(bytes)
    return { sum: sum.toString(), hash: Buffer.from(hash).toString('hex') }
  })
  return leaf === undefined ? refused('proof_unknown') : done({ leaf, siblings: above })
}

async function proveNow(ports: TransparencyPorts, caller: Caller): Promise<Outcome<LiabilityEpoch>> {
  const { database, now } = ports
  const newest = await findNewestEpoch(database)
  if (newest !== null && now() - newest.time < pauseMs) return refused('proof_too_soon', { minutes: '1' })
  // what was acknowledged before the proof was asked for is in it
  await ports.reads.current()
  const row = await proveLiabilities(ports, await actorOf(ports, caller)).catch((error: unknown) => {
    if (isTimedOut(error)) return 'busy' as const
    throw error
  })
  if (row === 'busy') return refused('server_busy')
  if (row === null) return refused('proof_unknown')
  if (row === 'overtaken') return refused('proof_too_soon', { minutes: '1' })
  const [shown] = await shapes(ports, [row])
  return shown === undefined ? refused('server_error') : done(shown)
}
