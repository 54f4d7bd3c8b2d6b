import { evidenceRoutes as routes } from '@truemark/protocol/routes/evidence'
import { ownEvidenceRoutes } from '@truemark/protocol/routes/ownEvidence'
import { readDocument } from '@truemark/protocol/evidence/verify'
import { pageLimit } from '@truemark/protocol/values'
import { done, refused } from '../platform/http/call.ts'
import type { Gateway } from '../platform/http/gateway.ts'
import { evidenceOf } from './evidence.ts'
import { evidenceFileOf, growthPath } from './evidenceLog.ts'
import { findHeads } from './evidenceLog.store.ts'
import { evidenceSubject } from './evidenceSubjects.ts'
import { ownEvidenceOf, ownFile } from './ownEvidence.ts'
import { reckoningOfClose } from './reckoning.ts'
import { decidingSources } from './indexSeconds.ts'
import type { TransparencyPorts } from './ports.ts'

/** Binds what anyone may look up by its number, and the log in which it stands. */
export function bindEvidence(gateway: Gateway, ports: TransparencyPorts): void {
  const { database } = ports
  gateway.bind(routes.evidence, async ({ params }) => {
    await ports.reads.current()
    const subject = await evidenceSubject(ports, params.id)
    const found = subject === null ? null : await evidenceOf(ports, subject, params.id)
    return found === null ? refused('evidence_unknown') : done(found)
  })
  gateway.bind(routes.evidenceEntry, async ({ params }) => {
    const subject = await evidenceSubject(ports, params.id)
    if (subject === null) return refused('evidence_unknown')
    const file = await evidenceFileOf(ports, subject)
    if (file === null) return refused('proof_unknown')
    const found = readDocument(file)
    const isOlder = found?.kind === 'option' && found.sources === undefined
    return done(isOlder ? { ...file, sources: await decidingSources(ports, found) } : file)
  })
  gateway.bind(routes.evidenceReckoning, async ({ caller, params }) => {
    await ports.reads.current()
    const subject = await evidenceSubject(ports, params.id)
    const found = subject?.kind === 'liquidation' ? await reckoningOfClose(ports, subject.number) : null
    return found === null || found.holder !== caller.holder
      ? refused('evidence_unknown')
      : done({ reckoning: found.text, digest: found.digest })
  })
  gateway.bind(ownEvidenceRoutes.ownEvidence, async ({ caller, params, query }) => {
    const after = query.cursor === undefined ? 0 : ports.ids.read('fill', query.cursor)
    if (after === null) return refused('field_malformed')
    // the house comes to what rests, without an act of its owner
    await ports.reads.current()
    const own = await ownEvidenceOf(ports, { holder: caller.holder, id: params.id, after })
    return own === null ? refused('evidence_unknown') : done({ file: ownFile(ports, own.found), cursor: own.next })
  })
  const key = ports.signing.key('evidence').publicHex
  gateway.bind(routes.evidenceHeads, async ({ query }) => {
    const before = query.cursor === undefined ? {} : { before: Number(query.cursor) }
    if (before.before !== undefined && !Number.isSafeInteger(before.before)) return refused('field_malformed')
    const limit = pageLimit(query.limit)
    const heads = await findHeads(database, before, limit)
    const last = heads.at(-1)
    return done({
      key,
      items: heads.map(({ size, time, head, signature }) => ({
        size,
        time,
        head,
        signature: signature.toString('hex'),
      })),
      cursor: last !== undefined && heads.length === limit ? String(last.size) : null,
    })
  })
  gateway.bind(routes.evidenceGrowth, async ({ params }) => {
    const path = await growthPath(database, Number(params.from), Number(params.to))
    return path === null ? refused('proof_unknown') : done({ path })
  })
}
